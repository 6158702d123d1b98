package dev.assay.llm;

/** The way to the driver's {@link CallDesk}. */
@FunctionalInterface
public interface Desk {

  /** Hears a report and answers with what may be done. May block; throws where it cannot ask. */
  long[] exchange(Report report);
}
