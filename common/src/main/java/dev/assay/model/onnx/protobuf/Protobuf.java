package dev.assay.model.onnx.protobuf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields of a message in protocol buffers' wire format, without copying what they hold: a
 * network's file may be as large as memory. The protobuf library that Spark brings reads arrays and
 * streams alone.
 */
public final class Protobuf {
  private static final int VARINT = 0;
  private static final int EIGHT_BYTES = 1;
  private static final int BYTES = 2;
  private static final int FOUR_BYTES = 5;

  private Protobuf() {}

  /**
   * A field as it is written.
   *
   * @param number of the field
   * @param value of a number; 0 of anything else
   * @param bytes of text, a message or packed numbers; empty of a number
   */
  public record Field(int number, long value, ByteBuffer bytes) {
    /** As UTF-8. */
    public String text() {
      return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
    }

    /** The numbers of a field that may be packed. */
    public List<Long> varints() {
      if (!bytes.hasRemaining()) {
        return List.of(value);
      }
      ByteBuffer left = bytes.duplicate();
      List<Long> numbers = new ArrayList<>();
      while (left.hasRemaining()) {
        numbers.add(varint(left));
      }
      return numbers;
    }
  }

  /**
   * All fields of {@code message}, in order. Throws {@link IllegalArgumentException} on other
   * bytes.
   */
  public static List<Field> fields(ByteBuffer message) {
    ByteBuffer left = message.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    List<Field> fields = new ArrayList<>();
    while (left.hasRemaining()) {
      long tag = varint(left);
      int number = (int) (tag >>> 3);
      ByteBuffer none = ByteBuffer.allocate(0);
      switch ((int) (tag & 7)) {
        case VARINT -> fields.add(new Field(number, varint(left), none));
        case EIGHT_BYTES -> fields.add(new Field(number, 0, take(left, Long.BYTES)));
        case BYTES -> fields.add(new Field(number, 0, take(left, varint(left))));
        case FOUR_BYTES -> fields.add(new Field(number, 0, take(left, Integer.BYTES)));
        default -> throw new IllegalArgumentException("No protocol buffer: wire type " + (tag & 7));
      }
    }
    return fields;
  }

  private static ByteBuffer take(ByteBuffer left, long length) {
    if (length < 0 || length > left.remaining()) {
      throw new IllegalArgumentException(
          "No protocol buffer: a field of %d bytes".formatted(length));
    }
    ByteBuffer bytes = left.slice(left.position(), (int) length).order(ByteOrder.LITTLE_ENDIAN);
    left.position(left.position() + (int) length);
    return bytes;
  }

  private static long varint(ByteBuffer left) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE && left.hasRemaining(); shift += 7) {
      byte next = left.get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("No protocol buffer: a number without end");
  }
}
