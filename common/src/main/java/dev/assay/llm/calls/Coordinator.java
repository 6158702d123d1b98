package dev.assay.llm.calls;

/** The way to the driver's {@link CallCoordinator}. */
@FunctionalInterface
public interface Coordinator {

  /** Hears a report and answers with what may be done. May block; throws where it cannot ask. */
  long[] exchange(UsageReport report);
}
