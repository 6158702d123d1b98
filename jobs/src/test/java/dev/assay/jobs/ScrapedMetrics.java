package dev.assay.jobs;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a Prometheus that looks at a driver's page again and again would have of source assay. */
final class ScrapedMetrics {
  private static final Pattern OURS = Pattern.compile("_driver_assay_(\\w+)_Value\\{[^}]*} (\\S+)");

  /** Spark's server sends who asks for such a page to its address with a slash at its end. */
  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(Duration.ofSeconds(2))
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();

  private final String driver;
  private final Map<String, Double> most = new TreeMap<>();
  private String ofExecutors = "";

  /**
   * @param driver the address of its page
   */
  ScrapedMetrics(String driver) {
    this.driver = driver;
  }

  /** Looks once; a driver that has not begun or has ended says nothing. */
  void once() throws InterruptedException {
    Matcher found = OURS.matcher(page("/metrics/prometheus"));
    while (found.find()) {
      most.merge(found.group(1), Double.parseDouble(found.group(2)), Math::max);
    }
    String executors = page("/metrics/executors/prometheus");
    ofExecutors = executors.isEmpty() ? ofExecutors : executors;
  }

  private String page(String path) throws InterruptedException {
    HttpRequest get =
        HttpRequest.newBuilder(URI.create(driver + path)).timeout(Duration.ofSeconds(5)).build();
    try {
      HttpResponse<String> page = http.send(get, HttpResponse.BodyHandlers.ofString());
      return page.statusCode() == 200 ? page.body() : "";
    } catch (IOException notThere) {
      return "";
    }
  }

  /** By name, the most that each ever showed. */
  Map<String, Double> most() {
    return most;
  }

  /** What Spark says of executors, as it was last seen. */
  String ofExecutors() {
    return ofExecutors;
  }
}
