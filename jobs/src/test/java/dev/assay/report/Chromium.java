package dev.assay.report;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Headless Chromium for pages opened as files; a test is skipped where there is none. */
public final class Chromium implements AutoCloseable {
  private static final List<String> ARGUMENTS =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--no-first-run",
          "--disable-quic");

  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Path executable) {
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions().setExecutablePath(executable).setArgs(ARGUMENTS));
  }

  /** The browser of this machine; skips the test where there is none. */
  public static Chromium open() {
    Optional<Path> executable = executable();
    Assumptions.assumeTrue(executable.isPresent(), "no chromium on the PATH");
    return new Chromium(executable.get());
  }

  public Browser browser() {
    return browser;
  }

  /**
   * Notes in {@code troubles} what a page may not do: write to the console, fail, ask for anything.
   */
  public static Page watched(Page page, List<String> troubles) {
    page.onConsoleMessage(message -> troubles.add(message.type() + ": " + message.text()));
    page.onPageError(error -> troubles.add("error: " + error));
    page.onRequest(
        request -> {
          if (!request.url().matches("(file|data|blob):.*")) {
            troubles.add("request: " + request.url());
          }
        });
    return page;
  }

  @Override
  public void close() {
    playwright.close();
  }

  private static Optional<Path> executable() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .flatMap(
            dir ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(n -> Path.of(dir, n)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
