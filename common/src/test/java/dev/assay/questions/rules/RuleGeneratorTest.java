package dev.assay.questions.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.mentions.MentionPool;
import dev.assay.questions.DraftQuestion;
import dev.assay.questions.QueryType;
import dev.assay.questions.SourceChunk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleGeneratorTest {
  private static final Set<QueryType> ALL = EnumSet.allOf(QueryType.class);
  private static final MentionPool POOL =
      MentionPool.of(
          List.of(
              "The head of lending, Priya Raman, and the head of security, Jonah Reyes, agree.",
              "Fees of $19, $35, $42 and $48 apply after 7 days, 14 days, 45 days or 60 days."));

  private static SourceChunk chunk(String text) {
    return new SourceChunk("c1", "d1", "Fee Schedule", text);
  }

  private static List<DraftQuestion> draft(String text, Set<QueryType> types) {
    return new RuleGenerator(POOL, 1, Optional.empty()).draft(chunk(text), List.of(), types);
  }

  private static List<String> factual(String text) {
    return draft(text, EnumSet.of(QueryType.FACTUAL)).stream()
        .map(DraftQuestion::question)
        .toList();
  }

  private static List<String> yesNo(String text) {
    return draft(text, EnumSet.of(QueryType.YES_NO)).stream()
        .map(d -> d.question() + " " + d.expectedAnswer().substring(0, 3).strip())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "For example, assume that a branch sells cards. The overdraft fee is $29 for each covered"
            + " payment.",
        "Suppose a customer opens an account. The overdraft fee is $29 for each covered payment.",
        "Example 2: The overdraft fee is $29 for each covered payment.",
        "The overdraft fee would be $29 for each covered payment.",
        "In this example, the overdraft fee is $29 for each covered payment."
      })
  void whatIsMadeUpIsNoFact(String text) {
    assertThat(draft(text, ALL)).isEmpty();
    assertThat(factual(text + "\n\nThe overdraft fee is $35 for each covered payment."))
        .as("the example ends with its paragraph")
        .containsExactly("What is the overdraft fee for each covered payment?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The letter names the outcome, lists the evidence considered and states the date of"
            + " payment.",
        "Reduced fees start in the statement cycle after proof is shown at a branch.",
        "A customer who receives a notice about a change they did not request should call the"
            + " bank.",
        "The only difference is that a mobile deposit in manual review starts its waiting time"
            + " later."
      })
  void whatWouldBreakTheSentenceIsNotAsked(String text) {
    assertThat(draft(text, ALL)).isEmpty();
  }

  @Test
  void aProvisionsCommentaryTellsNoFactsOfTheConsumer() {
    SourceChunk commentary =
        new SourceChunk(
            "c1",
            "d1",
            "Section 1005.17 Requirements",
            "The consumer does not make any deposits to the account in March. The creditor must"
                + " keep the records of the account for two years.");
    assertThat(new RuleGenerator(POOL, 1, Optional.empty()).draft(commentary, List.of(), ALL))
        .isNotEmpty()
        .allMatch(draft -> draft.expectedAnswer().contains("must keep"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "The overdraft fee is $29 for each covered payment. | What is the overdraft fee for each"
            + " covered payment?",
        "The card issuer must answer a written complaint within 10 business days. | Within how many"
            + " business days must the card issuer answer a written complaint?",
        "Tarnvale Bank charges at most 3 overdraft fees a day. | At most how many overdraft fees a"
            + " day does Tarnvale Bank charge?",
        "Account coverage begins 60 days after the account is opened. | How many days after the"
            + " account is opened does account coverage begin?",
        "Every legal hold is reviewed every 180 days by the Privacy Office. | How often is every"
            + " legal hold reviewed by the Privacy Office?",
        "Policy exceptions are recorded on Form LN-70 by the branch. | On which form are policy"
            + " exceptions recorded by the branch?",
        "The head of lending, Priya Raman, signs every authority letter of the branch. | Who signs"
            + " every authority letter of the branch?",
        "When the scam warning is ignored, the wire is refused by the branch. | What happens when"
            + " the scam warning is ignored?",
        "If an applicant requests a copy, the home creditor shall provide a copy promptly. | What"
            + " must the home creditor do if an applicant requests a copy?",
        "Health records are stored only when a customer gives written consent. | Under what"
            + " condition are health records stored?",
        "Regulation M applies to all persons that offer consumer leases. | What does Regulation M"
            + " apply to?",
        "Adverse action means a refusal to grant credit. | According to “Fee Schedule”, what does"
            + " “Adverse action” mean?",
        "The clerk pays $29 for each late file. | According to “Fee Schedule”, how much does the"
            + " clerk pay for each late file?"
      })
  void aSentenceBecomesItsQuestion(String sentence, String question) {
    assertThat(factual(sentence)).contains(question);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "The branch manager must countersign every large withdrawal. | Must the branch manager"
            + " countersign every large withdrawal? Yes",
        "Account holders younger than eighteen have no overdraft coverage. | Do account holders"
            + " younger than eighteen have any overdraft coverage? No.",
        "Courtesy overdraft interest is not charged to students. | Is courtesy overdraft interest"
            + " charged to students? No.",
        "A card creditor shall not refuse an application from a student. | May a card creditor"
            + " refuse an application from a student? No.",
        "No bank employee may decide on a loan to a relative. | May any bank employee decide on a"
            + " loan to a relative? No.",
        "A later written will does not override Form SV-06. | Does a later written will override"
            + " Form SV-06? No.",
        "Small card payments never cause an overdraft fee. | Do small card payments ever cause an"
            + " overdraft fee? No.",
        "The case handler investigates the complaint and writes a report. | Does the case handler"
            + " investigate the complaint? Yes"
      })
  void aSentenceBecomesAYesNoQuestionWithItsTruth(String sentence, String expected) {
    assertThat(yesNo(sentence)).containsExactly(expected);
  }

  @Test
  void anExchangedValueMakesTheAnswerNoWithTheCorrectingSentence() {
    String text = "The standard overdraft fee is $29 in every branch.";
    List<DraftQuestion> drafts =
        java.util.stream.LongStream.range(0, 20)
            .mapToObj(seed -> new RuleGenerator(POOL, seed, Optional.empty()))
            .flatMap(g -> g.draft(chunk(text), List.of(), EnumSet.of(QueryType.YES_NO)).stream())
            .toList();
    assertThat(drafts)
        .extracting(d -> d.expectedAnswer(), d -> d.question().contains("$29"))
        .contains(tuple("Yes. " + text, true), tuple("No. " + text, false))
        .doesNotContain(tuple("Yes. " + text, false), tuple("No. " + text, true));
  }

  @Test
  void optionsHoldTheAnswerOnceAndThreeOtherValuesOfItsKind() {
    DraftQuestion draft =
        draft(
                "The standard overdraft fee is $29 in every branch.",
                EnumSet.of(QueryType.MULTIPLE_CHOICE))
            .get(0);
    assertThat(draft.question().lines()).hasSize(5);
    assertThat(draft.stem()).isEqualTo("What is the standard overdraft fee in every branch?");
    String right = draft.attributes().get("correct_option");
    assertThat(draft.question()).contains("\n" + right + ". $29");
    assertThat(draft.expectedAnswer())
        .isEqualTo(right + ". The standard overdraft fee is $29 in every branch.");
    List<String> options =
        List.of("option_a", "option_b", "option_c", "option_d").stream()
            .map(draft.attributes()::get)
            .toList();
    assertThat(options).doesNotHaveDuplicates().contains("$29");
    assertThat(options).isSubsetOf("$29", "$19", "$35", "$42", "$48");
  }

  @Test
  void twoChunksThatNameTheSameThingMakeOneQuestion() {
    SourceChunk first =
        new SourceChunk("c1", "d1", "A", "The monthly fee of the Summit Certificate is $29.");
    SourceChunk second =
        new SourceChunk("c2", "d2", "B", "A Summit Certificate may be closed after 60 days.");
    MentionPool pool =
        MentionPool.of(
            java.util.stream.Stream.concat(
                    java.util.stream.Stream.of(first.text(), second.text()),
                    java.util.stream.Stream.generate(() -> "Nothing here.").limit(20))
                .toList());
    assertThat(
            new RuleGenerator(pool, 1, Optional.empty())
                .draft(first, List.of(first, second), EnumSet.of(QueryType.TWO_CHUNK)))
        .singleElement()
        .satisfies(
            draft -> {
              assertThat(draft.question())
                  .isEqualTo(
                      "What is the monthly fee of the Summit Certificate, and after how many days"
                          + " may a Summit Certificate be closed?");
              assertThat(draft.expectedAnswer()).isEqualTo(first.text() + " " + second.text());
              assertThat(draft.sourceChunkIds()).containsExactly("c1", "c2");
              assertThat(draft.relevantDocIds()).containsExactly("d1", "d2");
              assertThat(draft.facts()).containsExactly(first.text(), second.text());
              assertThat(draft.attributes()).containsEntry("key_phrase", "Summit Certificate");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "🙂🙂 🙂.",
        "This fee is $29 for every payment.",
        "It must be paid within 30 days of the event.",
        "# The overdraft fee is $29",
        "| The overdraft fee | is $29 |",
        "The following fees are charged by the branch:",
        "Fees and charges.",
        "Is the overdraft fee $29 for every payment?",
        "The overdraft fee is $29 for each (covered payment.",
        "The result the customer would like to see in writing.",
        "Such a payment must be made within 30 days."
      })
  void whatCannotStandAloneYieldsNothing(String text) {
    assertThat(draft(text, ALL)).isEmpty();
  }

  @Test
  void hostileTextIsSurvivedQuickly() {
    for (String piece :
        List.of(
            "a",
            "The fee is $29 ",
            "The fee is $29, ",
            "if ",
            "of the ",
            "((",
            "$1,",
            "\u0000 ",
            "Aa ",
            "and ",
            ". ")) {
      draft("The fee is " + piece.repeat(1_000_000 / piece.length()) + ".", ALL);
    }
    draft("The overdraft fee is $29 for each payment. ".repeat(200), ALL);
  }

  @Test
  void aSentenceThatNeedsItsTitleYieldsNothingWithoutOne() {
    SourceChunk untitled = new SourceChunk("c", "d", "", "The clerk pays $29 for each late file.");
    assertThat(new RuleGenerator(POOL, 1, Optional.empty()).draft(untitled, List.of(), ALL))
        .isEmpty();
  }

  @Test
  void aThirdOfTheChunksOfLegalProseYieldQuestions() throws Exception {
    Path file =
        Path.of(
            System.getProperty("assay.root", "."),
            "..",
            "shared",
            "data",
            "banking-regulations.jsonl");
    Assumptions.assumeTrue(Files.exists(file), "banking-regulations.jsonl is not there");
    RuleGenerator generator = new RuleGenerator(POOL, 1, Optional.empty());
    ObjectMapper json = new ObjectMapper();
    int chunks = 0;
    int asked = 0;
    for (String line : Files.readAllLines(file)) {
      JsonNode document = json.readTree(line);
      String title = document.get("title").asText();
      for (String part : document.get("text").asText().split("(?<=\\.)\n")) {
        if (part.length() > 400) {
          SourceChunk chunk = new SourceChunk("c" + chunks, title, title, part);
          chunks++;
          asked += generator.draft(chunk, List.of(), ALL).isEmpty() ? 0 : 1;
        }
      }
    }
    assertThat(asked).isGreaterThan(chunks / 3);
  }

  @Test
  void theSameInputGivesTheSameDrafts() {
    String text =
        "The standard overdraft fee is $29. A branch must answer within 10 days of a call.";
    assertThat(draft(text, ALL)).isEqualTo(draft(text, ALL)).isNotEmpty();
  }
}
