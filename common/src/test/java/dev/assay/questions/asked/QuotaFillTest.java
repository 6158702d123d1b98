package dev.assay.questions.asked;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.questions.Difficulty;
import dev.assay.questions.DraftQuestion;
import dev.assay.questions.QueryType;
import dev.assay.questions.asked.QuotaFill.Dropped;
import dev.assay.retrieval.BagEmbedder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class QuotaFillTest {
  private static final Cell FACTS = new Cell(0, QueryType.FACTUAL, "easy");
  private static final Cell NUMBERS = new Cell(0, QueryType.NUMERIC, "easy");
  private static final Cell VERDICTS = new Cell(0, QueryType.YES_NO, "easy");

  private static DraftQuestion draft(QueryType type, String chunk, String question) {
    return draft(type, chunk, question, Map.of("difficulty_asked", "easy"));
  }

  private static DraftQuestion draft(
      QueryType type, String chunk, String question, Map<String, String> attributes) {
    return new DraftQuestion(
        type,
        question,
        "answer",
        List.of(chunk),
        List.of("d"),
        List.of(),
        new Difficulty(1, 1, false, 0),
        attributes);
  }

  private static QuotaFill.Result fill(
      Map<Cell, Integer> quotas, int perChunk, List<DraftQuestion> drafts) {
    SortedMap<Cell, Integer> wanted = new TreeMap<>(quotas);
    return new QuotaFill(new BagEmbedder(), .97, perChunk, 3)
        .fill(
            wanted,
            drafts,
            draft -> new Cell(0, draft.queryType(), draft.attributes().get("difficulty_asked")));
  }

  @Test
  void aScarceKindIsNotCrowdedOut() {
    List<DraftQuestion> drafts =
        List.of(
            draft(QueryType.FACTUAL, "a", "Who opens vaults?"),
            draft(QueryType.FACTUAL, "a", "Where are ladders kept?"),
            draft(QueryType.FACTUAL, "a", "Which tellers count coins?"),
            draft(QueryType.NUMERIC, "a", "What do stamps cost?"));
    QuotaFill.Result result = fill(Map.of(FACTS, 2, NUMBERS, 2), 2, drafts);
    assertThat(result.chosen())
        .extracting(DraftQuestion::queryType)
        .containsExactlyInAnyOrder(QueryType.FACTUAL, QueryType.NUMERIC);
    assertThat(result.missing()).isEqualTo(Map.of(FACTS, 1, NUMBERS, 1));
    assertThat(result.dropped()).extracting(Dropped::reason).containsOnly("per_chunk");
  }

  @Test
  void everyDraftIsChosenOrDroppedWithAReason() {
    List<DraftQuestion> drafts =
        List.of(
            draft(QueryType.FACTUAL, "a", "Who opens vaults?"),
            draft(QueryType.FACTUAL, "b", "who opens VAULTS?"),
            draft(QueryType.FACTUAL, "c", "Who opens the vaults?"),
            draft(QueryType.FACTUAL, "d", "Where are ladders kept?"),
            draft(QueryType.FACTUAL, "e", "Which tellers count coins?"),
            draft(QueryType.NUMERIC, "f", "What do stamps cost?"));
    QuotaFill.Result result = fill(Map.of(FACTS, 2), 9, drafts);
    assertThat(result.chosen().size() + result.dropped().size()).isEqualTo(drafts.size());
    assertThat(result.dropped()).extracting(Dropped::reason).contains("quota_full");
    QuotaFill.Result all = fill(Map.of(FACTS, 9), 9, drafts);
    assertThat(all.chosen()).hasSize(3);
    assertThat(all.dropped())
        .extracting(Dropped::reason)
        .containsOnly("same_text", "near_duplicate", "quota_full");
    List<DraftQuestion> other = new ArrayList<>(drafts);
    Collections.reverse(other);
    assertThat(fill(Map.of(FACTS, 2), 9, other)).isEqualTo(result);
  }

  @Test
  void yesAndNoTakeTurns() {
    List<String> subjects = List.of("vaults", "ladders", "coins", "stamps", "doors", "lamps");
    List<DraftQuestion> drafts = new ArrayList<>();
    for (int i = 0; i < subjects.size(); i++) {
      Map<String, String> attributes =
          Map.of("difficulty_asked", "easy", "verdict", i < 4 ? "Yes" : "No");
      String question = "Are " + subjects.get(i) + " open?";
      drafts.add(draft(QueryType.YES_NO, "a" + i, question, attributes));
    }
    assertThat(fill(Map.of(VERDICTS, 4), 1, drafts).chosen())
        .extracting(draft -> draft.attributes().get("verdict"))
        .containsExactlyInAnyOrder("Yes", "Yes", "No", "No");
  }
}
