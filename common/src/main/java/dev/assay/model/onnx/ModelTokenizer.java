package dev.assay.model.onnx;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.CharSpan;
import dev.assay.model.ModelException;
import dev.assay.text.TokenCounter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A model's own tokenizer. Texts of any size are read in pieces of at most {@link #PIECE}
 * characters cut at white space, which changes no token of a tokenizer that splits at white space
 * first (BERT's does). Where a run of {@link #PIECE} characters has no white space it is cut at
 * another non-letter, and without one inside the run, which can then count as a few more tokens.
 */
public final class ModelTokenizer implements TokenCounter, AutoCloseable {
  /** Characters given to the native tokenizer at once. */
  static final int PIECE = 16_384;

  private final HuggingFaceTokenizer tokenizer;
  private final long[] prefix;
  private final long[] suffix;

  /** Reads {@code tokenizer.json}. Its own truncation and padding settings are not used. */
  public ModelTokenizer(Path file) {
    OnnxEngine.stayOffline();
    try {
      tokenizer =
          HuggingFaceTokenizer.newInstance(file, Map.of("truncation", "false", "padding", "false"));
    } catch (IOException | RuntimeException | LinkageError e) {
      throw new ModelException("Cannot load the tokenizer '" + file + "': " + e, e);
    }
    long[] bare = tokenizer.encode("a", false, false).getIds();
    long[] framed = tokenizer.encode("a", true, false).getIds();
    int start = 0;
    while (start + bare.length < framed.length
        && !Arrays.equals(framed, start, start + bare.length, bare, 0, bare.length)) {
      start++;
    }
    prefix = Arrays.copyOfRange(framed, 0, start);
    suffix = Arrays.copyOfRange(framed, start + bare.length, framed.length);
  }

  @Override
  public int count(String text) {
    return read(text, Integer.MAX_VALUE).total() - specials();
  }

  /** Number of special tokens before a text. */
  int before() {
    return prefix.length;
  }

  /** Number of special tokens that frame every text. */
  public int specials() {
    return prefix.length + suffix.length;
  }

  /** The text's first {@code maxLength} tokens, special tokens included, and its whole count. */
  Tokens encode(String text, int maxLength) {
    return read(text, maxLength);
  }

  /** The ids of the whole text, without special tokens. */
  long[] bare(String text) {
    long[] framed = read(text, Integer.MAX_VALUE - 1).ids();
    return Arrays.copyOfRange(framed, prefix.length, framed.length - suffix.length);
  }

  /** As {@link #encode}, with where each token stands in the text. */
  Tokens encodeWithSpans(String text, int maxLength) {
    List<int[]> spans = new ArrayList<>();
    Tokens plain =
        read(text, maxLength, (encoding, part, start) -> add(spans, encoding, part, start));
    int[] starts = new int[plain.ids().length];
    int[] ends = new int[plain.ids().length];
    Arrays.fill(starts, -1);
    Arrays.fill(ends, -1);
    for (int token = 0; token < plain.ids().length - specials(); token++) {
      starts[prefix.length + token] = spans.get(token)[0];
      ends[prefix.length + token] = spans.get(token)[1];
    }
    return new Tokens(plain.ids(), plain.total(), starts, ends);
  }

  /**
   * A premise and a hypothesis as the model reads them. Where both do not fit, the premise is cut,
   * then the hypothesis.
   */
  Tokens encodePair(String premise, String hypothesis, int maxLength) {
    Encoding pair = pair(premise, hypothesis);
    int total = pair.getIds().length;
    if (total <= maxLength) {
      return new Tokens(pair.getIds(), total, new int[0], new int[0], pair.getTypeIds());
    }
    long[] first = read(premise, Integer.MAX_VALUE - 1).ids();
    long[] second = read(hypothesis, Integer.MAX_VALUE - 1).ids();
    int frame = total - (first.length - specials()) - (second.length - specials());
    int keep = Math.min(second.length - specials(), Math.max(1, maxLength - frame - 1));
    int left = Math.max(0, maxLength - frame - keep);
    Encoding cut = pair(start(premise, left), start(hypothesis, keep));
    int kept = Math.min(maxLength, cut.getIds().length);
    return new Tokens(
        Arrays.copyOf(cut.getIds(), kept),
        total,
        new int[0],
        new int[0],
        Arrays.copyOf(cut.getTypeIds(), kept));
  }

  private Encoding pair(String premise, String hypothesis) {
    return tokenizer.encode(WellFormed.of(premise), WellFormed.of(hypothesis), true, false);
  }

  /** The beginning of {@code text} that makes {@code tokens} tokens. */
  String start(String text, int tokens) {
    Tokens read = encodeWithSpans(text, tokens + specials());
    int end = 0;
    for (int at : read.ends()) {
      end = Math.max(end, at);
    }
    return text.substring(0, end);
  }

  private static void add(List<int[]> spans, Encoding encoding, String piece, int start) {
    int[] at = characters(piece);
    for (CharSpan span : encoding.getCharTokenSpans()) {
      spans.add(
          span == null
              ? new int[] {-1, -1}
              : new int[] {start + at[span.getStart()], start + at[span.getEnd()]});
    }
  }

  /** The character at which each code point begins: the native tokenizer counts code points. */
  private static int[] characters(String piece) {
    int[] at = new int[piece.codePointCount(0, piece.length()) + 1];
    for (int point = 0, character = 0; point < at.length; point++) {
      at[point] = character;
      if (character < piece.length()) {
        character += Character.charCount(piece.codePointAt(character));
      }
    }
    return at;
  }

  private Tokens read(String text, int maxLength) {
    return read(text, maxLength, (encoding, part, start) -> {});
  }

  /** Sees the pieces of a text that are kept, in order. */
  private interface Pieces {
    void see(Encoding encoding, String part, int start);
  }

  private Tokens read(String raw, int maxLength, Pieces pieces) {
    String text = WellFormed.of(raw);
    boolean countsOnly = maxLength == Integer.MAX_VALUE;
    int room = countsOnly ? 0 : maxLength - specials();
    long[] ids = new long[0];
    int total = 0;
    for (int start = 0; start < text.length(); ) {
      int end = pieceEnd(text, start);
      String part = text.substring(start, end);
      Encoding encoding = encode(part);
      if (total < room) {
        pieces.see(encoding, part, start);
      }
      long[] piece = encoding.getIds();
      int taken = Math.min(piece.length, room - Math.min(room, total));
      if (taken > 0) {
        ids = Arrays.copyOf(ids, ids.length + taken);
        System.arraycopy(piece, 0, ids, ids.length - taken, taken);
      }
      total += piece.length;
      start = end;
    }
    return new Tokens(countsOnly ? ids : framed(ids), total + specials(), new int[0], new int[0]);
  }

  private Encoding encode(String part) {
    long begun = System.nanoTime();
    try {
      return tokenizer.encode(part, false, false);
    } finally {
      Inferences.beside(begun);
    }
  }

  /** {@code ids} without special tokens, as a text of their own. */
  Tokens part(long[] ids) {
    return new Tokens(framed(ids), ids.length + specials(), new int[0], new int[0]);
  }

  private long[] framed(long[] ids) {
    long[] all = Arrays.copyOf(prefix, prefix.length + ids.length + suffix.length);
    System.arraycopy(ids, 0, all, prefix.length, ids.length);
    System.arraycopy(suffix, 0, all, prefix.length + ids.length, suffix.length);
    return all;
  }

  /** Where the piece that begins at {@code start} ends: never inside a surrogate pair. */
  static int pieceEnd(String text, int start) {
    int limit = start + PIECE;
    if (limit >= text.length()) {
      return text.length();
    }
    int nonLetter = -1;
    for (int i = limit; i > start; i--) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)) {
        return i;
      }
      if (nonLetter < 0 && c < 128 && !Character.isLetterOrDigit(c) && c > ' ') {
        nonLetter = i;
      }
    }
    if (nonLetter > 0) {
      return nonLetter;
    }
    return Character.isLowSurrogate(text.charAt(limit)) ? limit - 1 : limit;
  }

  @Override
  public void close() {
    tokenizer.close();
  }
}
