package dev.assay.jobs.questions;

import dev.assay.config.GenerateConfig;
import dev.assay.jobs.sampling.DrawnSample;
import dev.assay.questions.DraftQuestion;
import dev.assay.questions.QueryType;
import dev.assay.questions.asked.Assignment;
import dev.assay.questions.asked.Cell;
import dev.assay.questions.asked.QuotaFill;
import dev.assay.questions.asked.Quotas;
import dev.assay.questions.asked.Rota;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Quotas of all strata of a sample, and who is asked in each round. A stratum wants {@code
 * generate.per-chunk} questions for each of its sampled chunks; types on two chunks have no quota
 * where no pair was drawn.
 */
final class QuestionRounds {
  private final DrawnSample sample;
  private final GenerateConfig config;
  private final SortedMap<Cell, Integer> quotas = new TreeMap<>();
  private final SortedMap<Integer, Rota> rotas = new TreeMap<>();

  QuestionRounds(DrawnSample sample, GenerateConfig config, long seed) {
    this.sample = sample;
    this.config = config;
    SortedMap<Integer, TreeSet<String>> strata = new TreeMap<>();
    sample
        .chunks()
        .forEach(
            (id, chunk) ->
                strata.computeIfAbsent(chunk.stratum(), stratum -> new TreeSet<>()).add(id));
    strata.forEach(
        (stratum, chunks) -> {
          Map<String, List<String>> partners = new HashMap<>();
          sample.seconds().forEach((first, seconds) -> partners.put(first, List.copyOf(seconds)));
          partners.keySet().retainAll(chunks);
          List<QueryType> types =
              config.queryTypes().stream()
                  .map(QueryType::of)
                  .filter(type -> !type.onTwo() || !partners.isEmpty())
                  .toList();
          SortedMap<Cell, Integer> own =
              Quotas.of(
                  stratum, chunks.size() * config.perChunk(), types, config.difficulties(), seed);
          quotas.putAll(own);
          rotas.put(stratum, new Rota(own, chunks, partners, seed));
        });
  }

  SortedMap<Cell, Integer> quotas() {
    return quotas;
  }

  /** What a draft counts as. */
  Cell cell(DraftQuestion draft) {
    return new Cell(
        sample.chunks().get(draft.sourceChunkIds().get(0)).stratum(),
        draft.queryType(),
        draft.attributes().get("difficulty_asked"));
  }

  List<Assignment> first() {
    List<Assignment> round = new ArrayList<>();
    rotas.values().forEach(rota -> round.addAll(rota.first(config.requestsPerChunk())));
    return round;
  }

  /** Who is asked for what {@code filled} lacks. */
  List<Assignment> more(QuotaFill.Result filled) {
    Map<String, Integer> room = new HashMap<>();
    sample.chunks().keySet().forEach(id -> room.put(id, config.perChunk()));
    filled.chosen().forEach(draft -> room.merge(draft.sourceChunkIds().get(0), -1, Integer::sum));
    List<Assignment> round = new ArrayList<>();
    rotas.forEach(
        (stratum, rota) -> {
          SortedMap<Cell, Integer> missing = new TreeMap<>(filled.missing());
          missing.keySet().removeIf(cell -> cell.stratum() != stratum);
          round.addAll(rota.more(missing, room));
        });
    return round;
  }
}
