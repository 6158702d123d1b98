package dev.assay.config;

/** Where the tables are. See {@code conf/reference.conf}. */
public record StoreConfig(String path, String catalog, String schema, String umask) {
  /** As the store's own files have it; a new store is its owner's alone. */
  public static final String OWN = "own";

  /** With the usual permissions of files. */
  public StoreConfig(String path, String catalog, String schema) {
    this(path, catalog, schema, OWN);
  }
}
