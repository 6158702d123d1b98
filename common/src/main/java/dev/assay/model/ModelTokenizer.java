package dev.assay.model;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
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

  /** Number of special tokens that frame every text. */
  public int specials() {
    return prefix.length + suffix.length;
  }

  /** The text's first {@code maxLength} tokens, special tokens included, and its whole count. */
  Tokens encode(String text, int maxLength) {
    return read(text, maxLength);
  }

  private Tokens read(String raw, int maxLength) {
    String text = WellFormed.of(raw);
    boolean countsOnly = maxLength == Integer.MAX_VALUE;
    int room = countsOnly ? 0 : maxLength - specials();
    long[] ids = new long[0];
    int total = 0;
    for (int start = 0; start < text.length(); ) {
      int end = pieceEnd(text, start);
      long[] piece = tokenizer.encode(text.substring(start, end), false, false).getIds();
      int taken = Math.min(piece.length, room - Math.min(room, total));
      if (taken > 0) {
        ids = Arrays.copyOf(ids, ids.length + taken);
        System.arraycopy(piece, 0, ids, ids.length - taken, taken);
      }
      total += piece.length;
      start = end;
    }
    return new Tokens(countsOnly ? ids : framed(ids), total + specials());
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
