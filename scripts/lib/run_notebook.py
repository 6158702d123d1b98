"""run_notebook.py NOTEBOOK OUTPUT: executes a notebook in its own folder and writes it with what its cells said. Exit code 1 where a cell fails."""
import pathlib
import sys

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

source, target = map(pathlib.Path, sys.argv[1:])
notebook = nbformat.read(source, as_version=4)
try:
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": source.parent}}).execute()
except CellExecutionError as failure:
    sys.exit(str(failure))
finally:
    nbformat.write(notebook, target)
