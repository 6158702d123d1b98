package dev.assay.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LeaderboardTest {

  @Test
  void whatIsTooMuchMissingOfIsMarkedAndExplained() {
    Leaderboard whole =
        new Leaderboard(Map.of("rouge.rouge_l", Map.of("a", "*0.500", "b", " 0.4")));
    assertThat(whole.toString()).contains("*0.500").doesNotContain("?");
    assertThat(new Leaderboard(Map.of("rouge.rouge_l", Map.of("a", "?0.500"))).toString())
        .contains("?0.500", "analyze.max-missing-share");
  }
}
