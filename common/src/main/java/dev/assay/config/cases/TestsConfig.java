package dev.assay.config.cases;

import java.util.List;

/** Test suites of the user's own. See {@code conf/reference.conf}. */
public record TestsConfig(List<TestSource> sources) {}
