"""Assay every night: one task a stage, the gate last, and before the labels are read, if wanted, a wait for people.

Airflow 2.10. Put this file into the folder of DAGs and set, as Airflow variables or in the environment:

    ASSAY_HOME     folder of Assay on the workers (with scripts/assay)      default /opt/assay
    ASSAY_CONF     configuration files, separated by commas                 default ASSAY_HOME/conf/my.conf
    ASSAY_STORE    folder or URI below which each night has its own store   default /var/lib/assay
    ASSAY_STAGES   the stages, separated by blanks; `wait` is the sensor    default all, without it
    ASSAY_SUBMIT   options for spark-submit, such as --master spark://host:7077
    ASSAY_ONE_STORE  1: all nights share one store, each under its date as run.key (what did not change is not computed again)
    ASSAY_OPERATOR   spark: stages go by the SparkSubmitOperator of apache-airflow-providers-apache-spark, not by scripts/assay
    ASSAY_CONNECTION its connection, which names the master                 default spark_default
    ASSAY_DRIVER_MEMORY  the heap of their driver                           default 2g
    ASSAY_WAITING    with `wait`: how many answers of the review queue may be left without a label   default 0
    ASSAY_WAIT_HOURS, ASSAY_WAIT_MINUTES  how long it waits at most (default 72 hours), and between looks (default 30 minutes)

Each stage resumes what an earlier attempt stored, so that retries are safe and pay nothing twice. A gate that finds a breach, bad usage
and a spent budget fail at once: trying again would find the same. What a stage came to (counts, paths, ids) is its XCom.
`wait` imports the labels that are there (`assay label`), counts what is left (`assay tables --waiting`), and gives its worker back between looks.
"""

from __future__ import annotations

import glob
import json
import os
import re
import shlex
import subprocess
import tempfile
from datetime import datetime, timedelta

from airflow import DAG
from airflow.exceptions import AirflowException, AirflowFailException
from airflow.models import BaseOperator, Variable
from airflow.sensors.base import BaseSensorOperator

STAGES = "tests answer place evaluate label calibrate apply analyze report gate"
WAIT = "wait"

# What scripts/assay ends with when the same command would end so again: breach, budget, usage.
FINAL = {2: "the gate found a breach", 3: "a budget is spent", 64: "bad usage or configuration"}


def setting(name: str, default: str) -> str:
    return os.environ.get(name) or Variable.get(name, default_var=default)


def arguments(stage: str, confs: list[str], store: str, report: str) -> list[str]:
    words = [stage, "--json"]
    for conf in confs:
        words += ["--conf", conf]
    words += ["--set", f"store.path={store}", "--set", f"report.path={report}"]
    if setting("ASSAY_ONE_STORE", "") == "1":  # A night's answers are named as its report is: by its date.
        words += ["--set", f"run.key={report.rsplit('/', 1)[-1].removesuffix('.html')}"]
    return words


def settle(stage: str, code: int, outcome: dict) -> dict:
    """The outcome, or the failure that it tells of."""
    told = outcome.get("error") or f"exit code {code}"
    if code in FINAL:
        raise AirflowFailException(f"{stage}: {FINAL[code]}: {told}")
    if code != 0:
        raise AirflowException(f"{stage}: {told}")
    return outcome


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
        words = [os.path.join(self.home, "scripts", "assay"), *arguments(self.stage, self.confs, self.store, self.report)]
        return words + (["--", *shlex.split(self.submit)] if self.submit else [])

    def execute(self, context):
        words = self.command()
        self.log.info("%s", shlex.join(words))
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=self.home)
        printed, _ = self._process.communicate()
        lines = [line for line in printed.splitlines() if line.startswith("{")]
        return settle(self.stage, self._process.returncode, json.loads(lines[-1]) if lines else {})

    def on_kill(self):
        if self._process is not None:
            self._process.terminate()


class QueueSensor(BaseSensorOperator):
    """Waits until at most so many answers of the review queue have no label."""

    template_fields = ("store", "report")

    def __init__(self, *, home: str, confs: list[str], store: str, report: str, submit: str, waiting: int, **kwargs):
        super().__init__(**kwargs)
        self.home = home
        self.confs = confs
        self.store = store
        self.report = report
        self.submit = submit
        self.waiting = waiting

    def _assay(self, command: str, *options: str) -> str:
        words = [os.path.join(self.home, "scripts", "assay"), command, *options]
        words += arguments(command, self.confs, self.store, self.report)[2:]
        words += ["--", *shlex.split(self.submit)] if self.submit else []
        self.log.info("%s", shlex.join(words))
        done = subprocess.run(words, stdout=subprocess.PIPE, text=True, cwd=self.home)
        if done.returncode != 0:
            settle(command, done.returncode, {})
        return done.stdout

    def poke(self, context) -> bool:
        self._assay("label")
        counted = re.search(r"^waiting for a label: (\d+) of (\d+)$", self._assay("tables", "--waiting"), re.MULTILINE)
        if counted is None:
            raise AirflowException("assay tables --waiting did not say how many answers wait")
        left = int(counted[1])
        self.log.info("%d of %s answers of the review queue wait for a label, %d may", left, counted[2], self.waiting)
        return left <= self.waiting


def by_spark(stage: str, home: str, confs: list[str], store: str, report: str, connection: str):
    """The stage by spark-submit, as the connection says; on a cluster, Assay's files stand at the same place on its machines."""
    from airflow.providers.apache.spark.operators.spark_submit import SparkSubmitOperator

    class AssaySubmitOperator(SparkSubmitOperator):
        """What it came to stands in a file, since an exit status from a cluster says only whether it failed."""

        def execute(self, context):
            with tempfile.TemporaryDirectory(prefix="assay-") as folder:
                file = os.path.join(folder, "outcome.json")
                self.application_args = [*self.application_args, "--outcome", file]
                failure = None
                try:
                    super().execute(context)
                except AirflowException as thrown:
                    failure = thrown
                if not os.path.exists(file):
                    raise failure or AirflowException(f"{stage}: said nothing of how it ended")
                with open(file, encoding="utf-8") as text:
                    outcome = json.load(text)
                return settle(stage, outcome["exit_code"] or (1 if failure else 0), outcome)

    return AssaySubmitOperator(
        task_id=stage.replace("-", "_"),
        conn_id=connection,
        name=f"assay-{stage}",
        application=os.path.join(home, "dist", "assay.jar"),
        java_class="dev.assay.jobs.Main",
        driver_memory=setting("ASSAY_DRIVER_MEMORY", "2g"),
        jars=",".join(sorted(glob.glob(os.path.join(home, "dist", "lib", "*.jar")))),
        properties_file=os.path.join(home, "conf", "java17.properties"),
        application_args=arguments(stage, confs, store, report),
    )


def nightly(dag_id: str) -> DAG:
    home = setting("ASSAY_HOME", "/opt/assay")
    confs = [conf for conf in setting("ASSAY_CONF", os.path.join(home, "conf", "my.conf")).split(",") if conf]
    root = setting("ASSAY_STORE", "/var/lib/assay").rstrip("/")
    night = "" if setting("ASSAY_ONE_STORE", "") == "1" else "/{{ ds }}"
    store = f"{root}{night}/store"
    report = f"{root}/reports/{{{{ ds }}}}.html"
    submit = setting("ASSAY_SUBMIT", "")
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
            if stage == WAIT:
                task = QueueSensor(
                    task_id=WAIT,
                    home=home,
                    confs=confs,
                    store=store,
                    report=report,
                    submit=submit,
                    waiting=int(setting("ASSAY_WAITING", "0")),
                    mode="reschedule",
                    timeout=timedelta(hours=float(setting("ASSAY_WAIT_HOURS", "72"))).total_seconds(),
                    poke_interval=60 * float(setting("ASSAY_WAIT_MINUTES", "30")),
                )
            elif setting("ASSAY_OPERATOR", "") == "spark":
                task = by_spark(stage, home, confs, store, report, setting("ASSAY_CONNECTION", "spark_default"))
            else:
                task = AssayOperator(
                    task_id=stage.replace("-", "_"),
                    stage=stage,
                    home=home,
                    confs=confs,
                    store=store,
                    report=report,
                    submit=submit,
                )
            if before is not None:
                before >> task
            before = task
    return dag


dag = nightly("assay")
