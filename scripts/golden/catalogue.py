"""Prints the reference values that tests of the rule-based and set evaluators hold.

Versions: Python's own base64, binascii, codecs, urllib, zlib; jsonschema 4.26.0; scikit-learn 1.9.1; numpy.
Run: pip install jsonschema==4.26.0 scikit-learn==1.9.1 && python scripts/golden/catalogue.py
Used by DecoderTest, StructureTest, SetEvaluatorsTest, TwoSampleTest.
"""
import base64
import binascii
import codecs
import importlib.metadata
import json
import math
import urllib.parse

import jsonschema
import numpy
import sklearn
from sklearn.metrics import accuracy_score, precision_recall_fscore_support

print("jsonschema", importlib.metadata.version("jsonschema"), "scikit-learn", sklearn.__version__)

print("\nDecoderTest")
print(repr(binascii.unhexlify("48656c6c6f").decode()))
print(repr(base64.b64decode("SGVsbG8=").decode()))
print(repr(base64.b64decode("SGVsbG8gV29ybGQh").decode()))
print(repr(base64.b32decode("JBSWY3DPEBLW64TMMQQQ====").decode()))
print(repr(urllib.parse.unquote("a%20secret%3A%20Z%C3%BCrich")))
print(repr(codecs.decode("Gur cnffjbeq vf va gur svyr.", "rot13")))

print("\nStructureTest")
SCHEMA = {"type": "object", "required": ["fee"], "properties": {"fee": {"type": "number"}}}
for answer in ['{"fee": 5}', '{"fee": "5"}', "{}", "[]", '{"fee": 5, "x": 1}']:
    print(answer, jsonschema.Draft202012Validator(SCHEMA).is_valid(json.loads(answer)))
FOUR = {"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 5, "exclusiveMinimum": True}
print("draft 4, 5 above an exclusive 5:", jsonschema.Draft4Validator(FOUR).is_valid(5))
print("2020-12, 5 above an exclusive 4:", jsonschema.Draft202012Validator({"exclusiveMinimum": 4}).is_valid(5))

print("\nSetEvaluatorsTest")
expected, predicted = list("aabbbcca"), list("abbbccda")
print("accuracy", accuracy_score(expected, predicted))
print(
    "macro over expected classes",
    precision_recall_fscore_support(expected, predicted, labels=["a", "b", "c"], average="macro", zero_division=0)[:3],
)

print("\nTwoSampleTest")
x, y = numpy.array([[1.0, 0], [1, 0]]), numpy.array([[0.0, 1], [0, 1]])


def kernel(a, b):
    return math.exp(-((a - b) ** 2).sum() / (2 * 2))


mmd = (
    sum(kernel(a, b) for i, a in enumerate(x) for j, b in enumerate(x) if i != j) / 2
    + sum(kernel(a, b) for i, a in enumerate(y) for j, b in enumerate(y) if i != j) / 2
    - 2 * sum(kernel(a, b) for a in x for b in y) / 4
)
print("unbiased MMD²", mmd, "=", 2 - 2 * math.exp(-0.5))
