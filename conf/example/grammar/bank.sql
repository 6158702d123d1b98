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

INSERT INTO branch (branch_id, city, name, opened_on, safe_deposit_boxes) VALUES (1, 'Port Ellery', 'Saltmarket', '2004-04-02', 315);
INSERT INTO branch (branch_id, city, name, opened_on, safe_deposit_boxes) VALUES (2, 'Port Ellery', 'Hazelrow', '2012-08-02', 295);
INSERT INTO branch (branch_id, city, name, opened_on, safe_deposit_boxes) VALUES (3, 'Hollenby', 'Quarry End', '2000-10-13', 85);
INSERT INTO branch (branch_id, city, name, opened_on, safe_deposit_boxes) VALUES (4, 'Hollenby', 'Tollbridge', '2016-12-29', 220);
INSERT INTO branch (branch_id, city, name, opened_on, safe_deposit_boxes) VALUES (5, 'Tarnwick', 'Marlpit', '2001-05-09', 370);
INSERT INTO branch (branch_id, city, name, opened_on, safe_deposit_boxes) VALUES (6, 'Stavermouth', 'Eastquay', '2022-02-19', 90);
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (1, 1, 'investment consultant', '2004-10-15', 'Anselm Brandvold');
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (2, 2, 'trade finance officer', '1994-10-11', 'Thea Tamblyn');
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (3, 3, 'trade finance officer', '2022-02-09', 'Noor Okonjo');
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (4, 4, 'branch director', '1995-06-17', 'Amara Demirel');
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (5, 5, 'trade finance officer', '2016-10-17', 'Bridget Ingleborn');
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (6, 6, 'relationship manager', '2023-07-16', 'Mara Underhay');
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (7, 1, 'mortgage specialist', '2001-10-12', 'Yusuf Halloran');
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (8, 2, 'investment consultant', '2023-11-19', 'Piers Kowalcz');
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (9, 3, 'relationship manager', '2015-03-03', 'Felix Vasquero');
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (10, 4, 'relationship manager', '2001-04-22', 'Ruben Merrivale');
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (11, 5, 'senior adviser', '2023-12-30', 'Renata Quillfeather');
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (12, 6, 'relationship manager', '2023-03-22', 'Gideon Rademaker');
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (13, 1, 'senior adviser', '2007-05-15', 'Selma Fairweather');
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (14, 2, 'branch director', '2008-10-19', 'Casimir Silverthorne');
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (15, 3, 'branch director', '2023-04-07', 'Dario Yarrowby');
INSERT INTO adviser (adviser_id, branch_id, job_title, joined_on, name) VALUES (16, 4, 'branch director', '2007-06-04', 'Jorun Lindqvist');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (1, 1, 1671, 'Carrowby', 'renewable energy', 'Osprey Printing', '2648029600cb95a39d990a4b8818d72e1cee0167e4f26caa6d2f1e1f7fd0b5f1');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (2, 2, 540, 'Hollenby', 'freight transport', 'Ironvale Timber', '23879d0e28513788a11f5abbcedabaee671a27cd4c78aef025182f2b6d0905ac');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (3, 3, 2267, 'Osterley Bay', 'renewable energy', 'Vellum Railways', '5d1eb9492eb6f7dad11460e2c7d90b08f756603f2ebbd58db984e9867df7d581');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (4, 4, 3419, 'Carrowby', 'textile manufacturing', 'Umberland Vineyards', '8d0f22440b1f89deb0d65d8cd36273b4d1fb51ce28d0c3720ea301a21d46de63');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (5, 5, 533, 'Hollenby', 'industrial robotics', 'Brackwater Insurance', '656f1404efee3c834c5de3816857cba8da64146da885a69a274e942a5a2e5d83');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (6, 6, 661, 'Brannick', 'agriculture', 'Fennimore Foundries', 'a02588c8e11ec9db40d3eb13e626d77589e9f6c113677fb50f58ceb71376c1c9');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (7, 7, 1197, 'Osterley Bay', 'precision optics', 'Elmsworth Shipyards', '3e934d0c75ef5537623f1e93f276a7b74dec3219af7046b9ec22d4a08c2aae03');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (8, 8, 2051, 'Brannick', 'textile manufacturing', 'Dunlin Robotics', 'fecbe7166429dd4a3e64b674a6994f6c5fde355c3ceee5439a281cc5d32ed237');
INSERT INTO client (adviser_id, client_id, headquarters, industry, name, record_hash) VALUES (9, 9, 'Wexholm', 'industrial robotics', 'Quillon Textiles', '844174d50721e4046ac603b9481a733859306e46d91f0f637455e864aa566669');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (10, 10, 3291, 'Wexholm', 'textile manufacturing', 'Juniper Bakeries', '1b6c8fec8a770824c552e6011c556e621c0cfb9359d94388221141cb7deffd19');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (11, 11, 3467, 'Hollenby', 'pharmaceuticals', 'Redcliff Mills', '5ebc06a867c77d401813b0fd4af8e0a6b019d8ac26c934cb9f0fbb3f1228083a');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (12, 12, 3602, 'Lindholt', 'precision optics', 'Sandpiper Dairies', '8ad0b3b1f6e4b3bf5c65873a237b4cb86db5949fde28f37565c4b9f15818bb8c');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (13, 13, 1116, 'Tarnwick', 'forestry', 'Zephyrine Software', '9d94319604c4365da56b666e7e8a1b7ec25dc118c08cff15466a4a2003ddca93');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (14, 14, 1602, 'Port Ellery', 'food processing', 'Pinewood Optics', '48ab447be064abb36d85b9a92070393d5ad32cb1aae1c80606af348f31f3aa8f');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (15, 15, 2049, 'Hollenby', 'software publishing', 'Copperfield Ceramics', '3f17421740de6e5b401b51acbf3bd4880008f290cce74b6c8f87564395970976');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (16, 16, 3992, 'Lindholt', 'agriculture', 'Nettlebed Fisheries', '808928d5b04727b8b688ae450155c383d6fd3ecdfdd8aef40412538d3826e8c5');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (1, 17, 208, 'Hollenby', 'shipbuilding', 'Hawthornden Motors', 'b3cefdec185253ef1f15d1ab8ef02f7405e9c9c6ff798e8fe2dee21f43bc9c09');
INSERT INTO client (adviser_id, client_id, headquarters, industry, name, record_hash) VALUES (2, 18, 'Brannick', 'renewable energy', 'Moorcroft Seeds', '1275ce35c41c60f91ab21c71ade5438807828e60af8ce51a2d9575a00663faea');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (3, 19, 2308, 'Wexholm', 'industrial robotics', 'Glassbury Pharma', '4acf2160cf263fe68f338ca62241ceffd4bd7a8335155056385da578c6f389b2');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (4, 20, 2246, 'Brannick', 'food processing', 'Yewtree Foods', '1ae791a2af3f9a79919b2348665a9f2a6706c831c939285625d80a66359f2308');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (5, 21, 3078, 'Lindholt', 'industrial robotics', 'Kestrel Airlines', 'ccb3ff94611e10a459b79de2541481c5190fbdd2365d708d261ca54ab48e611e');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (6, 22, 346, 'Tarnwick', 'precision optics', 'Tidewell Energy', '3d9bdec31aaeb3aebdb36824acf49f1121035247ee2b63dee6f66029f627446d');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (7, 23, 588, 'Brannick', 'agriculture', 'Whitlock Hotels', 'ea429cc346c3f94705ab89db9ad8e595805d89bac4cb613fa5baa74bc22336b4');
INSERT INTO client (adviser_id, client_id, employees, headquarters, industry, name, record_hash) VALUES (8, 24, 2569, 'Osterley Bay', 'hospitality', 'Larkspur Logistics', '106f856bd46cc98d928a3b9ba0e340403627f08e586a9e9559e2c0a9223aac0d');
INSERT INTO product (category, launched_on, monthly_fee, name, product_id) VALUES ('current account', '1995-01-25', 9.25, 'Anchor Current', 1);
INSERT INTO product (category, launched_on, monthly_fee, name, product_id) VALUES ('savings account', '2005-04-05', 7.75, 'Breakwater Savings', 2);
INSERT INTO product (category, launched_on, monthly_fee, name, product_id) VALUES ('mortgage', '2022-10-03', 2.75, 'Compass Mortgage', 3);
INSERT INTO product (category, launched_on, monthly_fee, name, product_id) VALUES ('credit card', '2020-04-10', 10.00, 'Driftwood Card', 4);
INSERT INTO product (category, launched_on, monthly_fee, name, product_id) VALUES ('business loan', '2009-11-15', 14.25, 'Estuary Loan', 5);
INSERT INTO product (category, launched_on, monthly_fee, name, product_id) VALUES ('insurance', '2024-02-03', 14.75, 'Foghorn Insurance', 6);
INSERT INTO product (category, launched_on, monthly_fee, name, product_id) VALUES ('leasing', '2021-10-28', 1.50, 'Gangway Leasing', 7);
INSERT INTO product (category, launched_on, monthly_fee, name, product_id) VALUES ('pension', '2014-05-08', 1.75, 'Harbour Pension', 8);
INSERT INTO product (category, launched_on, monthly_fee, name, product_id) VALUES ('term deposit', '2001-05-05', 15.75, 'Islander Deposit', 9);
INSERT INTO product (category, launched_on, monthly_fee, name, product_id) VALUES ('overdraft', '2022-01-18', 16.25, 'Jetty Overdraft', 10);
INSERT INTO product (category, launched_on, monthly_fee, name, product_id) VALUES ('factoring', '1995-12-15', 12.50, 'Keel Factoring', 11);
INSERT INTO product (category, launched_on, monthly_fee, name, product_id) VALUES ('investment fund', '2020-12-16', 15.50, 'Lighthouse Fund', 12);
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (40767.50, 1, 1, 'KTR-14021', 9, '1999-08-03', '1999-08-03 12:43:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (302937.00, 2, 2, 'KTR-21940', 11, '2012-12-15', '2012-12-15 15:08:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (132633.50, 3, 3, 'KTR-29859', 8, '2014-04-06', '2014-04-06 14:31:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (196764.00, 4, 4, 'KTR-37778', 9, '2006-02-08', '2006-02-08 12:27:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (60847.50, 5, 5, 'KTR-45697', 8, '1998-02-16', '1998-02-16 09:06:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (35998.50, 6, 6, 'KTR-53616', 1, '2002-11-19', '2002-11-19 13:56:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (235669.00, 7, 7, 'KTR-61535', 6, '2000-12-30', '2000-12-30 09:26:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (103141.00, 8, 8, 'KTR-69454', 7, '2016-04-12', '2016-04-12 15:13:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (350250.50, 9, 9, 'KTR-77373', 5, '1998-04-18', '1998-04-18 12:24:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (189234.00, 10, 10, 'KTR-85292', 8, '2015-06-01', '2015-06-01 09:57:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (21566.00, 11, 11, 'KTR-93211', 7, '2003-10-04', '2003-10-04 09:00:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (226382.00, 12, 12, 'KTR-11130', 9, '2021-08-04', '2021-08-04 14:56:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (48423.00, 13, 13, 'KTR-19049', 6, '2009-03-30', '2009-03-30 16:48:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (103768.50, 14, 14, 'KTR-26968', 11, '2007-09-20', '2007-09-20 16:12:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (466589.00, 15, 15, 'KTR-34887', 1, '2018-05-27', '2018-05-27 10:10:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (423542.50, 16, 16, 'KTR-42806', 12, '1998-12-23', '1998-12-23 09:06:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (286371.00, 17, 17, 'KTR-50725', 9, '2019-04-10', '2019-04-10 10:02:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (285492.50, 18, 18, 'KTR-58644', 11, '2009-05-18', '2009-05-18 11:34:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (189736.00, 19, 19, 'KTR-66563', 8, '2008-10-17', '2008-10-17 11:42:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (484159.00, 20, 20, 'KTR-74482', 4, '2019-01-09', '2019-01-09 16:00:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (353513.50, 21, 21, 'KTR-82401', 1, '1995-01-21', '1995-01-21 13:10:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (91344.00, 22, 22, 'KTR-90320', 12, '2018-12-24', '2018-12-24 14:46:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (407353.00, 23, 23, 'KTR-98239', 4, '2000-01-05', '2000-01-05 15:51:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (289885.00, 24, 24, 'KTR-16158', 4, '2005-12-31', '2005-12-31 13:56:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (259639.50, 1, 25, 'KTR-24077', 9, '2001-06-11', '2001-06-11 09:27:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (486669.00, 2, 26, 'KTR-31996', 6, '2004-02-26', '2004-02-26 16:47:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (343473.50, 3, 27, 'KTR-39915', 12, '2007-06-07', '2007-06-07 16:28:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (437849.50, 4, 28, 'KTR-47834', 2, '2004-01-28', '2004-01-28 15:21:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (279845.00, 5, 29, 'KTR-55753', 1, '1996-06-10', '1996-06-10 11:36:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (372589.50, 6, 30, 'KTR-63672', 10, '1999-05-05', '1999-05-05 11:53:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (443999.00, 7, 31, 'KTR-71591', 5, '2003-08-03', '2003-08-03 14:59:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (239810.50, 8, 32, 'KTR-79510', 4, '2014-04-11', '2014-04-11 11:07:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (434335.50, 9, 33, 'KTR-87429', 2, '2013-06-04', '2013-06-04 11:51:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (57459.00, 10, 34, 'KTR-95348', 2, '2004-08-06', '2004-08-06 14:57:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (401203.50, 11, 35, 'KTR-13267', 2, '2023-06-21', '2023-06-21 14:25:00');
INSERT INTO contract (amount, client_id, contract_id, contract_number, product_id, signed_on, updated_at) VALUES (73021.00, 12, 36, 'KTR-21186', 12, '2007-01-04', '2007-01-04 14:36:00');
