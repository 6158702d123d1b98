package dev.assay.udfs;

import java.util.function.Function;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.UserDefinedFunction;

/**
 * One SQL function.
 *
 * @param name its name
 * @param arguments what it takes, for {@code DESCRIBE FUNCTION}
 * @param meaning one sentence
 * @param arity how many arguments it takes
 * @param definition makes it for a session
 */
record SqlFunction(
    String name,
    String arguments,
    String meaning,
    int arity,
    Function<SparkSession, UserDefinedFunction> definition) {}
