package dev.assay.jobs.calls;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.BudgetConfig;
import dev.assay.jobs.engine.StageException;
import dev.assay.llm.calls.CallCoordinator;
import org.junit.jupiter.api.Test;

class WholeWorkTest {

  @Test
  void callsOfWhichNothingIsKnownAreNoEnd() {
    CallCoordinator.shared().begin(BudgetConfig.NONE);
    assertThatCode(() -> WholeWork.require("answer", 0)).doesNotThrowAnyException();
    assertThatThrownBy(() -> WholeWork.require("answer", 3))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("answer: of 3 calls")
        .hasMessageContaining("the same command asks for the others");
  }
}
