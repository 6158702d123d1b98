-- The fictional Harbourline Bank. Names of people, companies and places are invented.
CREATE TABLE branch (
  branch_id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL UNIQUE,
  city VARCHAR(40) NOT NULL,
  opened_on DATE NOT NULL,
  safe_deposit_boxes INTEGER
);
CREATE TABLE adviser (
  adviser_id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL UNIQUE,
  job_title VARCHAR(40) NOT NULL,
  joined_on DATE NOT NULL,
  branch_id INTEGER NOT NULL REFERENCES branch (branch_id)
);
CREATE TABLE client (
  client_id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL UNIQUE,
  industry VARCHAR(40) NOT NULL,
  headquarters VARCHAR(40) NOT NULL,
  employees INTEGER,
  adviser_id INTEGER NOT NULL REFERENCES adviser (adviser_id),
  record_hash CHAR(64) NOT NULL
);
CREATE TABLE product (
  product_id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL UNIQUE,
  category VARCHAR(40) NOT NULL,
  monthly_fee DECIMAL(8, 2) NOT NULL,
  launched_on DATE NOT NULL
);
CREATE TABLE contract (
  contract_id INTEGER PRIMARY KEY,
  contract_number VARCHAR(12) NOT NULL UNIQUE,
  client_id INTEGER NOT NULL REFERENCES client (client_id),
  product_id INTEGER NOT NULL REFERENCES product (product_id),
  signed_on DATE NOT NULL,
  amount DECIMAL(12, 2) NOT NULL,
  updated_at TIMESTAMP NOT NULL
);
