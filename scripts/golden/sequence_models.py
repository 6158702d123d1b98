"""Small networks with random weights, as ONNX, and what PyTorch says of some texts with them.

    pip install torch==2.* transformers onnx tokenizers
    python -P scripts/golden/sequence_models.py common/src/test/resources/models

(-P: a file beside it is named like a module of the standard library.)

Writes cross-encoder (BERT, 3 NLI classes), classifier (BERT, 4 independent labels), ner (BERT, 5 labels of tokens), encoder (BERT
without a head, with BERTScore of pairs), sts (BERT, one output of pairs), causal (GPT-2 shape) and
encoder-decoder (T5 shape), or those of them that are named behind the folder, each with model.onnx,
tokenizer.json, config.json and expected.json. Versions are written into expected.json.
"""
import json
import pathlib
import sys

import tokenizers
import torch
import transformers
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from transformers.models.bert.configuration_bert import BertConfig
from transformers.models.bert.modeling_bert import BertForSequenceClassification, BertForTokenClassification, BertModel
from transformers.models.gpt2.configuration_gpt2 import GPT2Config
from transformers.models.gpt2.modeling_gpt2 import GPT2LMHeadModel
from transformers.models.t5.configuration_t5 import T5Config
from transformers.models.t5.modeling_t5 import T5ForConditionalGeneration

TEXTS = [
    "The card costs eight dollars.",
    "A replacement card is free of charge, and the fee is refunded within ten business days.",
    "Transfers are not free.",
    "fee",
    "Überweisung 😀 costs 8.50!",
    "",
]
PAIRS = [
    ("The card costs eight dollars a month.", "The card costs eight dollars."),
    ("Transfers are free.", "Transfers are not free."),
    ("fee", "The fee is refunded within ten business days."),
]
CORPUS = TEXTS * 3 + [p for pair in PAIRS for p in pair]
VERSIONS = {"torch": torch.__version__, "transformers": transformers.__version__, "tokenizers": tokenizers.__version__}


def wordpiece():
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.train_from_iterator(
        CORPUS, trainers.WordPieceTrainer(vocab_size=160, special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]"], show_progress=False)
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", tokenizer.token_to_id("[CLS]")), ("[SEP]", tokenizer.token_to_id("[SEP]"))],
    )
    return tokenizer


def byte_level():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.train_from_iterator(
        CORPUS,
        trainers.BpeTrainer(
            vocab_size=330, special_tokens=["<|endoftext|>"], initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
        ),
    )
    return tokenizer


class Logits(torch.nn.Module):
    def __init__(self, model, names):
        super().__init__()
        self.model = model
        self.names = names

    def forward(self, *inputs):
        out = self.model(**dict(zip(self.names, inputs)), return_dict=True)
        return out.logits if "logits" in out else out.last_hidden_state


def save(folder, model, tokenizer, names, expected, config, by_token=False):
    if len(sys.argv) > 2 and folder.name not in sys.argv[2:]:
        return
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    example = torch.tensor([[1, 2, 3], [3, 2, 1]])
    inputs = tuple(example if n.endswith("input_ids") else torch.ones_like(example) if n == "attention_mask" else torch.zeros_like(example) for n in names)
    torch.onnx.export(
        Logits(model, names),
        inputs,
        str(folder / "model.onnx"),
        input_names=names,
        output_names=["logits"],
        dynamic_axes={n: {0: "texts", 1: "written" if n.startswith("decoder") else "tokens"} for n in names} | {"logits": {0: "texts", 1: "written" if "decoder_input_ids" in names else "tokens"} if by_token or len(names) == 2 else {0: "texts"}},
        opset_version=17,
        dynamo=False,
    )
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    (folder / "expected.json").write_text(json.dumps({"versions": VERSIONS} | expected, indent=1) + "\n")


def bert(tokenizer, labels, kind=BertForSequenceClassification):
    torch.manual_seed(7)
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=64, num_labels=labels, initializer_range=0.6, attn_implementation="eager",
    )
    return kind(config).eval()


def logits(model, encoding, types=True):
    arguments = {"input_ids": torch.tensor([encoding.ids]), "attention_mask": torch.tensor([encoding.attention_mask])}
    if types:
        arguments["token_type_ids"] = torch.tensor([encoding.type_ids])
    with torch.no_grad():
        return model(**arguments).logits[0]


def token_vectors(model, encoding):
    """Rows of unit length, those of [CLS] and [SEP] included."""
    with torch.no_grad():
        states = model(input_ids=torch.tensor([encoding.ids]), token_type_ids=torch.tensor([encoding.type_ids])).last_hidden_state[0]
    return torch.nn.functional.normalize(states.double(), dim=-1)


def bert_score(candidate, reference):
    """Zhang et al. 2020 without idf, as bert-score 0.3.13 counts: special tokens can be matched and are not counted."""
    similarity = candidate @ reference.T
    precision = similarity[1:-1].max(dim=1).values.mean().item()
    recall = similarity[:, 1:-1].max(dim=0).values.mean().item()
    return {"precision": precision, "recall": recall, "f1": 2 * precision * recall / (precision + recall)}


def main(root):
    root = pathlib.Path(root)
    pieces = wordpiece()
    names = ["input_ids", "attention_mask", "token_type_ids"]
    cross = bert(pieces, 3)
    labels = {"0": "contradiction", "1": "entailment", "2": "neutral"}
    rows = [
        {"premise": p, "hypothesis": h, "logits": logits(cross, pieces.encode(p, h)).tolist(),
         "probabilities": torch.softmax(logits(cross, pieces.encode(p, h)).double(), 0).tolist()}
        for p, h in PAIRS
    ]
    save(root / "cross-encoder", cross, pieces, names, {"pairs": rows}, {"id2label": labels})
    classifier = bert(pieces, 4)
    labels = {"0": "toxicity", "1": "obscene", "2": "threat", "3": "insult"}
    rows = [
        {"text": t, "logits": logits(classifier, pieces.encode(t)).tolist(),
         "sigmoid": torch.sigmoid(logits(classifier, pieces.encode(t)).double()).tolist(),
         "softmax": torch.softmax(logits(classifier, pieces.encode(t)).double(), 0).tolist()}
        for t in TEXTS
    ]
    save(root / "classifier", classifier, pieces, names, {"texts": rows}, {"id2label": labels})
    recogniser = bert(pieces, 5, BertForTokenClassification)
    labels = {"0": "O", "1": "B-PER", "2": "I-PER", "3": "B-LOC", "4": "I-LOC"}
    rows = []
    for text in TEXTS:
        encoding = pieces.encode(text)
        out = torch.softmax(logits(recogniser, encoding).double(), -1)
        rows.append({"text": text, "probabilities": out[1:-1].tolist(), "starts": [s for s, _ in encoding.offsets[1:-1]]})
    save(root / "ner", recogniser, pieces, names, {"texts": rows}, {"id2label": labels}, by_token=True)
    encoder = bert(pieces, 2, BertModel)
    rows = [{"text": t, "vectors": token_vectors(encoder, pieces.encode(t)).tolist()} for t in TEXTS]
    pairs = [
        {"answer": a, "expected": e} | bert_score(token_vectors(encoder, pieces.encode(a)), token_vectors(encoder, pieces.encode(e)))
        for a, e in PAIRS
    ]
    save(root / "encoder", encoder, pieces, names, {"texts": rows, "pairs": pairs}, {"hidden_size": 16}, by_token=True)
    likeness = bert(pieces, 1)
    rows = [{"first": a, "second": b, "likeness": torch.sigmoid(logits(likeness, pieces.encode(a, b)).double())[0].item()} for a, b in PAIRS]
    save(root / "sts", likeness, pieces, names, {"pairs": rows}, {"id2label": {"0": "LABEL_0"}})
    bytes_ = byte_level()
    torch.manual_seed(7)
    causal = GPT2LMHeadModel(
        GPT2Config(vocab_size=bytes_.get_vocab_size(), n_embd=16, n_layer=1, n_head=2, n_positions=64, initializer_range=0.6,
                   attn_implementation="eager", use_cache=False)
    ).eval()
    rows = []
    for text in TEXTS:
        ids = [bytes_.token_to_id("<|endoftext|>")] + bytes_.encode(text).ids
        with torch.no_grad():
            out = torch.log_softmax(causal(torch.tensor([ids])).logits[0].double(), -1)
        rows.append({"text": text, "log_probabilities": [out[i, ids[i + 1]].item() for i in range(len(ids) - 1)]})
    save(root / "causal", causal, bytes_, ["input_ids", "attention_mask"], {"texts": rows}, {"bos_token_id": bytes_.token_to_id("<|endoftext|>")})
    encoder_decoder(root / "encoder-decoder", pieces)


def encoder_decoder(folder, tokenizer):
    """T5's shape; [PAD] begins what it writes and [SEP] ends every text."""
    torch.manual_seed(7)
    pad, end = tokenizer.token_to_id("[PAD]"), tokenizer.token_to_id("[SEP]")
    model = T5ForConditionalGeneration(
        T5Config(vocab_size=tokenizer.get_vocab_size(), d_model=16, d_kv=8, d_ff=32, num_layers=1, num_heads=2, initializer_factor=1.0,
                 decoder_start_token_id=pad, pad_token_id=pad, eos_token_id=end, use_cache=False,
                 attn_implementation="eager")
    ).eval()
    rows = []
    for prompt, continuation in PAIRS:
        read = tokenizer.encode(prompt, add_special_tokens=False).ids + [end]
        scored = tokenizer.encode(continuation, add_special_tokens=False).ids + [end]
        with torch.no_grad():
            out = model(input_ids=torch.tensor([read]), decoder_input_ids=torch.tensor([[pad] + scored[:-1]])).logits[0]
        out = torch.log_softmax(out.double(), -1)
        rows.append({"prompt": prompt, "continuation": continuation, "log_probabilities": [out[i, t].item() for i, t in enumerate(scored)]})
    save(folder, model, tokenizer, ["input_ids", "attention_mask", "decoder_input_ids"], {"prompts": rows},
         {"decoder_start_token_id": pad, "eos_token_id": end}, by_token=True)


if __name__ == "__main__":
    main(sys.argv[1])
