package dev.assay.jobs.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.llm.calls.Spending;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallsToldTest {
  private static final CallEstimate ESTIMATE = new CallEstimate(600, 72_000, 0.5);

  @Test
  void whatALostExecutorMayHaveAskedStandsApartFromWhatWasAsked() {
    // As of EndpointKillTest: the server counted 607, and 816 were told as requests.
    Spending spent = new Spending(604, 72_480, .5, new Spending.Lost(212, 25_440, .25));
    CallsTold told = new CallsTold("answer", 600, spent, ESTIMATE);
    assertThat(told.line())
        .isEqualTo(
            "answer: 600 of 600 calls are recorded; 604 requests, 72,480 tokens (estimated 72,000),"
                + " cost 0.5000 (estimated 0.5000); up to 212 requests, 25,440 tokens, cost 0.2500"
                + " more by an executor that was lost before it told, which a budget counts");
    assertThat(told.counts().values())
        .isEqualTo(
            Map.of(
                "llm calls", 604L,
                "llm tokens", 72_480L,
                "llm tokens estimated", 72_000L,
                "llm calls of lost executors at most", 212L,
                "llm tokens of lost executors at most", 25_440L));
  }

  @Test
  void whereNoneWasLostNothingIsSaidOfIt() {
    Spending spent = new Spending(600, 72_000, .5, new Spending.Lost(0, 0, 0));
    CallsTold told = new CallsTold("answer", 600, spent, ESTIMATE);
    assertThat(told.line()).endsWith("cost 0.5000 (estimated 0.5000)");
    assertThat(told.counts().values().keySet())
        .containsExactlyInAnyOrder("llm calls", "llm tokens", "llm tokens estimated");
  }
}
