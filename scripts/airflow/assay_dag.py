"""Assay every night: one task a stage, the gate last.

Airflow 2.10. Put this file into the folder of DAGs and set, as Airflow variables or in the environment:

    ASSAY_HOME     folder of Assay on the workers (with scripts/assay)      default /opt/assay
    ASSAY_CONF     configuration files, separated by commas                 default ASSAY_HOME/conf/my.conf
    ASSAY_STORE    folder or URI below which each night has its own store   default /var/lib/assay
    ASSAY_STAGES   the stages, separated by blanks
    ASSAY_SUBMIT   options for spark-submit, such as --master spark://host:7077
    ASSAY_ONE_STORE  1: all nights share one store (what did not change is not computed again)

Each stage resumes what an earlier attempt stored, so that retries are safe and pay nothing twice. A gate that finds a breach, bad usage
and a spent budget fail at once: trying again would find the same. What a stage came to (counts, paths, ids) is its XCom.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from datetime import datetime, timedelta

from airflow import DAG
from airflow.exceptions import AirflowException, AirflowFailException
from airflow.models import BaseOperator, Variable

STAGES = "tests answer place evaluate label calibrate apply analyze report gate"

# What scripts/assay ends with when the same command would end so again: breach, budget, usage.
FINAL = {2: "the gate found a breach", 3: "a budget is spent", 64: "bad usage or configuration"}


def setting(name: str, default: str) -> str:
    return os.environ.get(name) or Variable.get(name, default_var=default)


class AssayOperator(BaseOperator):
    """Runs a stage of Assay and returns what it came to."""

    template_fields = ("store", "report")

    def __init__(self, *, stage: str, home: str, confs: list[str], store: str, report: str, submit: str, **kwargs):
        super().__init__(**kwargs)
        self.stage = stage
        self.home = home
        self.confs = confs
        self.store = store
        self.report = report
        self.submit = submit
        self._process: subprocess.Popen | None = None

    def command(self) -> list[str]:
        words = [os.path.join(self.home, "scripts", "assay"), self.stage, "--json"]
        for conf in self.confs:
            words += ["--conf", conf]
        words += ["--set", f"store.path={self.store}", "--set", f"report.path={self.report}"]
        return words + (["--", *shlex.split(self.submit)] if self.submit else [])

    def execute(self, context):
        words = self.command()
        self.log.info("%s", shlex.join(words))
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=self.home)
        printed, _ = self._process.communicate()
        code = self._process.returncode
        lines = [line for line in printed.splitlines() if line.startswith("{")]
        outcome = json.loads(lines[-1]) if lines else {}
        told = outcome.get("error") or f"exit code {code}"
        if code in FINAL:
            raise AirflowFailException(f"{self.stage}: {FINAL[code]}: {told}")
        if code != 0:
            raise AirflowException(f"{self.stage}: {told}")
        return outcome

    def on_kill(self):
        if self._process is not None:
            self._process.terminate()


def nightly(dag_id: str) -> DAG:
    home = setting("ASSAY_HOME", "/opt/assay")
    confs = [conf for conf in setting("ASSAY_CONF", os.path.join(home, "conf", "my.conf")).split(",") if conf]
    root = setting("ASSAY_STORE", "/var/lib/assay").rstrip("/")
    night = "" if setting("ASSAY_ONE_STORE", "") == "1" else "/{{ ds }}"
    with DAG(
        dag_id,
        description="Evaluates a retrieval-augmented language model every night",
        schedule="0 2 * * *",
        start_date=datetime(2026, 1, 1),
        catchup=False,
        max_active_runs=1,  # One command writes to a store at a time.
        default_args={"retries": 2, "retry_delay": timedelta(minutes=5)},
    ) as dag:
        before = None
        for stage in setting("ASSAY_STAGES", STAGES).split():
            task = AssayOperator(
                task_id=stage.replace("-", "_"),
                stage=stage,
                home=home,
                confs=confs,
                store=f"{root}{night}/store",
                report=f"{root}/reports/{{{{ ds }}}}.html",
                submit=setting("ASSAY_SUBMIT", ""),
            )
            if before is not None:
                before >> task
            before = task
    return dag


dag = nightly("assay")
