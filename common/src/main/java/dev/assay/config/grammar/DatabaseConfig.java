package dev.assay.config.grammar;

import dev.assay.base.Secret;
import java.util.Optional;

/**
 * A database. See {@code conf/reference.conf}.
 *
 * @param url of JDBC
 */
public record DatabaseConfig(String url, Optional<String> user, Optional<Secret> password) {}
