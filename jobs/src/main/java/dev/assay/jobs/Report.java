package dev.assay.jobs;

import dev.assay.core.Evaluator;
import dev.assay.core.Spec;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.report.ReportPage;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;

/** Writes the page. */
public final class Report implements Stage {

  @Override
  public String name() {
    return "report";
  }

  @Override
  public List<Table> reads() {
    return Tables.ALL.stream().filter(table -> table != Tables.RUNS).toList();
  }

  @Override
  public Counts run(Run run) {
    List<Spec> specs = EvaluatorSelection.all(run.config()).stream().map(Evaluator::spec).toList();
    String path =
        new ReportPage(run.store(), run.config(), specs)
            .write(run.spark().sparkContext().hadoopConfiguration(), run.startedAt());
    System.err.println("report: " + path);
    return Counts.of("pages", 1);
  }
}
