#!/usr/bin/env python3
"""Files as Ragas, DeepEval and promptfoo write them, for ToolFilesTest and ToolSuitesTest.

Reference: ragas 0.4.3, deepeval 4.3.1 (Python 3.11), promptfoo 0.121.20 (Node 20). No model is asked: Ragas' scores are its metrics that need none,
promptfoo's provider is `echo`.
Run: pip install ragas==0.4.3 'langchain-community<0.4' deepeval==4.3.1 rapidfuzz==3.14.6 && npm install --prefix DIRECTORY promptfoo@0.121.20 &&
python scripts/golden/tool_files.py DIRECTORY
Writes jobs/src/test/resources/tools; promptfoo.yaml there is written by hand, as its users do, and read by promptfoo itself.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

# statistics.py beside this script is not the one that the tools import.
sys.path.remove(str(pathlib.Path(__file__).resolve().parent))
os.environ["DEEPEVAL_TELEMETRY_OPT_OUT"] = "1"
os.environ["RAGAS_DO_NOT_TRACK"] = "true"

from deepeval.dataset import ConversationalGolden, Golden
from deepeval.dataset import EvaluationDataset as Goldens
from deepeval.test_case import LLMTestCase, Turn
from ragas import EvaluationDataset, MultiTurnSample, SingleTurnSample, evaluate
from ragas.messages import AIMessage, HumanMessage, ToolCall, ToolMessage
from ragas.metrics import ExactMatch, NonLLMStringSimilarity
from ragas.testset.synthesizers.testset_schema import Testset, TestsetSample

FILES = pathlib.Path(__file__).parents[2] / "jobs/src/test/resources/tools"
# question, product, reference, what is relevant, what was retrieved, what was answered
CASES = [
    (
        "How long is the fixed term of the savings account?",
        "savings",
        "Twelve months.",
        ["The fixed term of the savings account is twelve months."],
        ["The fixed term of the savings account is twelve months."],
        "Twelve months.",
    ),
    (
        "What does the gold card cost a year?",
        "cards",
        "The gold card costs 80 euros a year.",
        ["The gold card costs 80 euros a year.", "The blue card is free."],
        ["The gold card costs 80 euros a year.", "The blue card is free."],
        "The gold card costs 80 euros a year.",
    ),
    (
        "Who approves loans above 50,000 euros?",
        "loans",
        "The credit committee approves them.",
        ["Loans above 50,000 euros are approved by the credit committee."],
        ["Loans above 50,000 euros are approved by the credit committee."],
        "The branch does.",
    ),
]


def ragas():
    samples = [
        SingleTurnSample(
            user_input=question,
            reference=reference,
            reference_contexts=relevant[:1],
            retrieved_contexts=retrieved,
            response=response,
        )
        for question, _, reference, relevant, retrieved, response in CASES
    ]
    dataset = EvaluationDataset(samples=samples)
    dataset.to_jsonl(FILES / "ragas.jsonl")
    dataset.to_csv(FILES / "ragas.csv")
    dataset.to_pandas().to_parquet(FILES / "ragas.parquet", index=False)
    scored = evaluate(dataset, metrics=[ExactMatch(), NonLLMStringSimilarity()], show_progress=False)
    scored.to_pandas().to_csv(FILES / "ragas-scores.csv", index=False)
    Testset(
        samples=[
            TestsetSample(
                eval_sample=SingleTurnSample(user_input=question, reference=reference, reference_contexts=relevant[:1]),
                synthesizer_name="single_hop_specific_query_synthesizer",
            )
            for question, _, reference, relevant, _, _ in CASES
        ]
    ).to_jsonl(FILES / "ragas-testset.jsonl")
    turns = [
        HumanMessage(content="Is there a card?"),
        AIMessage(content="Let me look.", tool_calls=[ToolCall(name="find", args={"what": "card"})]),
        ToolMessage(content="gold"),
        AIMessage(content="Gold."),
        HumanMessage(content="And its fee?"),
        AIMessage(content="80 euros."),
    ]
    EvaluationDataset(samples=[MultiTurnSample(user_input=turns, reference="80 euros a year")]).to_jsonl(
        FILES / "ragas-turns.jsonl"
    )


def deepeval():
    goldens = [
        Golden(
            input=question,
            expected_output=reference,
            context=relevant,
            retrieval_context=retrieved,
            actual_output=response,
            additional_metadata={"product": product},
        )
        for question, product, reference, relevant, retrieved, response in CASES
    ]
    for kind in "json", "jsonl", "csv":
        Goldens(goldens=goldens).save_as(kind, str(FILES), file_name="deepeval", include_test_cases=False)
    answered = Goldens(goldens=[])
    for question, product, reference, relevant, retrieved, response in CASES:
        answered.add_test_case(
            LLMTestCase(
                input=question,
                expected_output=reference,
                context=relevant,
                retrieval_context=retrieved,
                actual_output=response,
                metadata={"product": product},
                token_cost=0.002,
                input_token_count=20,
                output_token_count=5,
            )
        )
    for kind in "json", "csv":
        answered.save_as(kind, str(FILES), file_name="deepeval-answers", include_test_cases=True)
    Goldens(
        goldens=[
            ConversationalGolden(
                scenario="A customer asks about cards and then about fees.",
                expected_outcome="The fee is named.",
                turns=[
                    Turn(role="user", content="Which cards are there?"),
                    Turn(role="assistant", content="Gold and blue."),
                    Turn(role="user", content="And what do they cost?"),
                ],
            )
        ]
    ).save_as("json", str(FILES), file_name="deepeval-turns", include_test_cases=False)


def promptfoo(directory):
    """As JSON of one provider; as a table of two, whose columns stand side by side."""
    evaluated(directory, ["echo"], "json", "jsonl")
    evaluated(directory, [{"id": "echo", "label": "first"}, {"id": "echo", "label": "second"}], "csv")


def evaluated(directory, providers, *kinds):
    outputs = ["promptfoo-output." + kind for kind in kinds]
    with tempfile.TemporaryDirectory() as home:
        conf = pathlib.Path(home, "promptfooconfig.json")
        tests = pathlib.Path(home, "tests.yaml")
        tests.write_text((FILES / "promptfoo.yaml").read_text())
        conf.write_text(json.dumps({"providers": providers, "prompts": ["{{question}}"], "tests": "tests.yaml"}))
        command = [pathlib.Path(directory, "node_modules/.bin/promptfoo").absolute(), "eval", "--no-cache", "-c", conf]
        for output in outputs:
            command += ["-o", pathlib.Path(home, output)]
        surroundings = os.environ | {"PROMPTFOO_CONFIG_DIR": home, "PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1"}
        ended = subprocess.run(command, cwd=home, env=surroundings, capture_output=True, text=True)
        # promptfoo ends with 100 where a test failed, which those of `echo` do.
        if ended.returncode not in (0, 100):
            sys.exit(ended.stdout + ended.stderr)
        for output in outputs:
            (FILES / output).write_text(pathlib.Path(home, output).read_text().replace(home, "/home/user"))


if __name__ == "__main__":
    ragas()
    deepeval()
    promptfoo(sys.argv[1])
