package dev.assay.config;

/** Where the tables are. See {@code conf/reference.conf}. */
public record StoreConfig(String path, String catalog, String schema, String umask) {

  /** With the usual permissions of files. */
  public StoreConfig(String path, String catalog, String schema) {
    this(path, catalog, schema, "077");
  }
}
