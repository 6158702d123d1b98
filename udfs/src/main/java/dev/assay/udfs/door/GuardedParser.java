package dev.assay.udfs.door;

import java.util.function.BiFunction;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.collection.Seq;

/**
 * A parser whose statements are checked, and planned with what is known. Everything else that Spark
 * has parsed is part of a statement, or the text of a view, which we wrote.
 */
record GuardedParser(ParserInterface parser, BiFunction<String, LogicalPlan, LogicalPlan> checked)
    implements ParserInterface {

  @Override
  public LogicalPlan parsePlan(String text) throws ParseException {
    return checked.apply(text, parser.parsePlan(text));
  }

  @Override
  public Expression parseExpression(String text) throws ParseException {
    return parser.parseExpression(text);
  }

  @Override
  public TableIdentifier parseTableIdentifier(String text) throws ParseException {
    return parser.parseTableIdentifier(text);
  }

  @Override
  public FunctionIdentifier parseFunctionIdentifier(String text) throws ParseException {
    return parser.parseFunctionIdentifier(text);
  }

  @Override
  public Seq<String> parseMultipartIdentifier(String text) throws ParseException {
    return parser.parseMultipartIdentifier(text);
  }

  @Override
  public LogicalPlan parseQuery(String text) throws ParseException {
    return parser.parseQuery(text);
  }

  @Override
  public StructType parseTableSchema(String text) throws ParseException {
    return parser.parseTableSchema(text);
  }

  @Override
  public DataType parseDataType(String text) throws ParseException {
    return parser.parseDataType(text);
  }
}
