package dev.assay.base;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Content hashes: the keys of tables and the seeds of random choices.
 *
 * <p>Each part enters the hash as its length in UTF-8 bytes (four bytes, big-endian) followed by
 * those bytes, so ("ab", "c") and ("a", "bc") differ. An unpaired surrogate counts as '?', as in
 * every UTF-8 file that the text could be stored in.
 */
public final class Hashes {
  /** Looked up once a thread. */
  private static final ThreadLocal<MessageDigest> DIGEST =
      ThreadLocal.withInitial(Hashes::sha256Digest);

  private Hashes() {}

  /** SHA-256 of the parts in order, as 64 lower-case hex digits. */
  public static String sha256(String... parts) {
    return HexFormat.of().formatHex(digest(parts));
  }

  /** SHA-256 of the parts in order, as 32 bytes. */
  public static byte[] digest(String... parts) {
    MessageDigest digest = DIGEST.get();
    digest.reset(); // an exception below may have left parts in it
    for (String part : parts) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      digest.update(bytes);
    }
    return digest.digest();
  }

  /**
   * The first 64 bits of a hash, for tables of many.
   *
   * @param hash of {@link #sha256}
   * @throws IllegalArgumentException if it does not begin with 16 hex digits
   */
  public static long beginning(String hash) {
    if (hash.length() < 16) {
      throw new IllegalArgumentException("'" + hash + "' is no hash");
    }
    try {
      return Long.parseUnsignedLong(hash, 0, 16, 16);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + hash + "' is no hash", e);
    }
  }

  private static MessageDigest sha256Digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform provides SHA-256; this one does not", e);
    }
  }
}
