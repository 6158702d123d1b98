package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A key, a header's value and a token in a body are planted in the environment of a process, whose
 * endpoints repeat them all in replies and errors. Then everything that the process left, and what
 * others on the machine could see of it, is searched for them.
 */
@Tag("slow")
class SecretsEverywhereTest {
  private static final String KEY = "sk-proj-Pl4nted+47/11=Zq\"9xW.key";
  private static final String HEADER = "hdr_7Kd93+jsQ/wm2=VbX40";
  private static final String TOKEN = "tok-55aQ9/zz+R81.mLpo3";

  /**
   * That many characters of a secret's beginning are a leak: up to eight say of what kind it is
   * ("sk-proj-"), and four more are what people print to tell their keys apart.
   */
  private static final int TELLING = 12;

  private static final int CASES = 6;
  private static final long LARGE = 30L << 20;

  @TempDir private Path directory;
  private final EchoServer server = new EchoServer();
  private final Set<String> seen = new ConcurrentSkipListSet<>();
  private volatile boolean watching = true;

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void whatIsPlantedIsNowhere() throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    Path log = directory.resolve("debug.log");
    configure(log);
    Store store =
        AskedCases.copied(
            SharedSpark.session(),
            ConfigLoader.defaults().set("store.path=" + directory.resolve("store")).load(),
            CASES);
    List<String> settings = new ArrayList<>(new CallEvents(directory.resolve("events")).settings());
    settings.add("java.io.tmpdir=" + temporary);
    settings.add("log4j2.configurationFile=" + directory.resolve("log4j2.properties").toUri());
    List<String> words = new ArrayList<>();
    for (String command :
        List.of("run --dry-run", "run", "report --export exported", "report --evidence pack")) {
      words.addAll(words.isEmpty() ? List.of() : List.of(SeveralCommands.THEN));
      words.addAll(List.of(command.split(" ")));
      words.addAll(List.of("--conf", "my.conf"));
    }
    ChildRun run =
        ChildRun.start(
            directory,
            "local[2]",
            2,
            settings,
            Map.of("PLANTED_KEY", KEY, "PLANTED_HEADER", HEADER, "PLANTED_TOKEN", TOKEN),
            SeveralCommands.class,
            words);
    Thread watch = new Thread(() -> watch(temporary), "watch");
    watch.start();
    run.join();
    watching = false;
    watch.join();

    // The servers were asked, and what they said is kept, without the secrets.
    assertThat(server.requests()).as(run.output()).isGreaterThan(4 * CASES);
    assertThat(run.output().lines().filter(line -> line.startsWith("exit ")))
        .as(run.output())
        .hasSize(4)
        .allMatch(line -> line.startsWith("exit 0 "));
    assertThat(store.read(Tables.RESPONSES).where("answer LIKE '%You sent ***%'").count())
        .isEqualTo(2 * CASES);
    assertThat(store.read(Tables.LLM_CALLS).where("error LIKE '%***%…%'").count())
        .as("errors of a garbled reply and of a refusal, cut within a secret")
        .isGreaterThanOrEqualTo(2 * CASES);
    assertThat(Files.size(log)).isGreaterThan(100_000);
    assertThat(Files.readString(log)).contains(" INFO dev.assay", " INFO org.apache.spark");
    assertThat(directory.resolve("report.html")).exists();
    assertThat(directory.resolve("exported/report.md")).exists();
    assertThat(directory.resolve("pack/evidence.json")).exists();

    StoreBytes left = StoreBytes.of(directory);
    assertThat(left.tables("SparkListenerEnvironmentUpdate")).as("the event log").isNotEmpty();
    for (String form : forms()) {
      assertThat(run.output()).as("output").doesNotContain(form);
      assertThat(left.places(form)).as(form).isEmpty();
    }
    assertThat(seen).as("while it ran").isEmpty();
  }

  private void configure(Path log) throws IOException {
    Files.writeString(directory.resolve("opinion.md"), "OPINION on {actual_answer} to {question}?");
    Files.writeString(
        directory.resolve("log4j2.properties"),
        """
        rootLogger.level = info
        logger.assay.name = dev.assay
        logger.assay.level = all
        rootLogger.appenderRef.file.ref = file
        appender.file.type = File
        appender.file.name = file
        appender.file.fileName = %s
        appender.file.layout.type = PatternLayout
        appender.file.layout.pattern = %%d %%p %%c: %%m%%n%%ex
        """
            .formatted(log));
    String endpoint =
        """
        { kind = %s, base-url = "%s", model = m, api-key = ${?PLANTED_KEY}, retries = 0, refusals = 1000,
            headers { X-Team = "team ${env:PLANTED_HEADER}" } }
        """;
    Files.writeString(
        directory.resolve("my.conf"),
        """
        store.path = "%s"
        pipeline.stages = [answer, evaluate, analyze, report]
        report.path = "report.html"
        llm.endpoints {
          gpt %s
          bot %s
          garbled %s
          refused %s
        }
        systems {
          chat { kind = openai-chat, endpoint = gpt }
          rag { kind = http-json, endpoint = bot, body = \"\"\"{"query":"{question}","token":"${env:PLANTED_TOKEN}"}\"\"\",
            reply { answer = "/answer/text" } }
          garbled { kind = openai-chat, endpoint = garbled }
          refused { kind = openai-chat, endpoint = refused }
        }
        judges { endpoints = [gpt], byop.opinion { prompt = "opinion.md", scale = boolean, needs = [question, answer] } }
        evaluate.evaluators = [byop_opinion, text_statistics]
        """
            .formatted(
                directory.resolve("store"),
                endpoint.formatted("openai", server.url("/v1")),
                endpoint.formatted("http-json", server.url("/service")),
                endpoint.formatted("openai", server.url("/garbled/v1")),
                endpoint.formatted("openai", server.url("/refused/v1"))));
  }

  /**
   * Each secret as it is, as URLs and JSON write it, in Base64 wherever it begins, its beginning.
   */
  private static List<String> forms() {
    List<String> forms = new ArrayList<>();
    for (String secret : List.of(KEY, HEADER, TOKEN)) {
      String begun = secret.substring(0, TELLING);
      forms.add(begun);
      forms.add(URLEncoder.encode(begun, StandardCharsets.UTF_8));
      for (int before = 0; before < 3; before++) {
        byte[] bytes = ("u".repeat(before) + begun).getBytes(StandardCharsets.UTF_8);
        String encoded = Base64.getEncoder().withoutPadding().encodeToString(bytes);
        // Without what the letters before and after have a part in.
        forms.add(encoded.substring((before * 8 + 5) / 6, bytes.length * 8 / 6));
      }
    }
    return forms.stream().distinct().toList();
  }

  /** What others see meanwhile: temporary files, Spark's local files, command lines. */
  private void watch(Path temporary) {
    while (watching) {
      for (Path place : List.of(temporary, directory.resolve("spark-local"))) {
        try (Stream<Path> files = Files.walk(place)) {
          files.filter(Files::isRegularFile).forEach(this::look);
        } catch (IOException | UncheckedIOException gone) {
          continue; // It is looked at again.
        }
      }
      try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
        processes
            .filter(process -> process.getFileName().toString().matches("\\d+"))
            .map(process -> process.resolve("cmdline"))
            .forEach(this::look);
      } catch (IOException | UncheckedIOException notLinux) {
        return;
      }
      try {
        Thread.sleep(200);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void look(Path file) {
    try {
      if (Files.size(file) <= LARGE) {
        String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        forms().stream().filter(text::contains).forEach(form -> seen.add(form + " in " + file));
      }
    } catch (NoSuchFileException gone) {
      return;
    } catch (IOException e) {
      return; // Of another user.
    }
  }
}
