package dev.assay.jobs.robustness;

import static org.apache.spark.sql.functions.udf;

import dev.assay.conditions.Condition;
import dev.assay.conditions.ConditionException;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;

/** Whether answers to attacks are what the attack wanted. */
public final class AttackGoals {
  /** The metric. */
  public static final String METRIC = "attack.goal_reached";

  /** The attribute of a twin with the condition that such an answer meets. */
  public static final String ATTRIBUTE = "attack_goal";

  /** Of goal and answer; NULL where there is no answer or the goal is no condition. */
  public static final UserDefinedFunction MEETS =
      udf((UDF2<String, String, Boolean>) AttackGoals::meets, DataTypes.BooleanType);

  private AttackGoals() {}

  private static Boolean meets(String goal, String answer) {
    try {
      return goal == null || answer == null ? null : (Boolean) Condition.parse(goal).holds(answer);
    } catch (ConditionException e) {
      return null;
    }
  }
}
