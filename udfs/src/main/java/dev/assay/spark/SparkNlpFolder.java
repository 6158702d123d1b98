package dev.assay.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.model.ModelException;
import dev.assay.model.onnx.HostCache;
import dev.assay.model.onnx.ModelFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A model as Spark NLP wants to import it: {@code model.onnx} and {@code assets/vocab.txt}. */
final class SparkNlpFolder {
  private SparkNlpFolder() {}

  /** The folder made of {@code files}, once per host and revision. */
  static Path of(ModelFiles files) {
    try {
      Path folder = HostCache.directory().resolve(files.name() + "-spark-nlp-" + files.revision());
      Files.createDirectories(folder.resolve("assets"));
      place(Files.newInputStream(files.model()), Files.size(files.model()), folder, "model.onnx");
      byte[] vocabulary = vocabulary(files).getBytes(StandardCharsets.UTF_8);
      place(new ByteArrayInputStream(vocabulary), vocabulary.length, folder, "assets/vocab.txt");
      return folder;
    } catch (IOException e) {
      throw new ModelException(
          "Cannot make Spark NLP's folder of the model '%s': %s".formatted(files.name(), e), e);
    }
  }

  /** The word pieces in the order of their ids, one a line. */
  private static String vocabulary(ModelFiles files) throws IOException {
    JsonNode model = new ObjectMapper().readTree(files.tokenizer().toFile()).path("model");
    JsonNode vocabulary = model.path("vocab");
    if (!vocabulary.isObject() || !model.path("type").asText("WordPiece").equals("WordPiece")) {
      throw new ModelException(
          "Engine spark-nlp reads BERT's word pieces; '%s' has a %s tokenizer. Use engine onnx."
              .formatted(files.tokenizer(), model.path("type").asText("different")));
    }
    String[] pieces = new String[vocabulary.size()];
    vocabulary
        .fields()
        .forEachRemaining(entry -> pieces[entry.getValue().asInt()] = entry.getKey());
    return String.join("\n", pieces) + "\n";
  }

  private static void place(InputStream content, long size, Path folder, String name)
      throws IOException {
    try (InputStream in = content) {
      Path target = folder.resolve(name);
      if (!Files.exists(target) || Files.size(target) != size) {
        HostCache.place(in, target);
      }
    }
  }
}
