package dev.assay.jobs.scores;

import dev.assay.config.AssayConfig;
import dev.assay.config.EndpointConfig;
import dev.assay.config.SystemConfig;
import dev.assay.core.AskingEvaluator;
import dev.assay.core.Field;
import dev.assay.jobs.answers.CasesToAsk;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.suites.Tests;
import dev.assay.judges.Panel;
import dev.assay.llm.EndpointSpec;
import java.util.List;
import java.util.OptionalLong;

/** What judges take at most, told without reading a table. */
final class JudgedPlan {
  private static final int TEXTS = 300;
  private static final int CONTEXTS = 5;
  private static final int CHARACTERS_A_TOKEN = 4;

  private JudgedPlan() {}

  /** The plan of all asking evaluators; nothing to ask without a judge. */
  static Plan of(AssayConfig config) {
    List<AskingEvaluator> asking = EvaluatorSelection.asking(config);
    if (asking.isEmpty()) {
      return Plan.UNKNOWN_INPUT;
    }
    List<String> ids = asking.stream().map(one -> one.spec().id()).toList();
    String named = asking.size() + " evaluators by a judge: " + String.join(", ", ids);
    if (config.judges().endpoints().isEmpty()) {
      return Plan.UNKNOWN_INPUT.note(named + "; not_applicable, since judges.endpoints is empty");
    }
    Panel panel = Panel.of(config);
    int contexts =
        config.systems().values().stream()
            .mapToInt(system -> system.topK().orElse(CONTEXTS))
            .max()
            .orElse(CONTEXTS);
    OptionalLong rows = rows(config);
    long calls = 0;
    long tokens = 0;
    double cost = 0;
    for (AskingEvaluator evaluator : asking) {
      long own = rows.orElse(0) * evaluator.calls(contexts);
      long input = input(config, evaluator, panel, contexts);
      calls += own;
      tokens += own * (input + EndpointSpec.ASSUMED_OUTPUT);
      for (String name : config.judges().endpoints()) {
        cost += (double) own / config.judges().endpoints().size() * cost(config, name, input);
      }
    }
    return new Plan(calls, tokens, cost, OptionalLong.empty(), List.of())
        .note(named)
        .note(
            (rows.isPresent()
                    ? ""
                    : "The cases of the suites and recorded answers are known once these are read,"
                        + " and judges' calls are not counted here. ")
                + "judges' calls: ((sample.size x generate.per-chunk where questions are generated"
                + " + cases of the suites) x answer.repeats x systems that are asked + recorded"
                + " answers) x each evaluator's questions with "
                + contexts
                + " contexts x endpoints x samples, repairs and what llm_calls has aside; tokens:"
                + " longest prompt's characters / 4 + "
                + TEXTS
                + " for question and answer + chunk.max-tokens for every context shown + "
                + EndpointSpec.ASSUMED_OUTPUT);
  }

  /** Answers at most; empty where only files that have to be read tell. */
  static OptionalLong rows(AssayConfig config) {
    long asked = 0;
    long recorded = 0;
    for (SystemConfig system : config.systems().values()) {
      if (!system.kind().equals("table")) {
        asked++;
        continue;
      }
      OptionalLong records = Tests.records(system.path().orElse(""));
      if (records.isEmpty()) {
        return records;
      }
      recorded += records.getAsLong();
    }
    OptionalLong cases = CasesToAsk.most(config);
    if (cases.isEmpty() && asked > 0) {
      return cases;
    }
    // Without any system the plan is that of one.
    long each = cases.orElse(0) * config.answer().repeats();
    return OptionalLong.of(recorded + each * (config.systems().isEmpty() ? 1 : asked));
  }

  private static long input(
      AssayConfig config, AskingEvaluator evaluator, Panel panel, int contexts) {
    long prompt =
        evaluator.spec().prompts().stream()
            .map(panel::prompt)
            .mapToLong(one -> one.length())
            .max()
            .orElse(0);
    boolean each = evaluator.calls(2) > evaluator.calls(1);
    int shown = !evaluator.spec().needs().contains(Field.CONTEXTS) ? 0 : each ? 1 : contexts;
    return prompt / CHARACTERS_A_TOKEN + TEXTS + (long) shown * config.chunk().maxTokens();
  }

  private static double cost(AssayConfig config, String endpoint, long input) {
    EndpointConfig one = config.llm().endpoints().get(endpoint);
    return one.pricePerMillion()
        .map(price -> (input * price.input() + EndpointSpec.ASSUMED_OUTPUT * price.output()) / 1e6)
        .orElse(0.0);
  }
}
