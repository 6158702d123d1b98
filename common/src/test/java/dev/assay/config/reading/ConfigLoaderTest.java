package dev.assay.config.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.AssayConfig;
import dev.assay.config.ChunkConfig;
import dev.assay.config.CorpusSource;
import dev.assay.config.RunConfig;
import dev.assay.config.SystemConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {
  @TempDir Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void referenceAloneIsAValidConfiguration() {
    AssayConfig config = ConfigLoader.defaults().load().config();
    assertThat(config.chunk()).isEqualTo(new ChunkConfig(200, 30));
    assertThat(config.gate().threshold()).isEmpty();
    assertThat(config.systems()).isEmpty();
    assertThat(config.run().seed()).isEqualTo(20260101L);
  }

  /** Without it the answers to questions from a database would be scored and never be right. */
  @Test
  void questionsFromADatabaseAreJudgedWithoutBeingToldTo() {
    AssayConfig without = ConfigLoader.defaults().load().config();
    assertThat(without.evaluators()).isEqualTo(without.evaluate().evaluators());
    ConfigLoader database = ConfigLoader.defaults().set("grammar.database.url=\"jdbc:sqlite:x\"");
    assertThat(database.load().config().evaluators())
        .containsAll(without.evaluators())
        .contains("database_answer")
        .doesNotHaveDuplicates()
        .hasSize(without.evaluators().size() + 1);
    assertThat(database.set("evaluate.evaluators=[database_answer]").load().config().evaluators())
        .containsExactly("database_answer");
  }

  @Test
  void laterFilesWinAndSettingsWinOverFiles() throws IOException {
    AssayConfig config =
        ConfigLoader.defaults()
            .file(file("a.conf", "run.name = a, sample.size = 1, answer.repeats = 2"))
            .set("sample.size=3")
            .file(file("b.conf", "run.name = b, sample.size = 2"))
            .load()
            .config();
    assertThat(config.run().name()).isEqualTo("b");
    assertThat(config.sample().size()).isEqualTo(2);
    assertThat(config.answer().repeats()).isEqualTo(2);
    assertThat(ConfigLoader.defaults().set("run.name=x").set("run.name=y").load().config().run())
        .isEqualTo(new RunConfig("y", 20260101L));
  }

  /** Also beside a file in the working directory, whose name has no folder. */
  @Test
  void anotherFileBesideItMayBeIncluded() throws IOException {
    Path here = Files.createTempFile(Path.of(""), "assay-", ".conf");
    Path included = Files.createTempFile(Path.of(""), "assay-included-", ".conf");
    try {
      Files.writeString(included, "sample.size = 7");
      Files.writeString(here, "include \"" + included + "\"");
      assertThat(here.getParent()).isNull();
      assertThat(ConfigLoader.defaults().file(here).load().config().sample().size()).isEqualTo(7);
    } finally {
      Files.delete(here);
      Files.delete(included);
    }
  }

  @Test
  void settingsNeedNoQuotesAndMayBeStructured() {
    AssayConfig config =
        ConfigLoader.defaults()
            .set("store.path=s3a://bucket/a b:c?d")
            .set("corpus.sources=[{path = x}, {path = \"y\", format = csv}]")
            .set("evaluate.thresholds.\"bleu.bleu=4\"=0.5")
            .set("gate.method=fixed")
            .set("gate.threshold=1e-1")
            .load()
            .config();
    assertThat(config.store().path()).isEqualTo("s3a://bucket/a b:c?d");
    assertThat(config.corpus().sources()).extracting(CorpusSource::path).containsExactly("x", "y");
    assertThat(config.corpus().sources().get(0).format()).isEqualTo("auto");
    assertThat(config.evaluate().thresholds()).isEqualTo(Map.of("bleu.bleu=4", 0.5));
    assertThat(config.gate().threshold()).isEqualTo(Optional.of(0.1));
  }

  @Test
  void namedBlocksAreReadByName() throws IOException {
    SystemConfig system =
        ConfigLoader.defaults()
            .file(
                file(
                    "s.conf",
                    "systems.rag { kind = table, path = a.jsonl, format = jsonl,"
                        + " question-column = q, answer-column = a, metadata-columns = [m, n] }"))
            .load()
            .config()
            .systems()
            .get("rag");
    assertThat(system.answers().answerColumn()).contains("a");
    assertThat(system.metadataColumns()).contains(List.of("m", "n"));
    assertThat(system.retriever()).isEmpty();
  }

  @Test
  void environmentVariablesAreResolvedAndConverted() throws IOException {
    Path conf = file("e.conf", "run.name = ${?NAME}, sample.size = ${?SIZE}, sql.host = ${?NONE}");
    AssayConfig config =
        ConfigLoader.defaults()
            .environment(Map.of("NAME", "from outside", "SIZE", "7"))
            .file(conf)
            .load()
            .config();
    assertThat(config.run().name()).isEqualTo("from outside");
    assertThat(config.sample().size()).isEqualTo(7);
    assertThat(config.sql().host()).isEqualTo("127.0.0.1");
  }

  @Test
  void aNullTakesAnOptionalAway() throws IOException {
    Path conf = file("n.conf", "gate { method = fixed, threshold = 0.5 }");
    assertThat(
            ConfigLoader.defaults()
                .file(conf)
                .set("gate.method=auto")
                .set("gate.threshold=null")
                .load()
                .config()
                .gate()
                .threshold())
        .isEmpty();
  }

  @Test
  void theGateMayNameADimensionThatIsNotDeclared() {
    AssayConfig config =
        ConfigLoader.defaults()
            .set("label.dimensions.tone={kind=ordinal, levels=[bad, fair, good]}")
            .set("gate.dimension=grounded")
            .load()
            .config();
    assertThat(config.gate().dimension()).isEqualTo("grounded");
  }

  @Test
  void theGateHoldsToTheBarOfItsAppetite() {
    ConfigLoader risky =
        ConfigLoader.defaults()
            .set("risks.wrong={rating=high, metric=\"bleu.bleu\", dimension=correct}")
            .set("risks.wrong.appetite=low");
    assertThat(risky.load().config().gateBar("correct")).isEqualTo(.95);
    assertThat(risky.set("gate.appetite=high").load().config().gateBar("correct")).isEqualTo(.8);
  }

  @Test
  void hashFollowsMeaningNotSpelling() throws IOException {
    String plain = ConfigLoader.defaults().set("calibrate.alpha=0.20").load().hash();
    Path conf = file("h.conf", "calibrate : { \"alpha\" = 2e-1 } # a comment");
    assertThat(ConfigLoader.defaults().file(conf).load().hash()).isEqualTo(plain).hasSize(64);
    assertThat(ConfigLoader.defaults().file(conf).set("report.path=other.html").load().hash())
        .isEqualTo(plain);
    assertThat(ConfigLoader.defaults().load().hash()).isNotEqualTo(plain);
  }

  @Test
  void secretsAreMaskedByNameAtAnyDepth() throws IOException {
    Path conf =
        file(
            "k.conf",
            "evaluate.parameters.x { api-key = hunter2, auth-token = hunter2, password = hunter2,"
                + " max-tokens = 12 }");
    ConfigLoader.Loaded loaded = ConfigLoader.defaults().file(conf).load();
    assertThat(loaded.rendered())
        .doesNotContain("hunter2")
        .contains("api-key=\"***\"", "max-tokens=\"12\"");
    assertThat(loaded.config().evaluate().parameters().get("x"))
        .containsEntry("api-key", "hunter2");
  }

  @Test
  void renderedConfigurationReadsBackAsTheSame() throws IOException {
    ConfigLoader.Loaded loaded = ConfigLoader.defaults().set("corpus.sources=[{path=x}]").load();
    ConfigLoader.Loaded again =
        ConfigLoader.defaults().file(file("r.conf", loaded.rendered())).load();
    assertThat(again).isEqualTo(loaded);
  }

  @Test
  void allProblemsAreReportedTogether() throws IOException {
    Path conf = file("p.conf", "chunk { max-token = 3 }\nsample.size = many\nsql.port = 70000\n");
    assertThatThrownBy(() -> ConfigLoader.defaults().file(conf).load())
        .isInstanceOfSatisfying(
            ConfigException.class, thrown -> assertThat(thrown.problems()).hasSize(3))
        .hasMessageStartingWith("3 problems in the configuration:")
        .hasMessageContaining("p.conf: 3");
  }

  @Test
  void stagesAboutToRunAreAskedForWhatTheyReadFirst() {
    assertThatThrownBy(() -> ConfigLoader.defaults().load(config -> config.pipeline().stages()))
        .isInstanceOfSatisfying(
            ConfigException.class,
            thrown ->
                assertThat(thrown.problems())
                    .containsExactly(
                        "'corpus.sources' is [] (reference.conf: "
                            + line("sources = []")
                            + "). Allowed: at least one { path = … } for stage ingest.",
                        "'systems' is {} (reference.conf: "
                            + line("systems {}")
                            + "). Allowed: at least one NAME { kind = … } for stage answer.",
                        "'tests.sources' is [] (reference.conf: "
                            + (line("tests {") + 1)
                            + "). Allowed: at least one { path = … } for stage tests.",
                        "'perturb.entries' is [] (reference.conf: "
                            + line("entries = []")
                            + "). Allowed: at least one { perturbators = [...] } for stage"
                            + " perturb.",
                        "'shrink.max-cases' is 0 (reference.conf: "
                            + line("max-cases = 0")
                            + "). Allowed: at least 1 for stage shrink."));
  }

  private static int line(String text) {
    try (var in = ConfigLoader.class.getResourceAsStream("reference.conf")) {
      String[] lines =
          new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).split("\n");
      for (int i = 0; i < lines.length; i++) {
        if (lines[i].strip().equals(text)) {
          return i + 1;
        }
      }
      throw new AssertionError("reference.conf has no line " + text);
    } catch (IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
  }

  @Test
  void namesAreCheckedAgainstWhatIsKnown() throws IOException {
    Path conf =
        file(
            "u.conf", "evaluate.evaluators = [\n bleu,\n faithfulnes\n]\npipeline.stages = [embd]");
    assertThatThrownBy(
            () ->
                ConfigLoader.defaults()
                    .file(conf)
                    .knowing(Set.of("bleu", "groundedness", "faithfulness"), Set.of("embed"))
                    .load())
        .hasMessageContaining(
            "Unknown evaluator 'faithfulnes' ("
                + conf
                + ": 3). Did you mean 'faithfulness'?"
                + " Known: bleu, faithfulness, groundedness.")
        .hasMessageContaining(
            "Unknown stage 'embd' (" + conf + ": 5). Did you mean 'embed'? Known: embed.");
  }

  @Test
  void missingAndMalformedFilesAreNamedTogether() throws IOException {
    Path bad = file("bad.conf", "run {\n name = \n\n");
    assertThatThrownBy(
            () -> ConfigLoader.defaults().file(folder.resolve("none.conf")).file(bad).load())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("none.conf")
        .hasMessageContaining("bad.conf: ");
  }

  @Test
  void aSettingWithoutAValueIsRefused() {
    assertThatThrownBy(() -> ConfigLoader.defaults().set("sample.size").load())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("'sample.size' is not key=value");
  }

  @Test
  void tellsASecretThatStandsOnTheCommandLine() {
    assertThat(
            Stream.of(
                "llm.endpoints.e.api-key=sesame",
                "llm.endpoints={e{kind=openai,api-key=sesame}}",
                "llm.endpoints.e.headers={X-Team=sesame}",
                "evaluate.parameters.x.password=sesame"))
        .allMatch(ConfigLoader::showsSecret);
    assertThat(
            Stream.of(
                "llm.endpoints.e.api-key=${?SESAME}",
                "llm.endpoints={e{kind=openai,api-key=${?SESAME}}}",
                "llm.endpoints.e.api-key-file=/run/secrets/e",
                "llm.endpoints.e.tokens-per-minute=5",
                "budget.max-tokens=5",
                "nonsense"))
        .noneMatch(ConfigLoader::showsSecret);
  }
}
