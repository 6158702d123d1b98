package dev.assay.grammar.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.database.TestDatabases;
import dev.assay.grammar.sql.SqlCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How names of columns and queries of three databases are said, as a person would read it. */
class EnglishTest {
  private static final SqlTemplatesConfig SQL =
      new SqlTemplatesConfig(
          2,
          10,
          10,
          List.of(),
          4,
          List.of(),
          Optional.empty(),
          List.of(),
          10,
          Optional.empty(),
          Optional.empty());

  @TempDir private static Path folder;
  private static DatabaseSchema bank;
  private static Optional<DatabaseSchema> chinook;
  private static Optional<DatabaseSchema> northwind;

  @BeforeAll
  static void schemas() throws Exception {
    bank =
        schema(
            TestDatabases.sqlite(
                folder.resolve("bank.db"),
                "CREATE TABLE branch (id INTEGER PRIMARY KEY, name TEXT, city TEXT, opened_on DATE,"
                    + " boxes INTEGER)",
                "INSERT INTO branch VALUES (1, 'A', 'Bern', '2001-01-02', 4),"
                    + " (2, 'B', 'Rome', '2002-03-04', 9)",
                "CREATE TABLE adviser (id INTEGER PRIMARY KEY, name TEXT, title TEXT, is_active"
                    + " BOOLEAN, branch_id INTEGER REFERENCES branch(id))",
                "INSERT INTO adviser VALUES (1, 'Ann', 'Head', 1, 1), (2, 'Bob', 'Clerk', 0, 1),"
                    + " (3, 'Cy', 'Clerk', 1, 2)"));
    chinook = schema(TestDatabases.chinook(folder.resolve("chinook.db")));
    northwind = schema(TestDatabases.northwind(folder.resolve("northwind.db")));
  }

  private static Optional<DatabaseSchema> schema(Optional<DatabaseConfig> config) {
    return config.map(EnglishTest::schema);
  }

  private static DatabaseSchema schema(DatabaseConfig config) {
    try (Database database = Database.open(config)) {
      return database.schema();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "opened_on, opening date, opening dates",
    "closed_at, closing date, closing dates",
    "account_opened_on, account opening date, account opening dates",
    "LaunchedOn, launch date, launch dates",
    "paid_on, payment date, payment dates",
    "DateJoined, joining date, joining dates",
    "discontinued, discontinued status, discontinued statuses",
    "is_active, active status, active statuses",
    "has_garage, garage indicator, garage indicators",
    "employee_count, number of employees, numbers of employees",
    "num_of_rooms, number of rooms, numbers of rooms",
    "fax, fax number, fax numbers",
    "ShipCity, shipping city, shipping cities",
    "quantity_per_unit, quantity per unit, quantities per unit",
    "TitleOfCourtesy, title of courtesy, titles of courtesy",
    "dob, date of birth, dates of birth",
    "speed, speed, speeds",
    "seed_number, seed number, seed numbers",
    "phone_type, phone type, phone types",
    "VATNumber, VAT number, VAT numbers",
    "Milliseconds, length in milliseconds, lengths in milliseconds",
    "country, country, countries",
  })
  void columnsHaveNamesThatPeopleSay(String column, String one, String several) {
    String said = Vocabulary.NAMES.attribute("thing", column);
    assertThat(said).isEqualTo(one);
    assertThat(Attributes.plural(said)).isEqualTo(several);
  }

  @ParameterizedTest
  @CsvSource({
    "employees, number of employees",
    "units_in_stock, number of units in stock",
    "total_employees, total number of employees",
    "sales, sales",
    "hours, hours",
    "address, address",
    "status, status",
    "number, number",
  })
  void pluralsOfNumbersCount(String column, String said) {
    assertThat(Attributes.said(Nouns.words(column), false, true)).isEqualTo(said);
  }

  @ParameterizedTest
  @CsvSource({
    "hourly rate, an hourly rate",
    "unit price, a unit price",
    "upper limit, an upper limit",
    "user name, a user name",
    "opening date, an opening date",
    "height, a height",
    "one-off fee, a one-off fee",
  })
  void articlesAreAsSpoken(String attribute, String whole) {
    assertThat(Attributes.withArticle(attribute)).isEqualTo(whole);
  }

  private static String said(DatabaseSchema schema, String sql) {
    List<TextTemplate> texts =
        new Verbaliser(new SchemaVocabulary(schema), List.of("short"), 1)
            .texts(new SqlCheck(schema, SQL).check(sql).template().orElseThrow());
    return texts.get(0).text();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT opened_on FROM branch WHERE name = [branch.name] | What is the date on which the branch [branch.name] was opened?
          SELECT opened_on FROM branch WHERE city = [branch.city] | What are the dates on which the branches whose city is [branch.city] were opened?
          SELECT name FROM branch WHERE boxes > [branch.boxes] | What are the names of the branches with more than [branch.boxes] boxes?
          SELECT name FROM branch WHERE boxes = [branch.boxes] | What are the names of the branches with [branch.boxes] boxes?
          SELECT city FROM branch WHERE opened_on BETWEEN [branch.opened_on:from] AND [branch.opened_on:to] | What are the cities of the branches with an opening date from [branch.opened_on:from] to [branch.opened_on:to]?
          SELECT SUM(boxes) FROM branch WHERE city = [branch.city] | What is the total number of boxes of the branches whose city is [branch.city]?
          SELECT MIN(opened_on) FROM branch WHERE city = [branch.city] | What is the earliest opening date of the branches whose city is [branch.city]?
          SELECT is_active FROM adviser WHERE name = [adviser.name] | What is the active status of the adviser [adviser.name]?
          SELECT name FROM adviser WHERE title = [adviser.title] | What are the names of the advisers whose title is [adviser.title]?
          """)
  void queriesOfABankReadWell(String sql, String text) {
    assertThat(said(bank, sql)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT Fax FROM Employee WHERE Title = [Employee.Title] | What are the fax numbers of the employees whose title is [Employee.Title]?
          SELECT SUM(Bytes) FROM Track WHERE Composer = [Track.Composer] | What is the total size in bytes of the tracks whose composer is [Track.Composer]?
          SELECT SUM(UnitPrice) FROM Track WHERE Composer = [Track.Composer] | What is the sum of the unit prices of the tracks whose composer is [Track.Composer]?
          SELECT t.UnitPrice FROM Track t JOIN PlaylistTrack pt ON pt.TrackId = t.TrackId JOIN Playlist p ON p.PlaylistId = pt.PlaylistId WHERE p.Name = [Playlist.Name] | What are the unit prices of the tracks of the playlist [Playlist.Name]?
          """)
  void queriesOfChinookReadWell(String sql, String text) {
    assumeThat(chinook).isPresent();
    assertThat(said(chinook.get(), sql)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT ProductName FROM Products WHERE UnitsInStock < [Products.UnitsInStock] | What are the names of the products with fewer than [Products.UnitsInStock] units in stock?
          SELECT Discontinued FROM Products WHERE ProductName = [Products.ProductName] | What is the discontinued status of the product [Products.ProductName]?
          SELECT t.TerritoryDescription FROM Territories t JOIN EmployeeTerritories et ON et.TerritoryID = t.TerritoryID JOIN Employees e ON e.EmployeeID = et.EmployeeID WHERE e.LastName = [Employees.LastName] | What are the descriptions of the territories of the employees whose last name is [Employees.LastName]?
          SELECT MIN(o.OrderDate) FROM Orders o JOIN Shippers s ON o.ShipVia = s.ShipperID WHERE s.Phone = [Shippers.Phone] | What is the earliest date of the orders that ship via the shippers whose phone number is [Shippers.Phone]?
          SELECT Freight FROM Orders WHERE ShipCity = [Orders.ShipCity] | What are the freight charges of the orders whose shipping city is [Orders.ShipCity]?
          """)
  void queriesOfNorthwindReadWell(String sql, String text) {
    assumeThat(northwind).isPresent();
    assertThat(said(northwind.get(), sql)).isEqualTo(text);
  }

  @Test
  void theSameQueryHasTheSameWords() {
    String sql = "SELECT name FROM branch WHERE boxes >= [branch.boxes]";
    assertThat(said(bank, sql))
        .isEqualTo(said(bank, sql))
        .isEqualTo("What are the names of the branches with at least [branch.boxes] boxes?");
  }
}
