package dev.assay.jobs.calibrating;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.OneStage;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.UsageException;
import java.util.List;
import java.util.Map;

/** {@code calibrate}, and with {@code --plan} what labels to collect next. */
public record CalibrateCommand(OneStage calibrate) implements Action {
  static final String PLAN = "--plan";

  @Override
  public String name() {
    return calibrate.name();
  }

  @Override
  public List<String> details() {
    return calibrate.details();
  }

  @Override
  public Map<String, String> numbers() {
    return Map.of(
        PLAN,
        "Say which strata the next N labels should come from and how wide an interval to expect"
            + " with them, from the last 'apply'; calibrate nothing.");
  }

  @Override
  public List<Stage> stages(AssayConfig config) {
    return calibrate.stages(config);
  }

  @Override
  public void run(Session session) {
    Integer planned = session.numbers().get(PLAN);
    if (planned == null) {
      calibrate.run(session);
      return;
    }
    if (planned < 1) {
      throw new UsageException(PLAN + " takes a number of labels, 1 or more, got " + planned + ".");
    }
    session.out().print(new LabelPlanning(session).text(planned));
  }
}
