package dev.assay.udfs.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.sql.parser.DeltaSqlParser;
import java.util.List;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.execution.SparkSqlParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementsTest {
  private final ParserInterface parser = new DeltaSqlParser(new SparkSqlParser());
  private final Statements statements = new Statements("", "assay", List.of("assay_calibrate"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE t (a INT)",
        "CREATE TABLE t USING csv LOCATION '/etc'",
        "CREATE TEMPORARY VIEW v USING text OPTIONS (path '/etc/passwd')",
        "CREATE OR REPLACE VIEW v AS SELECT 1",
        "CREATE DATABASE d LOCATION '/tmp/d'",
        "CREATE FUNCTION f AS 'java.lang.Runtime'",
        "CREATE TEMPORARY FUNCTION f AS 'x.Y' USING JAR '/tmp/x.jar'",
        "DROP TABLE scores",
        "DROP VIEW v_leaderboard",
        "DROP DATABASE assay CASCADE",
        "ALTER TABLE scores ADD COLUMNS (b INT)",
        "ALTER VIEW v_leaderboard AS SELECT 1",
        "ALTER TABLE scores SET LOCATION '/tmp'",
        "TRUNCATE TABLE scores",
        "INSERT INTO scores VALUES (1)",
        "INSERT OVERWRITE TABLE scores SELECT 1",
        "INSERT OVERWRITE DIRECTORY '/tmp/out' USING csv SELECT * FROM responses",
        "INSERT OVERWRITE LOCAL DIRECTORY '/tmp/out' SELECT * FROM responses",
        "FROM scores INSERT INTO a SELECT * INSERT INTO b SELECT *",
        "UPDATE scores SET value = 1",
        "DELETE FROM labels",
        "MERGE INTO labels t USING labels s ON t.a = s.a WHEN MATCHED THEN DELETE",
        "LOAD DATA LOCAL INPATH '/etc/passwd' INTO TABLE scores",
        "ADD JAR /tmp/evil.jar",
        "ADD FILE /etc/passwd",
        "LIST JARS",
        "SET",
        "SET -v",
        "SET spark.sql.variable.substitute=true",
        "SET spark.sql.catalog.x=org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog",
        "SET fs.defaultFS=file:///",
        "RESET",
        "SELECT '${env:HOME}'",
        "SELECT reflect('java.lang.System', 'getenv', 'HOME')",
        "SELECT java_method('java.lang.Runtime', 'getRuntime')",
        "SELECT 1 WHERE 1 IN (SELECT REFLECT('java.lang.System', 'exit', 0))",
        "WITH a AS (SELECT java_method('a', 'b') AS x) SELECT * FROM a",
        "SELECT system.builtin.reflect('java.lang.System', 'getenv', 'HOME')",
        "SELECT IDENTIFIER('reflect')('java.lang.System', 'getenv', 'HOME')",
        "SELECT transform(array(1), x -> reflect('java.lang.System', 'getenv', 'HOME'))",
        "SELECT sum(1) OVER (ORDER BY java_method('a', 'b'))",
        "SELECT * FROM VALUES (reflect('a', 'b')) AS t(x)",
        "SELECT xpath_string('<a>b</a>', 'a')",
        "SELECT input_file_name() FROM scores",
        "SELECT some_udf(1)",
        "SELECT * FROM text.`/etc/passwd`",
        "SELECT * FROM csv.`/etc/passwd`",
        "SELECT * FROM parquet.`s3a://bucket/x`",
        "SELECT * FROM delta.`/tmp/store/responses`",
        "SELECT * FROM assay.scores JOIN binaryFile.`/etc` ON true",
        "SELECT (SELECT count(*) FROM json.`/etc/passwd`)",
        "SELECT * FROM scores WHERE EXISTS (SELECT 1 FROM orc.`/x`)",
        "SELECT * FROM scores, LATERAL (SELECT * FROM avro.`/x`)",
        "SELECT * FROM IDENTIFIER('text.`/etc/passwd`')",
        "SELECT * FROM other.secrets",
        "SELECT * FROM evil.assay.scores",
        "SELECT * FROM table_changes('scores', 0)",
        "SELECT TRANSFORM(a) USING 'cat /etc/passwd' AS (b) FROM scores",
        "EXPLAIN INSERT INTO scores VALUES (1)",
        "EXPLAIN SELECT * FROM text.`/etc/passwd`",
        "DESCRIBE TABLE text.`/etc/passwd`",
        "CACHE TABLE c AS SELECT 1",
        "UNCACHE TABLE c",
        "CLEAR CACHE",
        "REFRESH TABLE scores",
        "REFRESH '/tmp'",
        "ANALYZE TABLE scores COMPUTE STATISTICS",
        "MSCK REPAIR TABLE scores",
        "VACUUM assay.scores",
        "OPTIMIZE assay.scores",
        "RESTORE TABLE scores TO VERSION AS OF 0",
        "CONVERT TO DELTA parquet.`/tmp/x`",
        "DESCRIBE HISTORY delta.`/tmp/store/scores`",
        "GENERATE symlink_format_manifest FOR TABLE scores",
        "USE other",
        "USE SCHEMA other",
        "USE NAMESPACE evil.assay",
        "SHOW TABLES IN other",
        "SET CATALOG evil",
        "SHOW CREATE TABLE scores",
        "COMMENT ON TABLE scores IS 'x'",
        "KILL 1",
      })
  void refuses(String sql) {
    assertThatThrownBy(() -> statements.check(sql, parser.parsePlan(sql)))
        .satisfiesAnyOf(
            refused -> assertThat(refused).isInstanceOf(RefusedStatement.class),
            noSql -> assertThat(noSql).isInstanceOf(ParseException.class));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "SELECT system, avg(value) FROM assay.scores WHERE metric LIKE 'a%' GROUP BY system HAVING"
            + " count(*) > 1 ORDER BY 2 DESC LIMIT 5",
        "WITH best AS (SELECT * FROM v_leaderboard) SELECT b.system FROM best b LEFT JOIN"
            + " spark_catalog.assay.runs r ON b.run_id = r.run_id",
        "SELECT assay_calibrate('a', 0.5), CASE WHEN 1 > 0 THEN 'x' END, CAST('1' AS INT)",
        "SELECT rank() OVER (PARTITION BY a ORDER BY b) FROM (SELECT 1 AS a, 2 AS b) t",
        "SELECT * FROM scores VERSION AS OF 3",
        "SELECT x FROM scores LATERAL VIEW explode(array(1, 2)) e AS x",
        "SELECT transform(array(1), x -> x + 1), filter(array(1), x -> x > 0)",
        "SELECT a FROM VALUES (1), (2) AS t(a) UNION ALL SELECT id FROM range(3) INTERSECT SELECT"
            + " 1",
        "SELECT * FROM scores PIVOT (avg(value) FOR system IN ('a', 'b'))",
        "SELECT (SELECT max(value) FROM scores) FROM runs WHERE run_id IN (SELECT run_id FROM"
            + " scores)",
        "EXPLAIN SELECT * FROM scores",
        "DESCRIBE TABLE assay.scores",
        "DESCRIBE scores",
        "SHOW TABLES",
        "SHOW TABLES IN assay",
        "SHOW DATABASES",
        "SHOW COLUMNS IN assay.scores",
        "SHOW FUNCTIONS",
        "USE assay",
        "USE SCHEMA assay",
        "USE DATABASE default",
        "SET spark.sql.session.timeZone=UTC",
        "SELECT /*+ BROADCAST(r) */ * FROM runs TABLESAMPLE (5 ROWS) r",
        "VALUES (1), (2)",
      })
  void reads(String sql) {
    assertThatCode(() -> statements.check(sql, parser.parsePlan(sql))).doesNotThrowAnyException();
  }
}
