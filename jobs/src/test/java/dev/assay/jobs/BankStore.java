package dev.assay.jobs;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Stores of the documents of {@link BankQuestions}, one about each product, after some stages. */
public final class BankStore {
  private BankStore() {}

  /** Puts a store at {@code target} in which the documents are ingested and embedded. */
  public static void embedded(Path target) {
    PreparedStores.copy("bank, embedded", BankStore::embed, target);
  }

  /** Puts one at {@code target} that has two strata as well, and a sample of all chunks. */
  public static void sampled(Path target) {
    PreparedStores.copy("bank, sampled", BankStore::sample, target);
  }

  private static void embed(Path store) throws IOException {
    Path corpus = Files.createDirectories(store.resolveSibling("corpus"));
    for (int i = 0; i < BankQuestions.PRODUCTS.size(); i++) {
      Files.writeString(
          corpus.resolve(BankQuestions.PRODUCTS.get(i) + ".txt"), BankQuestions.document(i));
    }
    run(
        ConfigLoader.defaults()
            .set("store.path=" + store)
            .set("corpus.sources=[{path=\"" + corpus + "\"}]"),
        "ingest",
        "embed");
  }

  private static void sample(Path store) {
    embedded(store);
    run(
        ConfigLoader.defaults()
            .set("store.path=" + store)
            .set("stratify.min-k=2")
            .set("stratify.max-k=2")
            .set("sample.size=" + BankQuestions.PRODUCTS.size()),
        "stratify",
        "sample");
  }

  private static void run(ConfigLoader loader, String... stages) {
    for (String stage : List.of(stages)) {
      Commands.run(SharedSpark.session(), loader.load(), stage);
    }
  }
}
