package dev.assay.config;

import dev.assay.base.Secret;
import java.util.Optional;

/**
 * Where the Thrift server listens, and for whom. See {@code conf/reference.conf}.
 *
 * @param refresh seconds between two looks for tables that were written
 */
public record SqlConfig(
    String host,
    int port,
    int refresh,
    Optional<Secret> token,
    String ldapUrl,
    String ldapBaseDn,
    String ldapDomain,
    String keystore,
    Optional<Secret> keystorePassword) {

  /** Whether clients have to say who they are. */
  public boolean authenticates() {
    return token.isPresent() || !ldapUrl.isBlank();
  }
}
