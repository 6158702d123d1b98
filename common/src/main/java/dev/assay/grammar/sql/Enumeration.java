package dev.assay.grammar.sql;

import dev.assay.base.Seeds;
import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.grammar.QueryKind;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.database.DatabaseSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

/**
 * The templates that a schema suggests, without a model. Where there are too many, a seeded choice
 * that takes from every kind of query and every path of tables in turn.
 */
public record Enumeration(DatabaseSchema schema, SqlTemplatesConfig config, long seed) {

  /** Candidates of a kind over the same tables that are kept to choose from. */
  private static final int KEPT = 60;

  /**
   * What was enumerated.
   *
   * @param templates sorted by kind and text
   * @param candidates queries that the schema suggests, more than were chosen
   */
  public record Found(List<SqlTemplate> templates, long candidates) {}

  private record Candidate(long number, String sql) {}

  /** Enumerates and checks. */
  public Found templates() {
    Map<String, PriorityQueue<Candidate>> groups = new TreeMap<>();
    long[] candidates = {0};
    for (JoinPath path : JoinPath.all(schema, Math.min(config.maxHops(), config.maxJoins()))) {
      new Suggestions(schema, config, path)
          .each(
              (kind, sql) -> {
                if (config.kinds().contains(kind.id())) {
                  candidates[0]++;
                  add(groups, kind, path, sql);
                }
              });
    }
    return new Found(chosen(groups), candidates[0]);
  }

  private void add(
      Map<String, PriorityQueue<Candidate>> groups, QueryKind kind, JoinPath path, String sql) {
    PriorityQueue<Candidate> group =
        groups.computeIfAbsent(
            kind.id() + " " + path.names(),
            name ->
                new PriorityQueue<>(
                    Comparator.comparingLong(Candidate::number)
                        .thenComparing(Candidate::sql)
                        .reversed()));
    group.add(new Candidate(Seeds.of(seed, "sql-template", sql), sql));
    if (group.size() > KEPT) {
      group.poll();
    }
  }

  /** One of each group in turn; among kinds first, so that none is crowded out by another. */
  private List<SqlTemplate> chosen(Map<String, PriorityQueue<Candidate>> groups) {
    Map<String, List<List<Candidate>>> byKind = new TreeMap<>();
    for (String name : Seeds.shuffled(groups.keySet(), seed, "sql-template-group")) {
      List<Candidate> sorted = new ArrayList<>(groups.get(name));
      sorted.sort(Comparator.comparingLong(Candidate::number).thenComparing(Candidate::sql));
      byKind.computeIfAbsent(name.split(" ")[0], kind -> new ArrayList<>()).add(sorted);
    }
    List<List<Candidate>> queues = new ArrayList<>();
    byKind.values().forEach(kind -> queues.add(inTurn(kind)));
    SqlCheck check = new SqlCheck(schema, config);
    Set<String> ids = new HashSet<>();
    List<SqlTemplate> chosen = new ArrayList<>();
    for (Candidate candidate : inTurn(queues)) {
      if (chosen.size() == config.maxTemplates()) {
        break;
      }
      Checked checked = check.check(candidate.sql());
      SqlTemplate template =
          checked
              .template()
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "An enumerated query is refused: "
                              + checked.reason()
                              + ": "
                              + candidate));
      if (ids.add(template.id())) {
        chosen.add(template);
      }
    }
    chosen.sort(Comparator.comparing(SqlTemplate::kind).thenComparing(SqlTemplate::sql));
    return List.copyOf(chosen);
  }

  private static List<Candidate> inTurn(List<List<Candidate>> lists) {
    List<Candidate> all = new ArrayList<>();
    int longest = lists.stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < longest; i++) {
      for (List<Candidate> list : lists) {
        if (i < list.size()) {
          all.add(list.get(i));
        }
      }
    }
    return all;
  }
}
