package dev.assay.jobs.corpus;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Reads documents that come by its input, and says what they hold by its output, until the input
 * ends. It knows no Spark. Memory that does not suffice ends it ({@code ExitOnOutOfMemoryError}).
 */
public final class ReaderMain {
  /** A name and a format are no longer. */
  private static final int LONGEST = 1 << 16;

  private ReaderMain() {}

  /**
   * @param arguments the most characters of a document's text
   */
  public static void main(String[] arguments) throws IOException {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    System.setOut(nowhere); // a library that prints must not answer for us
    DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
    DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(new FileInputStream(FileDescriptor.in), 1 << 16));
    Extractor extractor = new Extractor(Integer.parseInt(arguments[0]));
    System.setErr(nowhere);
    endWithParent();
    out.writeByte(1);
    out.flush();
    while (true) {
      String name;
      try {
        name = ReaderWire.text(in, LONGEST);
      } catch (EOFException ended) {
        return;
      }
      String format = ReaderWire.text(in, LONGEST);
      byte[] content = new byte[in.readInt()];
      in.readFully(content);
      ReaderWire.answer(out, extractor.extract(name, content, format));
    }
  }

  /** One that is busy does not see its input end. */
  private static void endWithParent() {
    ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
    Thread watch =
        new Thread(
            () -> {
              while (parent.isAlive()) {
                try {
                  TimeUnit.SECONDS.sleep(1);
                } catch (InterruptedException e) {
                  break;
                }
              }
              Runtime.getRuntime().halt(1);
            },
            "parent");
    watch.setDaemon(true);
    watch.start();
  }
}
