package dev.assay.jobs.forget;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.calls.CallLedger;
import dev.assay.jobs.engine.ClosingWords;
import dev.assay.jobs.engine.Copies;
import dev.assay.jobs.engine.Session;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;

/** What commands have written beside tables, and everything that they have written at all. */
final class WrittenFiles {
  /** What stage label-export writes. */
  private static final Set<String> EXPORTED =
      Set.of(
          "tasks.jsonl",
          "tasks.json",
          "tasks.csv",
          "tasks.parquet",
          "tasks.delta",
          "label-studio.xml",
          "label.html");

  private final Session session;
  private final Store store;
  private final ByteSearch search;
  private final Configuration hadoop;
  private final NotedCopies copies;

  WrittenFiles(Session session, Store store, ByteSearch search) {
    this.session = session;
    this.store = store;
    this.search = search;
    this.hadoop = session.spark().sessionState().newHadoopConf();
    this.copies = new NotedCopies(new Copies(store, session.loaded().config()), hadoop);
  }

  /** Pages, exports and exported tasks that hold a mark. */
  List<Path> holding() {
    Set<Path> holding = new LinkedHashSet<>();
    AssayConfig config = session.loaded().config();
    Path exported = new Path(config.label().export().path());
    for (Path place : List.of(new Path(config.report().path()), exported)) {
      for (LocatedFileStatus file : ByteSearch.listed(hadoop, place)) {
        boolean ours = !place.equals(exported) || isOurs(place, file.getPath());
        if (ours && search.holds(file.getPath(), hadoop)) {
          holding.add(file.getPath());
        }
      }
    }
    if (!store.managed()) {
      for (LocatedFileStatus file : ByteSearch.listed(hadoop, new Path(store.path("")))) {
        if (file.getPath().getName().startsWith(ClosingWords.FILE)) {
          holding.add(file.getPath());
        }
      }
    }
    holding.addAll(copies.holding(search));
    return List.copyOf(holding);
  }

  /** Copies that cannot be looked through from here, in words. */
  List<String> missed() {
    return copies.missed();
  }

  /** What people keep beside exported tasks, such as the labels that they have made, is theirs. */
  private static boolean isOurs(Path exported, Path file) {
    Path top = file;
    while (top.getParent() != null && !top.getParent().getName().equals(exported.getName())) {
      top = top.getParent();
    }
    return EXPORTED.contains(top.getName());
  }

  /** Deletes them. */
  List<Path> delete() {
    List<Path> holding = holding();
    for (Path file : holding) {
      try {
        file.getFileSystem(hadoop).delete(file, false);
      } catch (IOException e) {
        throw new UncheckedIOException("'" + file + "' cannot be deleted", e);
      }
    }
    copies.settle();
    return holding;
  }

  /** Where the store, its journals, the report, exported tasks and other copies are. */
  List<String> everywhere() {
    AssayConfig config = session.loaded().config();
    List<String> places = new ArrayList<>();
    if (store.managed()) {
      Tables.ALL.stream()
          .filter(store::exists)
          .forEach(table -> places.add(store.upkeep().place(table)));
    } else {
      places.add(store.path(""));
    }
    places.addAll(CallLedger.places(store, config.llm().journal()));
    places.add(config.report().path());
    places.add(config.label().export().path());
    places.addAll(copies.places());
    places.removeIf(String::isEmpty);
    return places;
  }
}
