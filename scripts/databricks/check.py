"""What scripts/databricks/check runs, with the project's folder as its argument."""

import pathlib
import re
import sys

import yaml
from databricks.bundles.jobs import Job

root = pathlib.Path(sys.argv[1])
bundle = yaml.safe_load((root / "databricks.yml").read_text())
problems = []


def check(holds, problem):
    if not holds:
        problems.append(problem)


job = bundle["resources"]["jobs"]["assay"]
try:
    Job.from_dict(job)  # an unknown field, or a value that is none of those allowed
    for target in bundle["targets"].values():
        for changed in target.get("resources", {}).get("jobs", {}).values():
            Job.from_dict(changed)
except ValueError as e:
    problems.append(str(e))

clusters = {one["job_cluster_key"] for one in job["job_clusters"]}
tasks = [task["task_key"] for task in job["tasks"]]
before = {task["task_key"]: [one["task_key"] for one in task.get("depends_on", [])] for task in job["tasks"]}
for place, task in enumerate(job["tasks"]):
    name = task["task_key"]
    check(task["job_cluster_key"] in clusters, f"{name}: no cluster {task['job_cluster_key']}")
    check(task["spark_jar_task"]["parameters"][0] == name, f"{name}: runs another stage")
    check(before[name] == tasks[place - 1 : place] if place else not before[name], f"{name}: does not follow the task before it")
    main = task["spark_jar_task"]["main_class_name"]
    check((root / "jobs/src/main/java" / (main.replace(".", "/") + ".java")).exists(), f"{name}: there is no class {main}")
for cluster in job["job_clusters"]:
    for key in "spark.plugins", "spark.sql.extensions":
        named = cluster["new_cluster"]["spark_conf"][key]
        check((root / "udfs/src/main/java" / (named.replace(".", "/") + ".java")).exists(), f"there is no class {named}")
readme = (root / "README.md").read_text()
for name in tasks:
    check(f"| `{name}`" in readme, f"{name} is no stage")
used = set(re.findall(r"\$\{var\.(\w+)}", (root / "databricks.yml").read_text()))
check(used == set(bundle["variables"]), f"variables: used {sorted(used)}, declared {sorted(bundle['variables'])}")

for problem in problems:
    print("databricks.yml:", problem)
print(f"databricks.yml: {len(tasks)} tasks on {len(clusters)} clusters, {len(problems)} problems")
sys.exit(1 if problems else 0)
