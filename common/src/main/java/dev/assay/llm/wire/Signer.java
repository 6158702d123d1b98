package dev.assay.llm.wire;

import java.net.URI;
import java.util.Map;

/**
 * Signs requests to an endpoint that has no key, with the credentials that it finds where it runs.
 */
@FunctionalInterface
public interface Signer {

  /** Headers that let a POST of this JSON in. */
  Map<String, String> headers(URI url, String body);
}
