package dev.assay.tables;

/** What was run, on which rows, and what could not be used. */
final class RunTables {

  static final Table RUNS =
      Table.named("runs", "One execution of a stage")
          .version(4)
          .key("run_id", "STRING", "SHA-256 of run name, stage, configuration and input content")
          .required("name", "STRING", "run.name of the configuration")
          .required("stage", "STRING", "Stage")
          .required("config", "STRING", "The resolved configuration, secrets masked")
          .required("config_hash", "STRING", "SHA-256 of the configuration")
          .column("code_version", "STRING", "Version of Assay")
          .column(
              "table_versions",
              "MAP<STRING,BIGINT>",
              "Delta versions of the tables when the stage ended")
          .required("started_at", "TIMESTAMP", "Start, UTC")
          .column("ended_at", "TIMESTAMP", "End, UTC; NULL while running or killed")
          .required("status", "STRING", "running, done, failed or stopped")
          .column("counts", "MAP<STRING,BIGINT>", "What was read, written, rejected and missing")
          .column("error", "STRING", "Why it failed")
          .check("known_status", "status IN ('running','done','failed','stopped')")
          .build();

  static final Table RUN_CASES =
      Table.named("run_cases", "Which rows a run covers")
          .version(4)
          .key("run_id", "STRING", "The run")
          .key("case_id", "STRING", "The test case")
          .key("system", "STRING", "The system under test; empty for runs that make cases")
          .key("repeat", "INT", "Repetition, from 0")
          .build();

  static final Table REJECTED =
      Table.named("rejected", "Input that could not be used")
          .version(5)
          .key(
              "row_id",
              "STRING",
              "SHA-256 of source, stage, reason, row and, where it is known, the line")
          .required("source", "STRING", "File or table")
          .required("stage", "STRING", "Stage")
          .required("reason", "STRING", "Why")
          .column("row", "STRING", "The row as given")
          .column("line", "BIGINT", "Line of the file at which the row begins, from 1; NULL where it is not known")
          .build();

  private RunTables() {}
}
