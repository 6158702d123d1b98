package dev.assay.grammar.database;

import java.util.List;

/**
 * What a query gave.
 *
 * @param columns their names
 * @param rows values as String, Long, BigDecimal, Double, Boolean, LocalDate, LocalDateTime,
 *     LocalTime or null
 * @param more whether there were more rows than the session reads ({@code max-rows})
 */
public record Answer(List<String> columns, List<List<Object>> rows, boolean more) {}
