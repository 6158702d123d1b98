package dev.assay.jobs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ModuleRulesTest {
  private static final String[] COMMON = {
    "dev.assay.core..",
    "dev.assay.text..",
    "dev.assay.stats..",
    "dev.assay.calibration..",
    "dev.assay.model..",
    "dev.assay.config..",
    "dev.assay.llm..",
    "dev.assay.reduction..",
    "dev.assay.clustering.."
  };
  private static final String[] JOBS = {"dev.assay.jobs..", "dev.assay.report.."};
  private static final String[] SPARK = {"org.apache.spark..", "org.apache.hadoop..", "io.delta.."};
  private static final Pattern MODULE =
      Pattern.compile("/(common|udfs|jobs)/target/|/assay-(common|udfs|jobs)-");

  private static JavaClasses classes;

  @BeforeAll
  static void read() {
    classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.assay");
  }

  @Test
  void commonKnowsNoSpark() {
    noClasses()
        .that()
        .resideInAnyPackage(COMMON)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(SPARK)
        .check(classes);
  }

  @Test
  void evaluatorsAndPerturbationsKnowNoSpark() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.assay.evaluators..", "dev.assay.perturbations..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(SPARK)
        .allowEmptyShould(true)
        .check(classes);
  }

  @Test
  void modulesDependDownwardsOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackages(JOBS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(JOBS)
        .check(classes);
    noClasses()
        .that()
        .resideInAnyPackage(COMMON)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.assay.evaluators..",
            "dev.assay.perturbations..",
            "dev.assay.spark..",
            "dev.assay.udfs..")
        .check(classes);
  }

  @Test
  void noPackageSpansTwoModules() {
    Map<String, Set<String>> modules = new TreeMap<>();
    for (JavaClass type : classes) {
      String place = type.getSource().orElseThrow().getUri().toString();
      Matcher module = MODULE.matcher(place);
      assertThat(module.find()).as(place).isTrue();
      String name = module.group(1) == null ? module.group(2) : module.group(1);
      modules.computeIfAbsent(type.getPackageName(), key -> new TreeSet<>()).add(name);
    }
    assertThat(modules).containsKeys("dev.assay.core", "dev.assay.jobs", "dev.assay.evaluators");
    assertThat(modules).allSatisfy((name, found) -> assertThat(found).as(name).hasSize(1));
  }
}
