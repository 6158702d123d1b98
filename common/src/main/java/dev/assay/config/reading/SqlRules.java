package dev.assay.config.reading;

import dev.assay.base.Loopback;
import dev.assay.config.SqlConfig;

/** Who may come to the SQL server: from elsewhere nobody who does not say who they are. */
record SqlRules(Checks checks) {

  private static final int SHORTEST = 16;

  void check(SqlConfig sql) {
    checks.range(0, 65535, sql.port(), "sql.port");
    checks.range(1, 86_400, sql.refresh(), "sql.refresh");
    checks.require(
        Loopback.is(sql.host()) || sql.authenticates() && !sql.keystore().isBlank(),
        "sql.host",
        "an address of this machine (127.0.0.1, localhost, ::1), unless clients authenticate"
            + " (sql.token or sql.ldap-url) and what they say is encrypted (sql.keystore)");
    checks.require(
        sql.token().map(token -> token.value().length() >= SHORTEST).orElse(true),
        "sql.token",
        "at least " + SHORTEST + " characters");
    checks.require(
        sql.token().isEmpty() || sql.ldapUrl().isBlank(),
        "sql.ldap-url",
        "not both a token and a directory");
    checks.require(
        sql.ldapUrl().isBlank()
            || sql.ldapUrl().startsWith("ldap://")
            || sql.ldapUrl().startsWith("ldaps://"),
        "sql.ldap-url",
        "ldap://HOST:PORT or ldaps://HOST:PORT");
  }
}
