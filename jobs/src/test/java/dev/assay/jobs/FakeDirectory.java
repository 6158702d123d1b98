package dev.assay.jobs;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A directory that knows one person: the bind request of LDAP (RFC 4511, 4.2) and its answer. */
final class FakeDirectory implements AutoCloseable {
  private static final int BIND = 0x60;
  private static final byte INVALID_CREDENTIALS = 49;

  private final ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  private final String name;
  private final String password;

  FakeDirectory(String name, String password) throws IOException {
    this.name = name;
    this.password = password;
    Thread serving = new Thread(this::serve, "directory");
    serving.setDaemon(true);
    serving.start();
  }

  String url() {
    return "ldap://127.0.0.1:" + socket.getLocalPort();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        DataInputStream in = new DataInputStream(client.getInputStream());
        while (in.read() == 0x30) {
          byte[] message = in.readNBytes(length(in));
          int id = 2 + message[1]; // 02 length number
          if ((message[id] & 0xFF) != BIND) {
            break;
          }
          answer(client.getOutputStream(), message, credentials(message, id));
        }
      } catch (IOException ended) {
        // the client went, or the test is over
      }
    }
  }

  private boolean credentials(byte[] message, int bind) {
    int version = bind + 2; // lengths below 128 throughout: 02 01 03
    int dn = version + 3;
    int word = dn + 2 + message[dn + 1];
    return text(message, dn).equals(name) && text(message, word).equals(password);
  }

  private static String text(byte[] message, int at) {
    return new String(message, at + 2, message[at + 1], StandardCharsets.UTF_8);
  }

  private static int length(DataInputStream in) throws IOException {
    int first = in.readUnsignedByte();
    int length = first < 128 ? first : 0;
    for (int i = first < 128 ? 0 : first - 128; i > 0; i--) {
      length = length * 256 + in.readUnsignedByte();
    }
    return length;
  }

  private static void answer(OutputStream out, byte[] message, boolean right) throws IOException {
    int id = 2 + message[1];
    byte code = right ? 0 : INVALID_CREDENTIALS;
    byte[] result = {0x61, 7, 0x0A, 1, code, 4, 0, 4, 0};
    byte[] reply = new byte[2 + id + result.length];
    reply[0] = 0x30;
    reply[1] = (byte) (id + result.length);
    System.arraycopy(message, 0, reply, 2, id);
    System.arraycopy(result, 0, reply, 2 + id, result.length);
    out.write(reply);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
