"""See try: a stand-in for an API server, the submission, and what has to hold of what was sent."""

import json
import os
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import kubernetes_validate
import yaml

ROOT = Path(sys.argv[1])
HERE = ROOT / "scripts/kubernetes"
VERSION = "1.29"
SECRET = "a-key-that-stands-nowhere"
made = []


class Api(BaseHTTPRequestHandler):
    """Answers whatever is made with the same, as if the cluster had it now."""

    protocol_version = "HTTP/1.1"

    def reply(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def make(self):
        thing = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        made.append(thing)
        answer = json.loads(json.dumps(thing))
        answer["metadata"].update(uid=f"uid-{len(made)}", namespace="assay", resourceVersion="1")
        self.reply(201, answer)

    do_POST = do_PATCH = do_PUT = make

    def do_GET(self):
        self.reply(404, {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 404, "reason": "NotFound"})

    def log_message(self, *_):
        pass


def shaped(thing, what):
    kubernetes_validate.validate(thing, VERSION, strict=True)
    print(f"try: {what} is what Kubernetes {VERSION} takes")


def holds(claim, what):
    if not claim:
        sys.exit(f"try: not so: {what}")
    print(f"try: {what}")


for file in ("pod.yaml", "rights.yaml"):
    for document in yaml.safe_load_all((HERE / file).read_text()):
        shaped(document, f"{document['kind']} of {file}")

server = ThreadingHTTPServer(("127.0.0.1", 0), Api)
threading.Thread(target=server.serve_forever, daemon=True).start()
words = ["run", "--conf", "/data/my.conf", "--set", "run.name=a night", "--outcome", "/data/my.outcome.json"]
with tempfile.TemporaryDirectory() as home:
    # Without a configuration of this user's own, and with the key in the environment.
    environment = {**os.environ, "IMAGE": "registry.example/assay", "BANK_KEY": SECRET, "KUBECONFIG": f"{home}/none"}
    key = "assay:bank-key"
    command = [
        str(HERE / "submit"),
        "--master", f"k8s://http://127.0.0.1:{server.server_port}",
        "--conf", "spark.kubernetes.submission.waitAppCompletion=false",
        "--conf", f"spark.kubernetes.driver.secretKeyRef.BANK_KEY={key}",
        "--conf", f"spark.kubernetes.executor.secretKeyRef.BANK_KEY={key}",
        "--executor-memory", "5g",
        "--", *words,
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
if done.returncode:
    sys.exit(done.stdout[-3000:] + done.stderr[-6000:])

pods = [thing for thing in made if thing["kind"] == "Pod"]
holds(len(pods) == 1, f"one pod is made, the driver, beside {sorted(t['kind'] for t in made if t not in pods)}")
for thing in made:
    shaped(thing, f"{thing['kind']} that Spark sends")
spec = pods[0]["spec"]
driver = spec["containers"][0]
holds(driver["image"] == "registry.example/assay", "its image is IMAGE")
holds(spec["serviceAccountName"] == "assay", "it is the service account assay")
holds(driver["args"][-len(words):] == words, "it is given the words of the command, with a blank in one")
holds("dev.assay.jobs.Main" in driver["args"], "it starts Assay's class")
holds({"name": "data", "mountPath": "/data"} in driver["volumeMounts"], "the volume is mounted at /data")
holds({"name": "SPARK_LOCAL_DIRS", "value": "/tmp/spark"} in driver["env"], "Spark's temporary files are on the volume for them")
holds(driver["resources"]["limits"]["memory"] == "5596Mi", "its memory is 4 GB and 1.5 GB beside the heap")
refs = [e["valueFrom"]["secretKeyRef"] for e in driver["env"] if e["name"] == "BANK_KEY"]
holds([(r["name"], r["key"]) for r in refs] == [("assay", "bank-key")], "the key comes from the cluster's secret")
holds(SECRET not in json.dumps(made) + done.stdout + done.stderr, "and stands in nothing that was sent or printed")
files = {name: text for t in made if t["kind"] == "ConfigMap" for name, text in t["data"].items()}
properties = files["spark.properties"]
for setting in (
    "spark.plugins=dev.assay.spark.AssayPlugin",
    "spark.executor.memory=5g",
    "spark.executor.memoryOverhead=2500m",
    "spark.jars=local\\:///opt/assay/dist/lib/",
):
    holds(setting in properties, f"the driver is told {setting}{'…' if setting.endswith('/') else ''}")
template = yaml.safe_load(files["podspec-configmap-key"])
holds(template == yaml.safe_load((HERE / "pod.yaml").read_text()), "executors have the same template")
server.shutdown()
print("try: a submission to Kubernetes is what it should be")
