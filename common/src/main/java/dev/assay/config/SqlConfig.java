package dev.assay.config;

import dev.assay.base.Secret;
import java.util.Optional;

/** Where the Thrift server listens, and for whom. See {@code conf/reference.conf}. */
public record SqlConfig(
    String host,
    int port,
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
