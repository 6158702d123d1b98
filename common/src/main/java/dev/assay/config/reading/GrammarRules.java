package dev.assay.config.reading;

import dev.assay.config.AssayConfig;
import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.grammar.QueryKind;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** What the block {@code grammar} allows. */
record GrammarRules(Checks checks) {
  private static final Pattern PASSWORD =
      Pattern.compile(
          "[?&;](password|passwd|pass|pwd|secret|token)=|//[^/@]*:[^/@]*@",
          Pattern.CASE_INSENSITIVE);

  /** What the engines' sessions are made read-only with, and H2's way to run SQL at the start. */
  private static final Pattern READ_ONLY =
      Pattern.compile(
          "[?&;](options|readonly|readonlymode|access_mode|access_mode_data|ifexists|init"
              + "|enable_external_access|lock_configuration|autoinstall_known_extensions)=",
          Pattern.CASE_INSENSITIVE);

  void check(AssayConfig config) {
    checks.text(config.grammar().suite(), "grammar.suite");
    checks.text(config.grammar().templates(), "grammar.templates");
    config.grammar().database().ifPresent(this::database);
    sql(config.grammar().sql());
  }

  private void database(DatabaseConfig database) {
    Key key = Key.of("grammar.database");
    checks.requireHidden(
        !PASSWORD.matcher(database.url()).find(),
        key.child("url"),
        "no password in it: grammar.database.password = ${?NAME}, or password-file");
    checks.require(
        database.url().startsWith("jdbc:")
            || database.url().isEmpty() && !database.tables().isEmpty(),
        key.child("url"),
        "a JDBC URL, such as jdbc:sqlite:bank.db, or tables { NAME { path = … } }");
    checks.require(
        database.url().isEmpty() || database.tables().isEmpty(),
        key.child("tables"),
        "either url or tables");
    database
        .tables()
        .forEach(
            (name, table) ->
                checks.require(
                    table.path().isEmpty() != table.table().isEmpty(),
                    key.child("tables").child(name),
                    "either path or table"));
    checks.range(1, 100_000_000, database.maxTableRows(), "grammar.database.max-table-rows");
    checks.require(
        !READ_ONLY.matcher(database.url()).find(),
        key.child("url"),
        "no parameter that could undo that the session only reads");
    checks.require(
        !database.url().startsWith("jdbc:sqlite:") || !database.url().contains("?"),
        key.child("url"),
        "an SQLite file without parameters, which could undo that it is only read");
    checks.require(
        database.password().value().isEmpty() || database.passwordFile().isEmpty(),
        key.child("password-file"),
        "either password or password-file");
    checks.range(1, 1_000_000, database.maxRows(), "grammar.database.max-rows");
    checks.range(.1, 3600., database.timeout(), "grammar.database.timeout");
  }

  private void sql(SqlTemplatesConfig sql) {
    checks.range(0, 4, sql.maxHops(), "grammar.sql.max-hops");
    checks.range(1, 100_000, sql.maxTemplates(), "grammar.sql.max-templates");
    checks.atLeast(1, sql.maxElements(), "grammar.sql.max-elements");
    checks.range(0, 10, sql.maxJoins(), "grammar.sql.max-joins");
    List<String> kinds =
        Arrays.stream(QueryKind.values())
            .filter(kind -> kind != QueryKind.OTHER)
            .map(QueryKind::id)
            .toList();
    checks.eachOf(kinds, sql.kinds(), Key.of("grammar.sql.kinds"), "kind of query");
  }
}
