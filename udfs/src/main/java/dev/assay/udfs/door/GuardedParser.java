package dev.assay.udfs.door;

import java.util.function.BiConsumer;
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
 * A parser whose statements are checked. Everything else that Spark has parsed is part of a
 * statement, or the text of a view, which we wrote.
 */
record GuardedParser(ParserInterface parser, BiConsumer<String, LogicalPlan> check)
    implements ParserInterface {

  @Override
  public LogicalPlan parsePlan(String text) throws ParseException {
    LogicalPlan plan = parser.parsePlan(text);
    check.accept(text, plan);
    return plan;
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
