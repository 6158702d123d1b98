"""Runs a notebook in Databricks' source format on a store, as there: its tables by name in a catalog, a session, and the widget that says which store.

Usage: run_source.py NOTEBOOK STORE
"""

import os
import pathlib
import sys
import tempfile

os.environ["MPLBACKEND"] = "Agg"
os.environ["DATABRICKS_RUNTIME_VERSION"] = "13.3"

from pyspark.sql import SparkSession

notebook, store = map(pathlib.Path, sys.argv[1:])
spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.sql.warehouse.dir", tempfile.mkdtemp())
    .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension,dev.assay.udfs.AssayExtensions")
    .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
    .config("spark.databricks.delta.snapshotPartitions", 2)
    .config("spark.sql.shuffle.partitions", 4)
    .config("spark.ui.showConsoleProgress", False)
    .getOrCreate()
)
spark.sql("CREATE DATABASE assay")
for log in sorted(store.glob("*/_delta_log")):
    spark.sql(f"CREATE TABLE assay.{log.parent.name} USING delta LOCATION '{log.parent}'")


class Widgets:
    def text(self, name, default, label):
        assert name == "store" and default == "main.assay"

    def get(self, name):
        return "spark_catalog.assay"


class Utilities:
    widgets = Widgets()


known = {"spark": spark, "dbutils": Utilities(), "__name__": "__main__"}
exec(compile(notebook.read_text(encoding="utf-8"), str(notebook), "exec"), known)
