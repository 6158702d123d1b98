package dev.assay.jobs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The floor plan. A class belongs to the module that it was read from, whatever its package says.
 */
class ModuleRulesTest {
  private static final int MOST_TYPES = 40;
  private static final int MOST_LINES = 300;
  private static final Set<String> MODULES = Set.of("common", "udfs", "jobs");
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
    assertThat(classes.stream().map(ModuleRulesTest::module).collect(Collectors.toSet()))
        .isEqualTo(MODULES);
  }

  @Test
  void commonKnowsNoSpark() {
    noClasses()
        .that(in("common"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(SPARK)
        .check(classes);
  }

  @Test
  void evaluatorsKnowNoSpark() {
    noClasses()
        .that()
        .resideInAPackage("dev.assay.evaluators..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(SPARK)
        .check(classes);
  }

  @Test
  void modulesDependDownwardsOnly() {
    noClasses().that(in("common")).should().dependOnClassesThat(in("udfs")).check(classes);
    noClasses().that(in("common", "udfs")).should().dependOnClassesThat(in("jobs")).check(classes);
  }

  @Test
  void tablesKnowNothingOfWhatFillsThem() {
    noClasses()
        .that()
        .resideInAPackage("dev.assay.tables..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.assay.spark..", "dev.assay.udfs..", "dev.assay.evaluators..")
        .check(classes);
  }

  @Test
  void packagesFormNoCircle() {
    slices().assignedFrom(PACKAGES).should().beFreeOfCycles().check(classes);
  }

  @Test
  void noPackageHasMoreThanFortyTypes() {
    Map<String, Long> types =
        classes.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .collect(
                Collectors.groupingBy(
                    JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
    assertThat(types)
        .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MOST_TYPES));
  }

  @Test
  void noPackageSpansTwoModules() {
    Map<String, Set<String>> modules = new TreeMap<>();
    for (JavaClass type : classes) {
      modules.computeIfAbsent(type.getPackageName(), key -> new TreeSet<>()).add(module(type));
    }
    assertThat(modules).containsKeys("dev.assay.core", "dev.assay.jobs", "dev.assay.evaluators");
    assertThat(modules).allSatisfy((name, found) -> assertThat(found).as(name).hasSize(1));
  }

  @Test
  void noFileHasMoreThanThreeHundredLines() throws IOException {
    Map<String, Integer> lines = new TreeMap<>();
    for (String module : MODULES) {
      Path sources = Path.of(System.getProperty("assay.root"), module, "src/main/java");
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
          lines.put(file.toString(), Files.readAllLines(file).size());
        }
      }
    }
    assertThat(lines).hasSizeGreaterThan(1000);
    assertThat(lines)
        .allSatisfy((file, count) -> assertThat(count).as(file).isLessThanOrEqualTo(MOST_LINES));
  }

  private static DescribedPredicate<JavaClass> in(String... modules) {
    Set<String> names = Set.of(modules);
    return DescribedPredicate.describe(
        "of module " + String.join(" or ", modules),
        type ->
            type.getPackageName().startsWith("dev.assay")
                && type.getSource().isPresent()
                && names.contains(module(type)));
  }

  private static String module(JavaClass type) {
    String place = type.getSource().orElseThrow().getUri().toString();
    Matcher module = MODULE.matcher(place);
    assertThat(module.find()).as(place).isTrue();
    return module.group(1) == null ? module.group(2) : module.group(1);
  }

  /** Every package is a slice of its own, its sub-packages are others. */
  private static final SliceAssignment PACKAGES =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          return type.getPackageName().startsWith("dev.assay")
              ? SliceIdentifier.of(type.getPackageName())
              : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
          return "the packages of Assay";
        }
      };
}
