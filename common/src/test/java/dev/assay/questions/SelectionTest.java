package dev.assay.questions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.retrieval.BagEmbedder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static final Map<String, String> TEXTS =
      Map.of(
          "a", "The overdraft fee is twenty dollars. The wire limit is high.",
          "b", "A card pause ends after a month.");

  private static DraftQuestion draft(String chunk, QueryType type, String question, String fact) {
    Difficulty difficulty = new Difficulty(1, 1, OptionalInt.empty());
    return new DraftQuestion(
        type, question, fact, List.of(chunk), List.of(chunk), List.of(fact), difficulty, Map.of());
  }

  private static final List<DraftQuestion> DRAFTS =
      List.of(
          draft("a", QueryType.FACTUAL, "What is the overdraft fee?", "1"),
          draft("a", QueryType.YES_NO, "Is the overdraft fee twenty dollars?", "2"),
          draft("a", QueryType.FACTUAL, "What is the wire limit?", "3"),
          draft("b", QueryType.FACTUAL, "When does a card pause end?", "4"),
          draft("b", QueryType.FACTUAL, "when does a card pause end", "5"),
          draft("b", QueryType.YES_NO, "Does a card pause end after a month?", "4"),
          draft("b", QueryType.FACTUAL, "Do zebras sleep?", "6"));

  private static Selection selection(int perChunk, double maxSimilarity) {
    return new Selection(new BagEmbedder()::embed, 0.5, maxSimilarity, perChunk, 1);
  }

  @Test
  void everyDraftIsChosenOrCountedWithItsReason() {
    Selection.Result result = selection(2, 0.99).select(DRAFTS, TEXTS);
    int rejected = result.rejections().values().stream().mapToInt(Integer::intValue).sum();
    assertThat(result.chosen().size() + rejected).isEqualTo(DRAFTS.size());
    assertThat(result.rejections()).containsEntry("low_relevancy", 1).containsEntry("per_chunk", 1);
  }

  @Test
  void aQuestionInOtherCaseAndPunctuationIsTheSame() {
    assertThat(selection(9, 1.1).select(DRAFTS.subList(3, 5), TEXTS).rejections())
        .containsExactly(Map.entry("same_text", 1));
  }

  @Test
  void oneSetOfFactsIsAskedForOnce() {
    List<DraftQuestion> drafts = List.of(DRAFTS.get(3), DRAFTS.get(5));
    assertThat(selection(9, 1.1).select(drafts, TEXTS).rejections())
        .containsExactly(Map.entry("same_facts", 1));
  }

  @Test
  void typesTakeTurnsWithinAChunk() {
    assertThat(selection(2, 0.99).select(DRAFTS.subList(0, 3), TEXTS).chosen())
        .extracting(DraftQuestion::queryType)
        .containsExactlyInAnyOrder(QueryType.FACTUAL, QueryType.YES_NO);
  }

  @Test
  void ofTwoAlikeOneIsKept() {
    Selection.Result result = selection(9, 0.5).select(DRAFTS.subList(0, 2), TEXTS);
    assertThat(result.chosen()).hasSize(1);
    assertThat(result.rejections()).containsExactly(Map.entry("near_duplicate", 1));
  }

  @Test
  void draftsOfAChunkThatHasEnoughAreNotEmbeddedAndNoTextTwice() {
    List<DraftQuestion> drafts = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      drafts.add(draft("a", QueryType.FACTUAL, "What is the overdraft fee of " + i + "?", "" + i));
    }
    List<String> embedded = new ArrayList<>();
    Selection selection =
        new Selection(
            texts -> {
              embedded.addAll(texts);
              return new BagEmbedder().embed(texts);
            },
            0.1,
            1.1,
            2,
            1);
    Selection.Result result = selection.select(drafts, TEXTS);
    assertThat(result.chosen()).hasSize(2);
    assertThat(result.rejections()).containsExactly(Map.entry("per_chunk", 18));
    assertThat(embedded).as("two questions, two sentences").hasSize(4).doesNotHaveDuplicates();
  }

  @Test
  void aTypeKeepsItsTurnUntilOneOfItsDraftsIsRelevantAndRoundsAskForNewTextsOnly() {
    List<DraftQuestion> drafts = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      drafts.add(draft("a", QueryType.FACTUAL, "Do zebras number %d sleep?".formatted(i), "z" + i));
      drafts.add(draft("a", QueryType.FACTUAL, "What is the overdraft fee, " + i + "?", "f" + i));
      drafts.add(draft("a", QueryType.YES_NO, "Is the overdraft fee twenty " + i + "?", "y" + i));
    }
    for (int seed = 0; seed < 20; seed++) {
      List<String> embedded = new ArrayList<>();
      Selection selection =
          new Selection(
              texts -> {
                embedded.addAll(texts);
                return new BagEmbedder().embed(texts);
              },
              0.4,
              1.1,
              2,
              seed);
      assertThat(selection.select(drafts, TEXTS).chosen())
          .extracting(DraftQuestion::queryType)
          .containsExactlyInAnyOrder(QueryType.FACTUAL, QueryType.YES_NO);
      assertThat(embedded).doesNotHaveDuplicates();
    }
  }

  @Test
  void theOrderOfTheDraftsDoesNotMatter() {
    List<DraftQuestion> other = new ArrayList<>(DRAFTS);
    Collections.reverse(other);
    assertThat(selection(2, 0.8).select(other, TEXTS))
        .isEqualTo(selection(2, 0.8).select(DRAFTS, TEXTS));
  }

  @Test
  void atMostHalfAreAnsweredYesOrNoAndChunksKeepAQuestion() {
    Map<String, String> texts = new TreeMap<>();
    List<DraftQuestion> drafts = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String chunk = "c" + i;
      texts.put(
          chunk,
          "The fee number %d is twenty dollars. The limit number %d is high.".formatted(i, i));
      drafts.add(
          draft(
              chunk,
              QueryType.YES_NO,
              "Is the fee number %d twenty dollars?".formatted(i),
              i + "y"));
      if (i % 3 == 0) {
        drafts.add(
            draft(chunk, QueryType.FACTUAL, "What is the limit number %d?".formatted(i), i + "f"));
      }
    }
    Selection.Result result = selection(3, 1.1).select(drafts, texts);
    assertThat(result.chosen())
        .filteredOn(draft -> draft.queryType() == QueryType.YES_NO)
        .hasSize(4)
        .as("those of chunks that have another question went first")
        .noneMatch(draft -> Integer.parseInt(draft.sourceChunkIds().get(0).substring(1)) % 3 == 0);
    assertThat(result.rejections()).containsEntry("yes_no_share", 8);
    List<DraftQuestion> alone =
        drafts.subList(1, 4).stream()
            .filter(draft -> draft.queryType() == QueryType.YES_NO)
            .toList();
    assertThat(selection(3, 1.1).select(alone, texts).chosen())
        .as("where nothing else can be asked they stay")
        .hasSize(alone.size());
  }

  @Test
  void nothingInNothingOut() {
    assertThat(selection(2, 0.9).select(List.of(), Map.of()).chosen()).isEmpty();
    assertThatThrownBy(() -> selection(2, 0.9).select(DRAFTS, Map.of()))
        .hasMessageContaining("source chunk 'a'");
  }
}
