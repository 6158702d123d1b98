package dev.assay.spark.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Models;
import dev.assay.core.Slot;
import dev.assay.core.Status;
import dev.assay.evaluators.similarity.BertScore;
import dev.assay.evaluators.structure.LanguageMismatchLid;
import dev.assay.model.EncodedText;
import dev.assay.model.EntailmentModel.Claim;
import dev.assay.model.ModelException;
import dev.assay.model.TextClassifier;
import dev.assay.model.onnx.ClassifierSpec;
import dev.assay.model.onnx.EntailmentSpec;
import dev.assay.model.onnx.ModelFiles;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.TokenSpec;
import dev.assay.spark.Scoring;
import dev.assay.spark.SharedSpark;
import dev.assay.spark.TextEmbedderTest;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutorModelsTest {
  private static final ModelSpec BGE = ModelSpec.bgeSmall();

  @Test
  void concurrentTasksShareOneMemoryAndEachTextReachesTheModelOnce() {
    ExecutorModels parameters = new ExecutorModels(BGE, 4_999);
    long before = ExecutorModels.modelTexts();
    List<String> texts = TextEmbedderTest.texts(60);
    // every one of 8 tasks embeds all texts, in its own order
    MapPartitionsFunction<Row, Integer> task =
        rows -> {
          rows.forEachRemaining(row -> {});
          List<String> mine = new java.util.ArrayList<>(texts);
          java.util.Collections.shuffle(mine);
          return List.of(parameters.models().embedder().embed(mine).size()).iterator();
        };
    List<Integer> sizes =
        TextEmbedderTest.rows(texts)
            .repartition(8)
            .mapPartitions(task, Encoders.INT())
            .collectAsList();
    assertThat(sizes).hasSize(8).containsOnly(60);
    assertThat(ExecutorModels.modelTexts() - before).isEqualTo(60);
    assertThat(ExecutorModels.modelNanos()).isPositive();
  }

  @Test
  void oneParameterSetIsOneModel() {
    Models models = new ExecutorModels(BGE, 1_000).models();
    assertThat(new ExecutorModels(BGE, 1_000).models()).isSameAs(models);
    assertThat(ExecutorModels.embedder(BGE)).isSameAs(ExecutorModels.embedder(BGE));
    assertThat(ExecutorModels.embedder(BGE.withDevice("cpu")))
        .as("auto is the CPU without a GPU resource")
        .isSameAs(ExecutorModels.embedder(BGE));
    assertThat(ExecutorModels.embedderId(BGE)).isEqualTo(models.embedder().id());
  }

  @Test
  void saysWhichSlotIsNotConfigured() {
    Models models = new ExecutorModels(BGE, 1_000).models();
    assertThat(models.missing(Slot.EMBEDDER)).isEmpty();
    assertThat(models.missing(Slot.LANGUAGE_MODEL))
        .contains("models.language-model is not configured");
  }

  @Test
  void sentencesThatWereJudgedAreEmbeddedAlready() {
    ExecutorModels parameters = new ExecutorModels(BGE, 1_001);
    Models models = parameters.models();
    String passage = "A replacement card costs eight dollars in every branch.";
    models.entailment().judge(List.of(new Claim(List.of(passage), "The card costs $8.")));
    long before = ExecutorModels.modelTexts();
    float[] vector = models.embedder().embed(List.of(passage)).get(0).vector();
    assertThat(ExecutorModels.modelTexts()).isEqualTo(before);
    assertThat(vector)
        .containsExactly(ExecutorModels.embedder(BGE).embed(List.of(passage)).get(0).vector());
    assertThat(parameters.ids())
        .containsEntry(Slot.ENTAILMENT, models.entailment().id())
        .containsEntry(Slot.TOKEN_EMBEDDER, models.tokenEmbedder().id())
        .containsEntry(Slot.EMBEDDER, models.embedder().id())
        .containsEntry(Slot.TOXICITY, models.classifier(Slot.TOXICITY).id())
        .containsEntry(Slot.SENTIMENT, models.sentiment().id())
        .containsEntry(Slot.LANGUAGE_ID, models.languages().id())
        .hasSize(6);
  }

  @Test
  void anEntailmentSlotCanBeEmptyOrHoldANetwork() throws Exception {
    EntailmentSpec support = EntailmentSpec.support();
    ExecutorModels none = new ExecutorModels(BGE, 1_001, of(support, EntailmentSpec.NONE, "", ""));
    assertThat(none.models().missing(Slot.ENTAILMENT))
        .contains("models.entailment is not configured");
    assertThat(none.ids()).doesNotContainKey(Slot.ENTAILMENT);
    ExecutorModels pinned =
        new ExecutorModels(
            BGE,
            1_001,
            of(
                support,
                EntailmentSpec.NLI,
                ModelFiles.of(BGE.source()).directory().toString(),
                "abc"));
    assertThatThrownBy(pinned::models)
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("models.entailment.revision asks for abc");
  }

  @Test
  void aNetworkWhoseLabelsAreCodesIdentifiesLanguages() {
    ClassifierSpec network =
        new ClassifierSpec(
            ClassifierSpec.ONNX,
            "../common/src/test/resources/models/classifier",
            "",
            List.of("en", "deu_Latn", "fr-CA", "zh"),
            "softmax",
            64,
            4);
    SlotSpecs slots = SlotSpecs.embedded();
    ExecutorModels parameters =
        new ExecutorModels(BGE, 1_002, slots.with(Slot.LANGUAGE_ID, network));
    Models models = parameters.models();
    assertThat(parameters.ids()).containsEntry(Slot.LANGUAGE_ID, models.languages().id());
    assertThat(models.languages().id()).startsWith("classifier@");
    Example same =
        Example.of("Transfers are not free.", null, List.of(), "Transfers are not free.");
    Optional<String> language =
        models.languages().identify(List.of("Transfers are not free.")).get(0);
    assertThat(language)
        .as("the network's own guess")
        .hasValueSatisfying(code -> assertThat(code).isIn("eng", "deu", "fra", "cmn"));
    assertThat(language(same, models)).isEqualTo(Measure.of(1));
    ExecutorModels none =
        new ExecutorModels(BGE, 1_002, slots.with(Slot.LANGUAGE_ID, ClassifierSpec.none()));
    assertThat(language(same, none.models()))
        .isEqualTo(
            new Measure.Absent(
                Status.NOT_APPLICABLE,
                "no model in slot language_id: models.language-id is not configured"));
  }

  @Test
  void exampleQuestionsSayWhatTheSystemIsFor(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("questions.txt");
    Files.write(file, questions(38));
    ExecutorModels parameters = topics(file);
    Models models = parameters.models();
    assertThat(models.missing(Slot.TOPIC)).isEmpty();
    assertThat(models.missing(Slot.TONE)).contains("models.tone is not configured");
    assertThat(parameters.ids()).containsEntry(Slot.TOPIC, models.classifier(Slot.TOPIC).id());
    assertThat(models.classifier(Slot.TOPIC).id())
        .startsWith("questions.txt@")
        .endsWith("/exemplars/" + ExecutorModels.embedderId(BGE));
    assertThat(models.classifier(Slot.TOPIC).classify(List.of("Who painted the ceiling in Rome?")))
        .as("farther than all 19 in calibration")
        .containsExactly(new TextClassifier.Classes(List.of(0.95), 1));
    String before = topics(folder).ids().get(Slot.TOPIC);
    Files.write(folder.resolve("more.jsonl"), List.of("{\"text\": \"One more?\"}"));
    assertThat(topics(folder).ids().get(Slot.TOPIC))
        .startsWith(folder.getFileName() + "@")
        .isNotEqualTo(before);
  }

  @Test
  void exampleQuestionsThatCannotServeAreRefused(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("questions.txt");
    Files.write(file, questions(37));
    assertThatThrownBy(() -> topics(file).ids())
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("models.topic.source: '" + file + "' has 37 distinct");
    assertThatThrownBy(() -> topics(file).models()).isInstanceOf(ModelException.class);
    assertThatThrownBy(() -> topics(folder.resolve("nowhere")).ids())
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("Cannot read the texts at '" + folder.resolve("nowhere"));
  }

  private static ExecutorModels topics(Path source) {
    return new ExecutorModels(
        BGE,
        1_002,
        SlotSpecs.embedded().with(Slot.TOPIC, ClassifierSpec.exemplars(source.toString())));
  }

  private static List<String> questions(int n) {
    return IntStream.range(0, n)
        .mapToObj(i -> "What does a transfer of %d dollars to another bank cost?".formatted(i))
        .toList();
  }

  private static Measure language(Example example, Models models) {
    return new Scoring(List.of(new LanguageMismatchLid()))
        .score(List.of(example), models)
        .get(0)
        .get("language_mismatch_lid")
        .measures()
        .get("same_language");
  }

  @Test
  void theTokenEmbedderIsTheCarriedOneUnlessAnotherIsNamed() {
    String carried = ExecutorModels.embedderId(BGE);
    ModelSpec other = BGE.withSource(ModelFiles.of(BGE.source()).directory().toString());
    assertThat(with(BGE, TokenSpec.bundled()).ids()).containsEntry(Slot.TOKEN_EMBEDDER, carried);
    ExecutorModels named = with(BGE, tokens(other.source(), ""));
    assertThat(named.ids())
        .containsEntry(Slot.TOKEN_EMBEDDER, named.models().tokenEmbedder().id())
        .containsEntry(
            Slot.TOKEN_EMBEDDER, ExecutorModels.embedderId(other).replaceAll("/512$", "/16"))
        .containsEntry(Slot.EMBEDDER, carried);
    // 16 tokens with [CLS] and [SEP], of the 20 that the text has
    String text =
        "The fee is eight dollars and the card is free of charge for the first ten years.";
    EncodedText encoded = named.models().tokenEmbedder().encode(List.of(text)).get(0);
    assertThat(encoded.tokens().size()).isEqualTo(16);
    assertThat(encoded.embedding().truncated()).isTrue();
    assertThat(named.models().missing(Slot.TOKEN_EMBEDDER)).isEmpty();
    assertThatThrownBy(with(BGE, tokens(other.source(), "abc"))::models)
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("models.token-embedder.revision asks for abc");
  }

  @Test
  void withoutATokenEmbedderBertscoreIsNotApplicableAndTheSupportModelStillWorks() {
    ExecutorModels parameters = with(BGE, TokenSpec.none());
    Models models = parameters.models();
    assertThat(parameters.ids()).doesNotContainKey(Slot.TOKEN_EMBEDDER);
    assertThat(
            new Scoring(List.of(new BertScore()))
                .score(List.of(Example.of("q", "Eight.", List.of("c"), "Eight.")), models)
                .get(0)
                .get("bertscore")
                .measures()
                .values())
        .hasSize(3)
        .containsOnly(
            new Measure.Absent(
                Status.NOT_APPLICABLE,
                "no model in slot token_embedder: models.token-embedder is not configured"));
    assertThat(models.entailment().judge(List.of(new Claim(List.of("It is red."), "It is red."))))
        .hasSize(1);
  }

  private static ExecutorModels with(ModelSpec embedder, TokenSpec tokens) {
    return new ExecutorModels(embedder, 1_002, SlotSpecs.embedded().with(tokens));
  }

  private static TokenSpec tokens(String source, String revision) {
    return new TokenSpec(TokenSpec.ONNX, source, revision, 16, 4);
  }

  private static SlotSpecs of(EntailmentSpec like, String kind, String source, String revision) {
    return SlotSpecs.of(
        new EntailmentSpec(
            kind,
            source,
            revision,
            List.of(),
            "",
            List.of(),
            like.maxLength(),
            like.batchSize(),
            100));
  }

  @Test
  void copiesARemoteModelOnce(@TempDir Path directory) throws Exception {
    ModelFiles bundled = ModelFiles.of(BGE.source());
    Files.copy(bundled.model(), directory.resolve(ModelFiles.MODEL));
    assertThatThrownBy(() -> ExecutorModels.embedderId(BGE.withSource(remote(directory))))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining("has no tokenizer.json");
    Files.copy(bundled.tokenizer(), directory.resolve(ModelFiles.TOKENIZER));
    ModelFiles first = ModelLocation.files(remote(directory));
    assertThat(first.directory()).isNotEqualTo(directory);
    assertThat(first.revision()).isEqualTo(bundled.revision());
    Files.writeString(first.directory().resolve("mark"), "copied once");
    assertThat(ModelLocation.files(remote(directory))).isEqualTo(first);
    assertThat(first.directory().resolve("mark")).exists();
    try (var files = Files.list(first.directory())) {
      for (Iterator<Path> all = files.iterator(); all.hasNext(); ) {
        Files.delete(all.next());
      }
    }
    Files.delete(first.directory());
    assertThat(ModelLocation.files(directory.toUri().toString()).directory())
        .as("a file: URI is used where it is")
        .isEqualTo(directory);
  }

  @Test
  void saysWhatCannotBeRead() {
    assertThatThrownBy(() -> ExecutorModels.embedderId(BGE.withSource("nosuchfs://host/model")))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("Cannot read the model at 'nosuchfs://host/model'");
  }

  private static String remote(Path directory) {
    SharedSpark.session()
        .sparkContext()
        .conf()
        .set("spark.hadoop.fs.remote.impl", Remote.class.getName());
    return "remote://" + directory;
  }

  /** Local files under a scheme that only Hadoop knows. */
  public static final class Remote extends RawLocalFileSystem {

    @Override
    public String getScheme() {
      return "remote";
    }

    @Override
    public URI getUri() {
      return URI.create("remote:///");
    }
  }
}
