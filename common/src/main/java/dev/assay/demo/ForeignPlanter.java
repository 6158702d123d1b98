package dev.assay.demo;

import dev.assay.core.Passage;
import dev.assay.retrieval.Chunk;
import dev.assay.text.Sentences;
import dev.assay.text.Sentences.Sentence;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Replaces the sentence that matters most by one from a document that was not retrieved. */
final class ForeignPlanter implements Planter {
  private static final Pattern STATEMENT = Pattern.compile("\\p{Lu}[^\\n|]{30,300}\\.");

  private final List<Chunk> chunks;

  ForeignPlanter(List<Chunk> chunks) {
    this.chunks = chunks.stream().sorted(Comparator.comparing(Chunk::chunkId)).toList();
  }

  @Override
  public Optional<Planting> plant(SystemAnswer answer, List<Sentence> sentences, Draw draw) {
    if (chunks.isEmpty()) {
      return Optional.empty();
    }
    Set<String> retrieved =
        answer.contexts().stream().map(Passage::docId).collect(Collectors.toSet());
    int start = draw.index("fault-foreign-chunk", chunks.size());
    for (int i = 0; i < chunks.size(); i++) {
      Chunk chunk = chunks.get((start + i) % chunks.size());
      if (retrieved.contains(chunk.docId())) {
        continue;
      }
      List<String> statements =
          Sentences.split(chunk.text()).stream()
              .map(Sentence::text)
              .filter(text -> STATEMENT.matcher(text).matches())
              .filter(text -> !answer.answer().contains(text))
              .toList();
      if (!statements.isEmpty()) {
        String foreign = draw.pick("fault-foreign-sentence", statements);
        int from = sentences.isEmpty() ? 0 : sentences.get(0).start();
        int to = sentences.isEmpty() ? answer.answer().length() : sentences.get(0).end();
        return Optional.of(Planting.at(answer.answer(), from, to, foreign));
      }
    }
    return Optional.empty();
  }
}
