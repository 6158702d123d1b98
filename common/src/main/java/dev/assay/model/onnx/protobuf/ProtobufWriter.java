package dev.assay.model.onnx.protobuf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A message in protocol buffers' wire format under construction, as pieces: large ones are not
 * copied until they are written.
 */
public final class ProtobufWriter {
  private static final int VARINT = 0;
  private static final int BYTES = 2;

  private final List<ByteBuffer> pieces = new ArrayList<>();
  private long length;

  /** Adds a number. */
  public ProtobufWriter number(int field, long value) {
    add(varint((long) field << 3 | VARINT));
    add(varint(value));
    return this;
  }

  /** Adds text. */
  public ProtobufWriter text(int field, String text) {
    return bytes(field, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Adds bytes. */
  public ProtobufWriter bytes(int field, ByteBuffer bytes) {
    head(field, bytes.remaining());
    add(bytes.duplicate());
    return this;
  }

  /** Adds a message. */
  public ProtobufWriter message(int field, ProtobufWriter message) {
    head(field, message.length);
    return all(message);
  }

  /** Adds the fields of another message. */
  public ProtobufWriter all(ProtobufWriter fields) {
    fields.pieces.forEach(this::add);
    return this;
  }

  /** Adds what was read of another message as it is, where it is a number, text or a message. */
  public ProtobufWriter copy(Protobuf.Field field, boolean number) {
    return number ? number(field.number(), field.value()) : bytes(field.number(), field.bytes());
  }

  /** Writes all. */
  public void writeTo(WritableByteChannel out) throws IOException {
    for (ByteBuffer piece : pieces) {
      ByteBuffer left = piece.duplicate();
      while (left.hasRemaining()) {
        out.write(left);
      }
    }
  }

  private void head(int field, long bytes) {
    add(varint((long) field << 3 | BYTES));
    add(varint(bytes));
  }

  private void add(ByteBuffer piece) {
    pieces.add(piece);
    length += piece.remaining();
  }

  private static ByteBuffer varint(long value) {
    ByteBuffer bytes = ByteBuffer.allocate(10);
    long left = value;
    while ((left & ~0x7fL) != 0) {
      bytes.put((byte) (left & 0x7f | 0x80));
      left >>>= 7;
    }
    bytes.put((byte) left);
    return bytes.flip();
  }
}
