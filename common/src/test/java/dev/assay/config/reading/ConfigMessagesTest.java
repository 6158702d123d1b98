package dev.assay.config.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigMessagesTest {
  @TempDir Path folder;

  /** Each file's only problem is the message; {@code @} stands for the file and line 2. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          chunk.max-token = 3 | Unknown key 'chunk.max-token' @. Did you mean 'chunk.max-tokens'? Known here: max-tokens, overlap-tokens.
          max-tokens = 3 | Unknown key 'max-tokens' @. Did you mean 'budget.max-tokens'? Known here: analyze, answer, automate, baseline, budget, calibrate, chunk, corpus, evaluate, gate, generate, grammar, judges, label, llm, models, perturb, pipeline, report, review, risks, run, sample, scores, sets, shrink, sql, store, stratify, systems, tests, thresholds.
          systems.a { kind = embedded, retriever = dense, fault = 0.1 } | Unknown key 'systems.a.fault' @. Did you mean 'systems.a.faults'?
          systems.a { kind = embedded, retriever = dense, index-noise { perturbators = [antonym] } } | Unknown noise for texts 'antonym' @. Known: abbreviation,
          systems.a { kind = embedded, retriever = dense, index-noise { perturbators = [] } } | 'systems.a.index-noise.perturbators' is [] @. Allowed: at least one perturbator.
          systems.a { kind = embedded, retriever = dense, index-noise { perturbators = [ocr], intensity = hihg } } | Unknown intensity 'hihg' @. Did you mean 'high'?
          systems.a { kind = table, path = x, index-noise { perturbators = [ocr] } } | 'systems.a.index-noise' is {"perturbators":["ocr"]} @. Allowed: nothing here with kind = table.
          systems.all { kind = embedded, retriever = dense } | 'systems.all' is *** @. Allowed: a system of another name: in tables, all stands for every system.
          corpus.sources = [{ path = x, fromat = csv }] | Unknown key 'corpus.sources[0].fromat' @. Did you mean 'corpus.sources[0].format'?
          sample.size = many | 'sample.size' is "many" @. Allowed: a whole number from -2147483648 to 2147483647.
          sample.size = 2.5 | 'sample.size' is 2.5 @. Allowed: a whole number
          sample.size = 3000000000 | 'sample.size' is 3000000000 @. Allowed: a whole number
          run.seed = x | 'run.seed' is "x" @. Allowed: a whole number of at most 64 bits.
          calibrate.alpha = NaN | 'calibrate.alpha' is "NaN" @. Allowed: a number.
          models.embedder.normalise = maybe | 'models.embedder.normalise' is "maybe" @. Allowed: true or false.
          pipeline.stages = embed | 'pipeline.stages' is "embed" @. Allowed: a list [ … ].
          chunk = 3 | 'chunk' is 3 @. Allowed: a block { … } with max-tokens, overlap-tokens.
          evaluate.thresholds = 3 | 'evaluate.thresholds' is 3 @. Allowed: a block { name = … }.
          run.name = [a] | 'run.name' is ["a"] @. Allowed: text.
          sample.size = null | 'sample.size' is missing @. Allowed: a whole number
          run.name = " " | 'run.name' is " " @. Allowed: text that is not empty.
          store.path = "" | 'store.path' is "" @. Allowed: a directory or URI, unless store.catalog is set.
          store.schema = "a-b" | 'store.schema' is "a-b" @. Allowed: a name of letters, digits and _, no digit first.
          pipeline.stages = [] | 'pipeline.stages' is [] @. Allowed: at least one stage.
          pipeline.stages = [embed, embed] | 'pipeline.stages[1]' is "embed" @. Allowed: each name once.
          pipeline.commit-rows = 0 | 'pipeline.commit-rows' is 0 @. Allowed: 1 or more.
          corpus.sources = [{ format = csv }] | 'corpus.sources[0].path' is missing @. Allowed: text.
          corpus.sources = [{ path = x, format = cvs }] | Unknown format 'cvs' @. Did you mean 'csv'? Known: auto, csv, delta, docx, html, jsonl, markdown, parquet, pdf, text.
          corpus.sources = [{ path = x, format = pdf, id-column = y }] | 'corpus.sources[0].id-column' is "y" @. Allowed: no column with format = pdf.
          chunk.overlap-tokens = 200 | 'chunk.overlap-tokens' is 200 @. Allowed: from 0 to less than chunk.max-tokens (200).
          chunk.max-tokens = 600 | 'chunk.max-tokens' is 600 @. Allowed: at most models.embedder.max-length (512).
          models.embedder.max-length = 1024 | 'models.embedder.max-length' is 1024 @. Allowed: at most 512 with source = bundled:bge-small-en-v1.5.
          models.embedder.engine = onyx | Unknown engine 'onyx' @. Did you mean 'onnx'? Known: onnx, spark-nlp.
          models.embedder.source = "bundled:bge-small" | Unknown bundled model 'bundled:bge-small' @. Known: bundled:bge-small-en-v1.5.
          models.embedder.precision = int4 | Unknown precision 'int4' @. Did you mean 'int8'? Known: fp32, int8.
          models { device = cuda, embedder.precision = int8 } | 'models.embedder.precision' is "int8" @. Allowed: fp32 with models.device = cuda: int8 runs on CPUs.
          models.embedder { engine = spark-nlp, source = dir } | 'models.embedder.source' is "dir" @. Allowed: bundled:bge-small-en-v1.5 with engine = spark-nlp.
          models.embedder { engine = spark-nlp, pooling = mean } | 'models.embedder.pooling' is "mean" @. Allowed: cls with engine = spark-nlp.
          models.toxicity { kind = onnx, source = "" } | 'models.toxicity.source' is "" @. Allowed: a directory or URI with kind = onnx.
          models.toxicity.source = "bundled:toxicity-v2" | Unknown bundled model 'bundled:toxicity-v2' @. Did you mean 'bundled:toxicity-v1'? Known: bundled:toxicity-v1.
          models.language-id.kind = opennpl | Unknown kind 'opennpl' @. Did you mean 'opennlp'? Known: none, onnx, opennlp.
          models.sentiment.kind = vadr | Unknown kind 'vadr' @. Did you mean 'vader'? Known: none, onnx, vader.
          models.token-embedder.kind = bundle | Unknown kind 'bundle' @. Did you mean 'bundled'? Known: bundled, none, onnx.
          models.token-embedder { kind = onnx, source = "" } | 'models.token-embedder.source' is "" @. Allowed: a directory or URI with kind = onnx.
          models.token-embedder { kind = onnx, source = "bundled:bge-small-en-v1.5" } | 'models.token-embedder.source' is "bundled:bge-small-en-v1.5" @. Allowed: a directory or URI with kind = onnx.
          models.token-embedder.source = dir | 'models.token-embedder.source' is "dir" @. Allowed: "" with kind = bundled.
          models.token-embedder.batch-size = 0 | 'models.token-embedder.batch-size' is 0 @. Allowed: 1 or more.
          models.bias.kind = linear | Unknown kind 'linear' @. Known: none, onnx.
          models.topic.kind = exemplar | Unknown kind 'exemplar' @. Did you mean 'exemplars'? Known: exemplars, none, onnx.
          models.topic { kind = exemplars, source = "" } | 'models.topic.source' is "" @. Allowed: a file or folder of texts with kind = exemplars.
          models.ner { kind = onnx, source = x, batch-size = 0 } | 'models.ner.batch-size' is 0 @. Allowed: 1 or more.
          stratify.min-k = 17 | 'stratify.min-k' is 17 @. Allowed: from 2 to stratify.max-k (16).
          stratify.min-k = 1 | 'stratify.min-k' is 1 @. Allowed: 2 or more.
          stratify.fit-size = 16 | 'stratify.fit-size' is 16 @. Allowed: more than stratify.max-k (16).
          stratify.label-terms = 13 | 'stratify.label-terms' is 13 @. Allowed: from 1 to stratify.terms (12).
          sample.design = equals | Unknown design 'equals' @. Did you mean 'equal'? Known: equal, neyman, proportional, square-root, weighted.
          analyze.interval = bootstrp | Unknown interval 'bootstrp' @. Did you mean 'bootstrap'? Known: bootstrap, linearised.
          analyze.coverage-distance = 3 | 'analyze.coverage-distance' is 3 @. Allowed: a number from 0.0 to 2.0.
          analyze.replicates = 50 | 'analyze.replicates' is 50 @. Allowed: 100 or more.
          sample.max-per-stratum = 0 | 'sample.max-per-stratum' is 0 @. Allowed: 1 or more, and no less than sample.min-per-stratum (1).
          sample { min-per-stratum = 5, max-per-stratum = 4 } | 'sample.max-per-stratum' is 4 @. Allowed: 1 or more, and no less than sample.min-per-stratum (5).
          sample { design = weighted, importance = "" } | 'sample.importance' is "" @. Allowed: the name of a metadata column with design = weighted.
          sample { design = neyman, pilot.run = "" } | 'sample.pilot.run' is "" @. Allowed: the run.name of an earlier run with design = neyman.
          sample { design = neyman, pilot.run = assay } | 'sample.pilot.run' is "assay" @. Allowed: another name than run.name
          sample.pairs { neighbours = 3, across = 0, inside = 5 } | 'sample.pairs.inside' is 5 @. Allowed: a whole number from 0 to 3
          generate.query-types = [factul] | Unknown query type 'factul' @. Did you mean 'factual'? Known: factual, multiple_choice, two_chunk, yes_no.
          generate.provider = llm | Unknown provider 'llm' @. Known: endpoint, rules.
          generate { provider = endpoint } | 'generate.provider' is "endpoint" @. Allowed: rules, unless generate.endpoint is a name in llm.endpoints.
          generate.query-types = [multi_hop] | Unknown query type 'multi_hop' @. Known: factual, multiple_choice, two_chunk, yes_no.
          generate.difficulties = [easy, easy] | 'generate.difficulties[1]' is "easy" @. Allowed: a word, each once.
          generate.prompts { numerik = x } | Unknown prompt 'numerik' @. Did you mean 'numeric'?
          generate.min-relevancy = 2 | 'generate.min-relevancy' is 2 @. Allowed: a number from -1.0 to 1.0.
          systems.a { kind = tabel } | Unknown kind 'tabel' @. Did you mean 'table'? Known: embedded, http-json, openai-chat, table.
          systems.a { retriever = dense } | 'systems.a.kind' is missing @. Allowed: text.
          systems.a { kind = embedded } | 'systems.a.retriever' is missing @. Allowed: dense or sparse.
          systems.a { kind = embedded, retriever = dens } | Unknown retriever 'dens' @. Did you mean 'dense'?
          systems.a { kind = embedded, retriever = dense, faults = 2 } | 'systems.a.faults' is 2 @. Allowed: a number from 0.0 to 1.0.
          systems.a { kind = embedded, retriever = dense, path = x } | 'systems.a.path' is "x" @. Allowed: nothing here with kind = embedded.
          systems.a { kind = table, format = csv, question-column = q, answer-column = a } | 'systems.a.path' is missing @. Allowed: the file, directory or URI of the recorded answers.
          systems.a { kind = table, path = x, format = csv, question-column = q, answer-column = a, faults = 0 } | 'systems.a.faults' is 0 @. Allowed: nothing here with kind = table.
          systems.a { kind = openai-chat } | 'systems.a.endpoint' is missing @. Allowed: a name in llm.endpoints.
          systems.a { kind = openai-chat, endpoint = gtp } | Unknown endpoint 'gtp' @.
          systems.a { kind = table, path = x, prompt = y } | 'systems.a.prompt' is "y" @. Allowed: nothing here with kind = table.
          llm.endpoints.e { kind = opnai, base-url = "http://h", model = m } | Unknown kind 'opnai' @. Did you mean 'openai'?
          llm.endpoints.e { kind = openai, base-url = "http://h?k=1", model = m } | 'llm.endpoints.e.base-url' is "http://h?k=1" @. Allowed: an http or https URL without user
          llm.endpoints.e { kind = openai, base-url = "http://h" } | 'llm.endpoints.e.model' is missing @. Allowed: the model's name with kind = openai.
          llm.endpoints.e { kind = openai, base-url = "http://h", model = m, api-key = [x] } | 'llm.endpoints.e.api-key' is *** @. Allowed: text.
          sql.host = "0.0.0.0" | 'sql.host' is "0.0.0.0" @. Allowed: an address of this machine
          llm.endpoints.e { kind = openai, base-url = "http://h", model = m, api-key-file = "/k" } | 'llm.endpoints.e.base-url' is "http://h" @. Allowed: https where a key or headers are sent
          llm.endpoints.e { kind = openai, base-url = "http://127.0.0.1.h", model = m, headers { a = b } } | 'llm.endpoints.e.base-url' is "http://127.0.0.1.h" @. Allowed: https where a key
          llm.endpoints.e { kind = openai, base-url = "http://localhost:1", model = m, api-key-file = "/k", refusals = 0 } | 'llm.endpoints.e.refusals' is 0 @. Allowed: 1 or more.
          llm.endpoints.e { kind = openai, base-url = "http://h", model = m, max-in-flight = 0 } | 'llm.endpoints.e.max-in-flight' is 0 @. Allowed: 1 or more.
          llm.replay = maybe | Unknown replay 'maybe' @. Known: missing, only.
          budget.max-calls = -1 | 'budget.max-calls' is -1 @. Allowed: 0 or more.
          answer.repeats = 0 | 'answer.repeats' is 0 @. Allowed: 1 or more.
          evaluate.evaluators = [] | 'evaluate.evaluators' is [] @. Allowed: at least one evaluator.
          evaluate.thresholds { bleu = 1 } | 'evaluate.thresholds.bleu' is 1 @. Allowed: a metric with its evaluator, such as groundedness.groundedness_mean.
          label.sources = [{ format = csv }] | 'label.sources[0].path' is missing @. Allowed: text.
          label.sources = [{ path = x, format = json }] | Unknown format 'json' @. Did you mean 'jsonl'? Known: auto, csv, delta, jsonl, label-studio, parquet, xlsx.
          calibrate.alpha = 0.51 | 'calibrate.alpha' is 0.51 @. Allowed: a number above 0 and at most 0.5.
          calibrate.alpha = 0 | 'calibrate.alpha' is 0 @. Allowed: a number above 0 and at most 0.5.
          sets.method = splt | Unknown method 'splt' @. Did you mean 'split'? Known: cv-plus, full, split, weighted.
          sets.by = topic | Unknown category 'topic' @.
          automate.method = learn | Unknown method 'learn' @.
          automate.alpha = 0.6 | 'automate.alpha' is 0.6 @. Allowed: a number above 0 and at most 0.5.
          automate.delta = 0 | 'automate.delta' is 0 @. Allowed: a number above 0 and at most 0.5.
          automate.method = risk-control, automate.alpha-accept = 0.05 | 'automate.alpha-accept' is 0.05 @. Allowed: null with automate.method = risk-control, which does not tell accepts from rejects.
          automate.method = sets, automate.alpha-reject = 0.05 | 'automate.alpha-reject' is 0.05 @. Allowed: null with automate.method = sets, which does not tell accepts from rejects.
          automate.method = sets, automate.min-confidence = 0.7 | 'automate.min-confidence' is 0.7 @. Allowed: null with automate.method = sets, by which a single label decides, however sure.
          review.size = 0 | 'review.size' is 0 @. Allowed: 1 or more.
          review.floor = 1.5 | 'review.floor' is 1.5 @. Allowed: a number from 0.0 to 1.0.
          calibrate.conformal-share = 0.6 | 'calibrate.conformal-share' is 0.6 @. Allowed: less than 1 together with calibrate.train-share (0.4), so that groups remain for testing.
          calibrate.candidates = [] | 'calibrate.candidates' is [] @. Allowed: at least one method.
          calibrate.candidates = [auto] | Unknown method 'auto' @. Known: beta, boosted, isotonic, logistic, venn_abers.
          analyze.confidence = 95 | 'analyze.confidence' is 95 @. Allowed: a number between 0 and 1, both excluded.
          gate.metric = bleu | 'gate.metric' is "bleu" @. Allowed: a metric with its evaluator, such as groundedness.groundedness_mean.
          gate.method = fixed | 'gate.threshold' is missing (reference.conf: L). Allowed: a number with gate.method = fixed.
          judges.samples = 0 | 'judges.samples' is 0 @. Allowed: 1 or more.
          gate.threshold = 0.5 | 'gate.threshold' is 0.5 @. Allowed: a number only with gate.method = fixed.
          gate.systems = [b], systems.a { kind = embedded, retriever = dense } | Unknown system 'b' @. Did you mean 'a'? Known: a.
          gate.dimension = corect, calibrate.dimensions = [correct] | Unknown dimension 'corect' @. Did you mean 'correct'? Known: correct.
          baseline.systems { b = old }, systems.a { kind = embedded, retriever = dense } | Unknown system 'b' @. Did you mean 'a'? Known: a.
          gate.appetite = modest | Unknown appetite 'modest' @. Known: high, low, moderate.
          gate { method = fixed, threshold = 1 } | 'gate.threshold' is 1 @. Allowed: a number between 0 and 1, both excluded, with gate.metric = human
          gate { method = fixed, threshold = 0 } | 'gate.threshold' is 0 @. Allowed: a number between 0 and 1, both excluded, with gate.metric = human
          gate.slices = ["topic=1"] | 'gate.slices[0]' is "topic=1" @. Allowed: all, query_type=VALUE, stratum_id=NUMBER or key=value pairs of an entry of analyze.slices.
          analyze.slices = [product, "a x a"] | 'analyze.slices[1]' is "a x a" @. Allowed: an attribute, or several joined by ×, x or &
          analyze.slice-bins = 1 | 'analyze.slice-bins' is 1 @. Allowed: 2 or more.
          gate.require = non-inferior | 'gate.require' is "non-inferior" @. Allowed: no-drop without baseline.run.
          gate.format = xml | Unknown format 'xml' @. Known: github, json, junit, text.
          report.appetite = modest | Unknown appetite 'modest' @. Known: high, low, moderate.
          report.bar.high = 1 | 'report.bar.high' is 1 @. Allowed: a number between 0 and 1, both excluded.
          sql.port = 70000 | 'sql.port' is 70000 @. Allowed: a whole number from 0 to 65535.
          """)
  void nameKeyValueAllowedFileAndLine(String conf, String expected) throws IOException {
    Path file = Files.writeString(folder.resolve("my.conf"), "# my own\n" + conf + "\n");
    ConfigException thrown =
        catchThrowableOfType(
            ConfigException.class, () -> ConfigLoader.defaults().file(file).load());
    assertThat(thrown).as("accepted: %s", conf).isNotNull();
    assertThat(thrown.problems())
        .singleElement()
        .satisfies(
            message ->
                assertThat(message.replaceAll("reference.conf: \\d+", "reference.conf: L"))
                    .startsWith(expected.strip().replace("@", "(" + file + ": 2)")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sample.size=many | 'sample.size' is "many" (--set sample.size). Allowed: a whole number
          smple.size=3 | Unknown key 'smple' (--set smple.size). Did you mean 'sample'?
          sample.sise=3 | Unknown key 'sample.sise' (--set sample.sise). Did you mean 'sample.size'?
          corpus.sources=[{path=1,formt=x}] | Unknown key 'corpus.sources[0].formt' (--set corpus.sources). Did you mean
          """)
  void nameTheSetting(String setting, String expected) {
    ConfigException thrown =
        catchThrowableOfType(
            ConfigException.class, () -> ConfigLoader.defaults().set(setting).load());
    assertThat(thrown.problems()).singleElement().asString().startsWith(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "evaluate.parameters.x.api-key=[sesame]",
    "evaluate.parameters.x.token={a=sesame}",
    "'llm.endpoints={e{kind=openai,model=m,base-url=\"http://u:sesame@h\"}}'"
  })
  void neverShowASecret(String setting) {
    ConfigException thrown =
        catchThrowableOfType(
            ConfigException.class, () -> ConfigLoader.defaults().set(setting).load());
    assertThat(thrown).hasMessageNotContaining("sesame").hasMessageContaining("***");
  }
}
