"""Writes notebooks/explore.py, which is notebooks/explore.ipynb in Databricks' source format. With --check it says whether that is so already."""

import json
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parents[2]
source = root / "notebooks/explore.ipynb"
written = root / "notebooks/explore.py"


def cell(one):
    lines = "".join(one["source"]).split("\n")
    if one["cell_type"] == "code":
        return "\n".join(lines)
    return "\n".join(f"# MAGIC {line}".rstrip() for line in ["%md", *lines])


cells = [cell(one) for one in json.loads(source.read_text(encoding="utf-8"))["cells"]]
text = "# Databricks notebook source\n" + "\n\n# COMMAND ----------\n\n".join(cells) + "\n"
if "--check" in sys.argv:
    if not written.exists() or written.read_text(encoding="utf-8") != text:
        sys.exit("notebooks/explore.py is not what notebooks/explore.ipynb says: run python3 scripts/databricks/notebook.py")
    print(f"notebooks/explore.py: {len(cells)} cells, those of notebooks/explore.ipynb")
else:
    written.write_text(text, encoding="utf-8")
