package dev.assay.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * llama.cpp's server with a very small real model, which {@code scripts/test} installs beneath
 * {@code dist/llama}; a test is skipped where it could not be.
 */
public final class LlamaServer implements AutoCloseable {
  private final Process process;
  private final String base;

  private LlamaServer(Process process, String base) {
    this.process = process;
    this.base = base;
  }

  /** Starts it; returns when it answers. */
  public static LlamaServer start() throws IOException {
    Path root = Path.of(System.getProperty("assay.root", "."));
    Path python = root.resolve("dist/llama/bin/python");
    Assumptions.assumeTrue(
        Files.isExecutable(python),
        "no real model: dist/llama is missing, scripts/test could not install xllamacpp");
    Process process =
        new ProcessBuilder(
                python.toString(), root.resolve("scripts/lib/llama-server.py").toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String base = said.readLine();
    if (base == null) {
      process.destroyForcibly();
      throw new IOException("llama-server.py ended before it served");
    }
    return new LlamaServer(process, base);
  }

  /** The base URL of the chat endpoint. */
  public String chat() {
    return base + "/v1";
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
