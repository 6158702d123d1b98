package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;

/** A column that is added to a table moves nobody's values: rows are made and read by name. */
class RowsByNameTest {
  /** Where names become places. */
  private static final Set<String> ALLOWED =
      Set.of(NamedRow.class.getName(), RowValues.class.getName());

  @Test
  void noMainCodeMakesOrReadsRowsByPlace() {
    Map<String, Set<String>> found = new TreeMap<>();
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.assay")) {
      JavaClass outer = outermost(type);
      for (JavaAccess<?> access : type.getAccessesFromSelf()) {
        if (isByPlace(access) && !ALLOWED.contains(outer.getName())) {
          found
              .computeIfAbsent(outer.getSimpleName(), name -> new TreeSet<>())
              .add(access.getDescription());
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static boolean isByPlace(JavaAccess<?> access) {
    if (!(access.getTarget() instanceof CodeUnitAccessTarget target)) {
      return false;
    }
    List<JavaClass> parameters = target.getRawParameterTypes();
    return target.getOwner().isEquivalentTo(RowFactory.class)
        || (target.getOwner().isAssignableTo(Row.class)
            && parameters.size() == 1
            && parameters.get(0).isEquivalentTo(int.class));
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(RowsByNameTest::outermost).orElse(type);
  }
}
