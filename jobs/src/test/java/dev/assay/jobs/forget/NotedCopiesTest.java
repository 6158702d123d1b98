package dev.assay.jobs.forget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Copies;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.text.TextSearch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotedCopiesTest {
  private static final String MARK = "what is to be forgotten";

  @TempDir private Path directory;
  private final Configuration hadoop = SharedSpark.session().sessionState().newHadoopConf();
  private final ByteSearch search = new ByteSearch(new TextSearch(Set.of(MARK)));

  @Test
  void filesThatHoldAMarkAreFoundAndThoseThatPeopleWriteAreTheirs() throws IOException {
    Path held = file("pack/4-results.md", MARK);
    Path free = file("pack/2-data.md", "nothing");
    Path own = file("pack/own/limits.md", MARK);
    Path stranger = file("pack/signed.txt", MARK);
    copies().note("report --evidence", List.of(path(held), path(free)), List.of(path(own)));

    NotedCopies noted = new NotedCopies(copies(), hadoop);

    assertThat(noted.holding(search))
        .extracting(found -> found.toUri().getPath())
        .containsExactly("" + held);
    assertThat(noted.places())
        .hasSize(3)
        .noneMatch(place -> place.endsWith(stranger.getFileName().toString()));
    assertThat(
            new ByteSearch(new TextSearch(Set.of(MARK)))
                .in(SharedSpark.session(), noted.places())
                .holding())
        .as("the proof names what is theirs as well")
        .containsExactlyInAnyOrder("file:" + held, "file:" + own);
    assertThat(noted.missed()).isEmpty();
  }

  @Test
  void whatIsNotThereIsNamedOnceAndWhatIsOfAnotherMachineEachTime() throws IOException {
    Path moved = file("changes.html", MARK);
    copies().note("changes --page", List.of(path(moved)), List.of());
    Files.delete(moved);
    Files.writeString(
        directory.resolve("store/_copies/other.json"),
        """
        {"command":"report --export","host":"no-such-host-4711","files":["file:/board/people.csv","file:/board/problems.csv"],"theirs":[]}\
        """);
    Files.writeString(directory.resolve("store/_copies/torn.json"), "{\"command\":\"rep");
    String elsewhere =
        "'report --export' on no-such-host-4711 wrote to 'file:/board': on a disk of that machine:"
            + " delete it there (2)";

    NotedCopies first = new NotedCopies(copies(), hadoop);
    first.settle();

    assertThat(first.missed())
        .hasSize(3)
        .contains(elsewhere)
        .anyMatch(line -> line.contains("torn.json' says where, and cannot be read"))
        .anyMatch(
            line ->
                line.startsWith("'changes --page' on ")
                    && line.contains("wrote to 'file:" + directory + "': no longer there"));
    assertThat(new NotedCopies(copies(), hadoop).missed()).hasSize(2).contains(elsewhere);
  }

  @Test
  void theSameExportAgainIsOneNoteAndWhatIsDeletedLeavesIt() throws IOException {
    Path one = file("one.csv", MARK);
    Path two = file("two.csv", "nothing");
    for (int i = 0; i < 2; i++) {
      copies().note("report --export", List.of(path(one), path(two)), List.of());
    }
    assertThat(copies().all().copies()).hasSize(1);
    NotedCopies noted = new NotedCopies(copies(), hadoop);
    Files.delete(one);

    noted.settle();

    assertThat(copies().all().copies())
        .singleElement()
        .satisfies(copy -> assertThat(copy.files()).containsExactly("file:" + two));
    Files.delete(two);
    new NotedCopies(copies(), hadoop).settle();
    try (Stream<Path> left = Files.list(directory.resolve("store/_copies"))) {
      assertThat(left).isEmpty();
    }
  }

  private Path file(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static org.apache.hadoop.fs.Path path(Path file) {
    return new org.apache.hadoop.fs.Path(file.toUri());
  }

  private Copies copies() {
    AssayConfig config =
        ConfigLoader.defaults().set("store.path=" + directory.resolve("store")).load().config();
    return new Copies(new Store(SharedSpark.session(), config.store()), config);
  }
}
