package dev.assay.config;

/**
 * Name, seed and night of a run. See {@code conf/reference.conf}.
 *
 * @param key names the night whose answers and scores are read and written; may be empty
 */
public record RunConfig(String name, long seed, String key) {

  /** Of nights without a key. */
  public RunConfig(String name, long seed) {
    this(name, seed, "");
  }
}
