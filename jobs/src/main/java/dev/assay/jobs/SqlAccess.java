package dev.assay.jobs;

import dev.assay.base.Secret;
import dev.assay.config.SqlConfig;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.security.sasl.AuthenticationException;
import org.apache.hive.service.auth.PasswdAuthenticationProvider;

/**
 * Who may come to the SQL server. Spark's server makes one of these for each client that is to give
 * the token as its password; the user name is free. Settings of Hive that this needs come as
 * settings of the session, and, where Hive reads them anew, as system properties.
 */
public final class SqlAccess implements PasswdAuthenticationProvider {
  private static final String CUSTOM = "hive.server2.custom.authentication.class";
  private static final String LDAP = "hive.server2.authentication.ldap.";
  private static volatile Optional<Secret> expected = Optional.empty();

  @Override
  public void Authenticate(String user, String password) throws AuthenticationException {
    byte[] given = bytes(password == null ? "" : password);
    byte[] token = expected.map(secret -> bytes(secret.value())).orElse(new byte[0]);
    if (token.length == 0 || !MessageDigest.isEqual(token, given)) {
      throw new AuthenticationException("The password is not the token of this server (sql.token)");
    }
  }

  /** What Hive's server is told. */
  static Map<String, String> settings(SqlConfig config) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("hive.server2.thrift.bind.host", config.host());
    settings.put("hive.server2.thrift.port", Integer.toString(config.port()));
    settings.put("hive.server2.transport.mode", "binary");
    // Queries run as the user of this process: there is no second identity to take on.
    settings.put("hive.server2.enable.doAs", "false");
    // Where sql.* says nothing of who may come, what the session was given of it stays in force.
    if (!config.keystore().isBlank()) {
      settings.put("hive.server2.use.SSL", "true");
      settings.put("hive.server2.keystore.path", config.keystore());
      settings.put(
          "hive.server2.keystore.password",
          config.keystorePassword().map(Secret::value).orElse(""));
    }
    expected = config.token();
    if (config.token().isPresent()) {
      settings.put("hive.server2.authentication", "CUSTOM");
      System.setProperty(CUSTOM, SqlAccess.class.getName());
    } else if (!config.ldapUrl().isBlank()) {
      settings.put("hive.server2.authentication", "LDAP");
      System.setProperty(LDAP + "url", config.ldapUrl());
      given(LDAP + "baseDN", config.ldapBaseDn());
      given(LDAP + "Domain", config.ldapDomain());
    }
    return settings;
  }

  private static void given(String key, String value) {
    if (!value.isBlank()) {
      System.setProperty(key, value);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
