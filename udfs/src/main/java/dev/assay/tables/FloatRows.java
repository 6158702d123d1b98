package dev.assay.tables;

import java.io.Serializable;
import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows whose arrays of floats are {@code float[]}. As Spark hands out rows each number of a vector
 * is an object of its own, which takes longer than what is computed of it.
 */
public final class FloatRows {
  private static final Logger LOG = LoggerFactory.getLogger(FloatRows.class);

  private FloatRows() {}

  /** A function of a partition's rows. */
  public interface Work extends Serializable {
    Iterator<Row> of(Iterator<Row> rows);
  }

  /**
   * What {@code work} makes of the rows of each partition.
   *
   * @param rows columns of texts, whole numbers and arrays of floats, none of them NULL; in the
   *     rows that {@code work} is given an array is a {@code float[]}
   * @param schema of what it makes
   */
  public static Dataset<Row> map(Dataset<Row> rows, Work work, StructType schema) {
    return rows.sparkSession().createDataFrame(partitions(rows, work), schema);
  }

  private static JavaRDD<Row> partitions(Dataset<Row> rows, Work work) {
    StructType columns = rows.schema();
    for (DataType type : types(columns)) {
      if (!(type instanceof StringType || type instanceof IntegerType || floats(type))) {
        throw new IllegalArgumentException("No text, whole number or array of floats: " + type);
      }
    }
    try {
      FlatMapFunction<Iterator<InternalRow>, Row> each =
          stored -> work.of(new Unboxed(stored, columns));
      return rows.queryExecution().toRdd().toJavaRDD().mapPartitions(each);
    } catch (LinkageError e) { // Another Spark than the one that this was built for.
      LOG.warn("Vectors are read number by number: {}", e.toString());
      FlatMapFunction<Iterator<Row>, Row> each = work::of;
      return rows.toJavaRDD().mapPartitions(each);
    }
  }

  private static DataType[] types(StructType columns) {
    DataType[] types = new DataType[columns.length()];
    for (int i = 0; i < types.length; i++) {
      types[i] = columns.apply(i).dataType();
    }
    return types;
  }

  private static boolean floats(DataType type) {
    return type instanceof ArrayType array && array.elementType() instanceof FloatType;
  }

  /** The rows, each read when it is asked for: Spark writes the next one over it. */
  private static final class Unboxed implements Iterator<Row> {
    private final Iterator<InternalRow> stored;
    private final StructType columns;
    private final DataType[] types;

    Unboxed(Iterator<InternalRow> stored, StructType columns) {
      this.stored = stored;
      this.columns = columns;
      this.types = types(columns);
    }

    @Override
    public boolean hasNext() {
      return stored.hasNext();
    }

    @Override
    public Row next() {
      InternalRow row = stored.next();
      Object[] values = new Object[types.length];
      for (int i = 0; i < types.length; i++) {
        if (types[i] instanceof StringType) {
          values[i] = row.getUTF8String(i).toString();
        } else if (types[i] instanceof IntegerType) {
          values[i] = row.getInt(i);
        } else {
          values[i] = row.getArray(i).toFloatArray();
        }
      }
      return new GenericRowWithSchema(values, columns);
    }
  }
}
