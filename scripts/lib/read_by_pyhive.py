"""read_by_pyhive.py PORT SCHEMA [TOKEN]: prints what a Python client of `assay sql` reads, as JSON; refused statements too."""

import json
import sys

from pyhive import exc, hive

port, schema, token = int(sys.argv[1]), sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None
connection = hive.connect(
    "127.0.0.1", port, username="reader", database=schema, auth="CUSTOM" if token else "NONE", password=token
)
cursor = connection.cursor()
cursor.execute(
    "SELECT system, estimate FROM v_leaderboard WHERE slice = 'all' AND metric = %s ORDER BY rank",
    ("groundedness.groundedness_mean",),
)
rows = cursor.fetchall()
cursor.execute("SHOW TABLES")
tables = [row[1] for row in cursor.fetchall()]
try:
    cursor.execute("DELETE FROM scores")
    refused = None
except exc.OperationalError as e:
    refused = "is for reading" in str(e)
print(json.dumps({"rows": rows, "tables": tables, "refused": refused}))
