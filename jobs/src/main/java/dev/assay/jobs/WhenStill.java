package dev.assay.jobs;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Work for when nobody writes: begun once several looks in a row have found nothing written, since
 * a pipeline commits many times, and stopped and put off again when something is.
 */
final class WhenStill {
  /** How many looks in a row. */
  static final int LOOKS = 3;

  private final BooleanSupplier written;
  private final Consumer<BooleanSupplier> work;
  private int still;

  /**
   * @param written whether anything was written since it was asked last
   * @param work what there is to do, until what it is given says that something was written
   */
  WhenStill(BooleanSupplier written, Consumer<BooleanSupplier> work) {
    this.written = written;
    this.work = work;
  }

  void look() {
    if (!found() && still >= LOOKS) {
      work.accept(this::found);
    }
  }

  private boolean found() {
    boolean found = written.getAsBoolean();
    still = found ? 0 : still + 1;
    return found;
  }
}
