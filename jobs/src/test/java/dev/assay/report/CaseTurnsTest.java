package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.llm.Conversation;
import dev.assay.report.Findings.WorstCase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The turns before the question of a worst case. */
class CaseTurnsTest {

  @Test
  void areShownInOrderWithWhoSpoke() {
    Conversation before =
        Conversation.of(
            "[{\"role\":\"user\",\"content\":\"A"
                + " card?\"},{\"role\":\"assistant\",\"content\":\"Gold.\"}]");
    WorstCase worst =
        new WorstCase(
            "c1",
            "s",
            0,
            "m.m",
            0.1,
            "",
            before,
            "Its fee?",
            "",
            "80.",
            List.of(),
            Map.of(),
            List.of(),
            List.of());
    assertThat(CaseView.of(worst, 0, false).turns())
        .containsExactly(
            new CaseView.Turn("user", "A card?"), new CaseView.Turn("assistant", "Gold."));
  }
}
