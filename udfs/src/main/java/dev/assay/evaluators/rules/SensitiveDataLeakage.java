package dev.assay.evaluators.rules;

import dev.assay.core.Example;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Spec;
import dev.assay.rules.RuleSuite;
import java.util.List;

/**
 * Whether the answer and the retrieved contexts are free of credentials: private keys and
 * certificates in PEM form, API keys by their shape, tokens, passwords that are told, activation
 * keys, connection strings. 1 when neither side has any.
 *
 * <p>Sentence rows have every finding, masked, with its place in the text.
 *
 * <p>Source: 002 Sensitive data leakage.
 *
 * @param rules the suites, {@code bundled:secrets} unless configured
 * @param evaluateRetrievedContext whether a leak in a context counts
 */
public record SensitiveDataLeakage(RuleSuite rules, boolean evaluateRetrievedContext)
    implements RowEvaluator {

  private static final Spec SPEC =
      LeakCheck.spec(
          Spec.of("sensitive_data_leakage", "Sensitive data leakage")
              .meaning("Whether answer and contexts are free of credentials and keys, by rules.")
              .source("002 Sensitive data leakage"),
          "no_sensitive_data");

  /** Assay's own rules, contexts included. */
  public SensitiveDataLeakage() {
    this(RuleSuite.of("bundled:secrets"), true);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    LeakCheck check = new LeakCheck(SPEC, rules::find, evaluateRetrievedContext);
    return batch.stream().map(check::outcome).toList();
  }
}
