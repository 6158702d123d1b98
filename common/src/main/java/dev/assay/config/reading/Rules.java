package dev.assay.config.reading;

import dev.assay.config.AssayConfig;
import dev.assay.config.CorpusConfig;
import dev.assay.config.CorpusSource;
import dev.assay.config.PipelineConfig;
import dev.assay.config.StoreConfig;
import dev.assay.config.cases.ShrinkConfig;
import dev.assay.config.models.EmbedderConfig;
import dev.assay.config.models.ModelsConfig;
import dev.assay.core.Slot;
import dev.assay.model.onnx.CausalSpec;
import dev.assay.model.onnx.EntailmentSpec;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.TokenSpec;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * What each block of the configuration allows.
 *
 * @param stages the names of all stages; empty: names are not checked
 */
record Rules(Checks checks, Set<String> stages) {

  private static final List<String> CORPUS_FORMATS =
      List.of(
          "auto", "text", "markdown", "html", "pdf", "docx", "jsonl", "csv", "parquet", "delta");
  private static final Set<String> WITHOUT_COLUMNS =
      Set.of("text", "markdown", "html", "pdf", "docx");
  private static final String BUNDLED = "bundled:";
  private static final List<String> BUNDLED_MODELS = List.of("bundled:bge-small-en-v1.5");
  private static final List<String> ENTAILMENT_KINDS =
      List.of("support", "nli", "consistency", "none");
  private static final List<String> BUNDLED_SUPPORT = List.of("bundled:support-v1");
  private static final List<String> DEVICES = List.of(ModelSpec.AUTO, "cpu", ModelSpec.CUDA);
  private static final int BUNDLED_LENGTH = 512;

  /** Checks every block, and that there is what the stages about to run read first. */
  void check(AssayConfig config, Function<AssayConfig, List<String>> stagesOf) {
    pipeline(config.pipeline());
    List<String> running = checks.sound("pipeline.stages") ? stagesOf.apply(config) : List.of();
    checks.require(
        !running.contains("ingest") || !config.corpus().sources().isEmpty(),
        "corpus.sources",
        "at least one { path = … } for stage ingest");
    checks.require(
        !running.contains("answer") || !config.systems().isEmpty(),
        "systems",
        "at least one NAME { kind = … } for stage answer");
    new JudgesRules(checks).check(config);
    new ScoreRules(checks).check(config);
    new GrammarRules(checks).check(config);
    checks.text(config.run().name(), "run.name");
    checks.require(
        config.run().key().matches("[\\p{Alnum}.:_-]{0,64}"),
        "run.key",
        "at most 64 letters (a-z), digits and . : _ -, such as 2026-11-26");
    store(config.store());
    corpus(config.corpus());
    chunk(config);
    embedder(config.models());
    checks.atLeast(1, config.models().remember(), "models.remember");
    checks.atLeast(0, config.models().rememberOnDiskMb(), "models.remember-on-disk-mb");
    devices(config.models());
    entailment(config.models());
    tokens(config.models().tokenEmbedder());
    new StratifyRules(checks).check(config);
    new SampleRules(checks).check(config);
    new GenerateRules(checks).check(config);
    new FillRules(checks).check(config);
    new TestRules(checks).check(config.tests(), running);
    new PerturbRules(checks).check(config, running);
    shrink(config.shrink(), running);
    new SystemRules(checks).check(config.systems());
    new LlmRules(checks).check(config);
    checks.atLeast(1, config.answer().repeats(), "answer.repeats");
    new ResultRules(checks).check(config);
    new SqlRules(checks).check(config.sql());
  }

  private void shrink(ShrinkConfig shrink, List<String> running) {
    checks.atLeast(0, shrink.maxCases(), "shrink.max-cases");
    checks.require(
        !running.contains("shrink") || shrink.maxCases() > 0,
        "shrink.max-cases",
        "at least 1 for stage shrink");
    checks.atLeast(1, shrink.callsPerCase(), "shrink.calls-per-case");
    checks.atLeast(1, shrink.maxCalls(), "shrink.max-calls");
  }

  private void store(StoreConfig store) {
    checks.require(
        !store.path().isBlank() || !store.catalog().isBlank(),
        "store.path",
        "a directory or URI, unless store.catalog is set");
    checks.identifier(store.schema(), "store.schema");
    checks.require(
        store.umask().equals(StoreConfig.OWN) || store.umask().matches("[0-7]{3}"),
        "store.umask",
        "own, or three octal digits, such as 077 (owner only) or 027 (the group may read)");
  }

  private void pipeline(PipelineConfig pipeline) {
    Key key = Key.of("pipeline.stages");
    checks.require(!pipeline.stages().isEmpty(), key, "at least one stage");
    checks.eachOf(stages.isEmpty() ? pipeline.stages() : stages, pipeline.stages(), key, "stage");
    checks.atLeast(1, pipeline.commitSeconds(), "pipeline.commit-seconds");
    checks.atLeast(1, pipeline.commitRows(), "pipeline.commit-rows");
  }

  private void corpus(CorpusConfig corpus) {
    checks.atLeast(1, corpus.maxFileBytes(), "corpus.max-file-bytes");
    checks.oneOf(
        List.of("keep", "fail"), corpus.unreadable(), Key.of("corpus.unreadable"), "setting");
    checks.range(64, 65536, corpus.reader().memoryMb(), "corpus.reader.memory-mb");
    checks.atLeast(1, corpus.reader().timeoutSeconds(), "corpus.reader.timeout-seconds");
    checks.atLeast(1, corpus.reader().maxCharacters(), "corpus.reader.max-characters");
    for (int i = 0; i < corpus.sources().size(); i++) {
      CorpusSource source = corpus.sources().get(i);
      Key key = Key.of("corpus.sources").at(i);
      checks.text(source.path(), key.child("path"));
      checks.oneOf(CORPUS_FORMATS, source.format(), key.child("format"), "format");
      if (WITHOUT_COLUMNS.contains(source.format())) {
        String allowed = "no column with format = " + source.format();
        checks.require(source.idColumn().isEmpty(), key.child("id-column"), allowed);
        checks.require(source.titleColumn().isEmpty(), key.child("title-column"), allowed);
        checks.require(source.textColumn().isEmpty(), key.child("text-column"), allowed);
        checks.require(source.metadataColumns().isEmpty(), key.child("metadata-columns"), allowed);
      }
    }
  }

  private void chunk(AssayConfig config) {
    int max = config.chunk().maxTokens();
    int overlap = config.chunk().overlapTokens();
    int length = config.models().embedder().maxLength();
    checks.atLeast(1, max, "chunk.max-tokens");
    checks.require(
        max <= length,
        Key.of("chunk.max-tokens"),
        "at most models.embedder.max-length (" + length + ")",
        Key.of("models.embedder.max-length"));
    checks.require(
        overlap >= 0 && overlap < max,
        Key.of("chunk.overlap-tokens"),
        "from 0 to less than chunk.max-tokens (" + max + ")",
        Key.of("chunk.max-tokens"));
  }

  private void devices(ModelsConfig models) {
    checks.oneOf(DEVICES, models.device(), Key.of("models.device"), "device");
    models
        .devices()
        .forEach(
            (slot, device) ->
                checks.require(
                    device.isEmpty() || DEVICES.contains(device),
                    Key.of("models." + slot.key()).child("device"),
                    "auto, cpu, cuda, or \"\" for what models.device says"));
  }

  private void embedder(ModelsConfig models) {
    EmbedderConfig embedder = models.embedder();
    Key key = Key.of("models.embedder");
    checks.oneOf(List.of("onnx", "spark-nlp"), embedder.engine(), key.child("engine"), "engine");
    checks.oneOf(List.of("cls", "mean"), embedder.pooling(), key.child("pooling"), "pooling");
    checks.text(embedder.source(), key.child("source"));
    checks.oneOf(
        List.of("fp32", "int8"), embedder.precision(), key.child("precision"), "precision");
    if (embedder.precision().equals("int8")) {
      checks.require(
          embedder.engine().equals("onnx"),
          key.child("precision"),
          "fp32 with engine = " + embedder.engine(),
          key.child("engine"));
      checks.require(
          !models.device(Slot.EMBEDDER).equals(ModelSpec.CUDA),
          key.child("precision"),
          "fp32 with " + models.deviceKey(Slot.EMBEDDER) + " = cuda: int8 runs on CPUs",
          Key.of(models.deviceKey(Slot.EMBEDDER)));
    }
    checks.atLeast(8, embedder.maxLength(), "models.embedder.max-length");
    checks.atLeast(1, embedder.batchSize(), "models.embedder.batch-size");
    boolean bundled = embedder.source().startsWith(BUNDLED);
    if (bundled) {
      checks.oneOf(BUNDLED_MODELS, embedder.source(), key.child("source"), "bundled model");
      checks.require(
          embedder.maxLength() <= BUNDLED_LENGTH,
          key.child("max-length"),
          "at most " + BUNDLED_LENGTH + " with source = " + embedder.source(),
          key.child("source"));
    }
    if (embedder.engine().equals("spark-nlp")) {
      checks.require(
          bundled, key.child("source"), BUNDLED_MODELS.get(0) + " with engine = spark-nlp");
      checks.require(
          embedder.pooling().equals("cls"), key.child("pooling"), "cls with engine = spark-nlp");
    }
  }

  private void entailment(ModelsConfig models) {
    Key key = Key.of("models.entailment");
    EntailmentSpec entailment = models.entailment();
    checks.oneOf(ENTAILMENT_KINDS, entailment.kind(), key.child("kind"), "kind");
    checks.text(entailment.source(), key.child("source"));
    if (entailment.source().startsWith(BUNDLED)) {
      checks.oneOf(BUNDLED_SUPPORT, entailment.source(), key.child("source"), "bundled model");
      checks.require(
          List.of("support", "none").contains(entailment.kind()),
          key.child("source"),
          "a directory or URI with kind = " + entailment.kind(),
          key.child("kind"));
    }
    checks.atLeast(8, entailment.maxLength(), "models.entailment.max-length");
    checks.atLeast(1, entailment.batchSize(), "models.entailment.batch-size");
    checks.atLeast(1, entailment.remember(), "models.entailment.remember");
    new ClassifierRules(checks).check(models);
    Key causal = Key.of("models.language-model");
    network(
        List.of("onnx", CausalSpec.ENCODER_DECODER, "ngram", CausalSpec.ENDPOINT, "none"),
        models.languageModel().kind(),
        models.languageModel().source(),
        causal);
    checks.atLeast(8, models.languageModel().maxLength(), "models.language-model.max-length");
    checks.text(models.trainSupport().data(), "models.train-support.data");
    checks.text(models.trainSupport().path(), "models.train-support.path");
    checks.text(models.trainSummac().data(), "models.train-summac.data");
    checks.text(models.trainSummac().path(), "models.train-summac.path");
  }

  private void tokens(TokenSpec tokens) {
    Key key = Key.of("models.token-embedder");
    Key source = key.child("source");
    String kind = tokens.kind();
    checks.oneOf(List.of("bundled", "onnx", "none"), kind, key.child("kind"), "kind");
    checks.require(
        !kind.equals("onnx") || !tokens.source().isBlank() && !tokens.source().startsWith(BUNDLED),
        source,
        "a directory or URI with kind = onnx",
        key.child("kind"));
    checks.require(
        !kind.equals("bundled") || tokens.source().isEmpty(),
        source,
        "\"\" with kind = bundled",
        key.child("kind"));
    checks.atLeast(8, tokens.maxLength(), "models.token-embedder.max-length");
    checks.atLeast(1, tokens.batchSize(), "models.token-embedder.batch-size");
  }

  private void network(List<String> kinds, String kind, String source, Key key) {
    checks.oneOf(kinds, kind, key.child("kind"), "kind");
    checks.require(
        kind.equals("none") || !source.isBlank(),
        key.child("source"),
        "a directory or URI with kind = " + kind,
        key.child("kind"));
  }
}
