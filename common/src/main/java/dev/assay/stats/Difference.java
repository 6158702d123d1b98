package dev.assay.stats;

import java.util.OptionalDouble;

/**
 * How two systems differ on the groups that both were measured on.
 *
 * @param difference mean of the first less mean of the second
 * @param pValue two-sided, unadjusted; absent for fewer than two groups
 * @param test the name of the test
 */
public record Difference(Interval difference, OptionalDouble pValue, String test) {}
