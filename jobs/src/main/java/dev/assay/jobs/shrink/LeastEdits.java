package dev.assay.jobs.shrink;

import dev.assay.base.EditDistance;
import dev.assay.jobs.answers.Asking;
import dev.assay.jobs.engine.Run;
import dev.assay.perturb.search.EditSearch.Certainty;
import dev.assay.perturb.search.EditSearch.Step;
import dev.assay.perturb.search.EditSearch.Verdict;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Row;

/**
 * All searches side by side: what they want next is asked in one batch, until each has ended or
 * {@code shrink.max-calls} is used up.
 */
final class LeastEdits {
  private final Run run;
  private final List<Search> searches;
  private final Map<Probe, Map<String, Verdict>> known = new HashMap<>();
  private final Set<Search> cut = new HashSet<>();
  private long ended;

  LeastEdits(Run run, List<Search> searches) {
    this.run = run;
    this.searches = searches;
  }

  /** Questions that were asked, or known from before. */
  long asked() {
    return known.size();
  }

  /** Searches that a budget ended before they were through. */
  long ended() {
    return ended;
  }

  /** Searches, and says what was found. */
  List<Row> rows() {
    Set<String> systems = new TreeSet<>();
    Set<String> metrics = new TreeSet<>();
    searches.stream()
        .filter(one -> one.search().isPresent())
        .forEach(
            one -> {
              systems.add(one.system());
              metrics.add(one.metric());
            });
    try (Asking asking = new Asking(run, systems);
        Probes probes = new Probes(run, asking, metrics)) {
      Map<Probe, Search> wanted = wanted();
      while (!wanted.isEmpty()) {
        known.putAll(probes.ask(wanted));
        wanted = wanted();
      }
      List<Row> rows = new ArrayList<>();
      searches.forEach(search -> rows.add(row(search, probes)));
      return rows;
    }
  }

  /** What the searches need to go on, as far as the budget lets them, in their order. */
  private Map<Probe, Search> wanted() {
    Map<Probe, Search> wanted = new LinkedHashMap<>();
    for (Search search : searches) {
      if (search.search().isEmpty() || cut.contains(search)) {
        continue;
      }
      Map<Probe, Search> more = new LinkedHashMap<>();
      for (BitSet part : search.go(known::get).wanted()) {
        Probe probe = search.probe(part);
        if (!wanted.containsKey(probe)) {
          more.put(probe, search);
        }
      }
      if (known.size() + wanted.size() + more.size() > run.config().shrink().maxCalls()) {
        cut.add(search);
      } else {
        wanted.putAll(more);
      }
    }
    return wanted;
  }

  private Row row(Search search, Probes probes) {
    Row twin = search.twin();
    NamedRow row =
        NamedRow.of(Tables.LEAST_EDITS)
            .set("run_id", run.runId())
            .set("system", search.system())
            .set("metric", search.metric())
            .copy(twin, "case_id", "parent_case_id", "group_id", "perturbation", "intensity")
            .set("meaning", search.meaning().map(one -> one.id()))
            .set("reason", search.hindrance())
            .copy(twin, "edit_distance");
    if (search.search().isEmpty()) {
      return row.set("status", "not_applicable").set("changes", List.of()).set("tests", 0L).build();
    }
    Step step = search.go(known::get);
    Certainty certainty =
        cut.contains(search) && !step.ended() ? Certainty.BUDGET : step.certainty();
    ended += certainty == Certainty.BUDGET ? 1 : 0;
    Probe least = search.probe(step.least());
    boolean whole = least.question().equals(twin.<String>getAs("question"));
    return row.set("status", certainty.name().toLowerCase(Locale.ROOT))
        .set("edits", (long) search.edits().all().size())
        .set("least_edits", (long) step.least().cardinality())
        .set("least_distance", (long) EditDistance.between(search.origin(), least.question()))
        .set("least_case_id", whole ? twin.<String>getAs("case_id") : probes.id(least))
        .set("least_question", least.question())
        .set(
            "changes",
            step.least().stream().mapToObj(edit -> search.edits().described(edit)).toList())
        .set("tests", (long) step.tests() - step.wanted().size())
        .build();
  }
}
