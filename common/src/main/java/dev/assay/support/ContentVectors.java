package dev.assay.support;

import dev.assay.model.DiskMemory;
import dev.assay.model.EncodedText;
import dev.assay.model.TextMemory;
import dev.assay.model.TokenCosines;
import dev.assay.model.TokenEmbedder;
import dev.assay.model.TokenVectors;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The vectors of texts' content tokens: those of words that are no stop words, or of all words
 * where there is no other. Each distinct text reaches the model once while it is remembered.
 */
final class ContentVectors {
  private final TokenEmbedder model;
  private final TextMemory<Content> memory;

  /**
   * @param truncated whether the text was longer than the model reads
   */
  record Content(TokenVectors vectors, boolean truncated) {
    ByteBuffer bytes() {
      ByteBuffer bytes =
          ByteBuffer.allocate(Integer.BYTES + vectors.bytes()).order(ByteOrder.LITTLE_ENDIAN);
      vectors.write(bytes.putInt(truncated ? 1 : 0));
      return bytes.rewind();
    }

    static Content of(ByteBuffer bytes) {
      boolean truncated = bytes.getInt() != 0;
      return new Content(TokenVectors.read(bytes), truncated);
    }
  }

  /**
   * @param tokens content tokens that are remembered, about 4 bytes times the model's dimension
   *     each
   * @param disk has those of further texts
   */
  ContentVectors(TokenEmbedder model, long tokens, DiskMemory disk) {
    this.model = model;
    this.memory =
        new TextMemory<>(
            tokens,
            (text, content) -> 1 + content.vectors().size(),
            texts ->
                model.toEncode(texts).stream()
                    .map(batch -> batch.then(ContentVectors::contents))
                    .toList(),
            disk.of("content tokens " + model.id(), Content::bytes, Content::of));
  }

  String id() {
    return model.id();
  }

  TokenCosines cosines() {
    return model.cosines();
  }

  Map<String, Content> of(List<String> texts) {
    List<Content> contents = memory.of(texts);
    Map<String, Content> byText = new HashMap<>();
    for (int i = 0; i < contents.size(); i++) {
      byText.put(texts.get(i), contents.get(i));
    }
    return byText;
  }

  private static List<Content> contents(List<String> texts, List<EncodedText> encoded) {
    return IntStream.range(0, texts.size())
        .mapToObj(i -> content(texts.get(i), encoded.get(i)))
        .toList();
  }

  static Content content(String text, EncodedText encoded) {
    TokenVectors all = encoded.tokens();
    boolean[] word = new boolean[all.size()];
    boolean[] content = new boolean[all.size()];
    boolean any = false;
    for (int t = 0; t < word.length; t++) {
      int start = all.starts()[t];
      if (start < 0 || all.ends()[t] <= start) {
        continue;
      }
      word[t] = Character.isLetterOrDigit(text.codePointAt(start));
      content[t] = word[t] && !Cues.grammatical(wordAt(text, start));
      any |= content[t];
    }
    boolean[] kept = any ? content : word;
    return new Content(all.where(t -> kept[t]), encoded.embedding().truncated());
  }

  private static String wordAt(String text, int at) {
    int start = at;
    while (start > 0 && Character.isLetterOrDigit(text.charAt(start - 1))) {
      start--;
    }
    int end = at;
    while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
      end++;
    }
    return text.substring(start, end).toLowerCase(Locale.ROOT);
  }
}
