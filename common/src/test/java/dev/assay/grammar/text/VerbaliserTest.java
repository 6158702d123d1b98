package dev.assay.grammar.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.grammar.QueryKind;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.shape.Placeholders;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerbaliserTest {

  static SqlTemplate template(String sql) {
    return new SqlTemplate(
        "id", sql, QueryKind.OTHER, Placeholders.in(sql).stream().distinct().toList());
  }

  private static List<TextTemplate> texts(String sql, String style) {
    return new Verbaliser(Vocabulary.NAMES, List.of(style), 3).texts(template(sql));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT Title FROM Album WHERE Title = [Album.Title] | What is the title of the album [Album.Title]?
          SELECT a.Title FROM Album a JOIN Artist r ON a.ArtistId = r.ArtistId WHERE r.Name = [Artist.Name] | What are the titles of the albums of the artist [Artist.Name]?
          SELECT r.Name FROM Album a JOIN Artist r ON a.ArtistId = r.ArtistId WHERE a.Title = [Album.Title] | What is the name of the artist of the album [Album.Title]?
          SELECT g.Name FROM genres g JOIN tracks t ON t.genre_id = g.id JOIN albums a ON a.id = t.album_id WHERE a.title = [albums.title] | What are the names of the genres of the tracks of the album [albums.title]?
          SELECT FirstName FROM Customer WHERE City = [Customer.City] | What are the first names of the customers whose city is [Customer.City]?
          SELECT e.FirstName FROM Employee e JOIN Customer c ON c.SupportRepId = e.EmployeeId WHERE c.Email = [Customer.Email] | What is the first name of the support rep of the customer [Customer.Email]?
          SELECT c.Email FROM Customer c JOIN Employee e ON c.SupportRepId = e.EmployeeId WHERE e.LastName = [Employee.LastName] | What are the emails of the customers whose support rep is the employee whose last name is [Employee.LastName]?
          SELECT e.FirstName FROM Employee e JOIN Employee m ON e.ReportsTo = m.EmployeeId WHERE m.Email = [Employee.Email] | What are the first names of the employees that report to the employee [Employee.Email]?
          SELECT COUNT(*) FROM Album a JOIN Artist r ON a.ArtistId = r.ArtistId WHERE r.Name = [Artist.Name] | What is the number of albums of the artist [Artist.Name]?
          SELECT AVG(i.Total) FROM Invoice i WHERE i.BillingCountry = [Invoice.BillingCountry] | What is the average total of the invoices whose billing country is [Invoice.BillingCountry]?
          SELECT MAX(InvoiceDate) FROM Invoice WHERE BillingCity = [Invoice.BillingCity] | What is the latest date of the invoices whose billing city is [Invoice.BillingCity]?
          SELECT t.Name FROM Track t WHERE t.UnitPrice > [Track.UnitPrice] | What are the names of the tracks with a unit price above [Track.UnitPrice]?
          SELECT Total FROM Invoice WHERE InvoiceDate BETWEEN [Invoice.InvoiceDate:from] AND [Invoice.InvoiceDate:to] | What are the totals of the invoices with a date from [Invoice.InvoiceDate:from] to [Invoice.InvoiceDate:to]?
          SELECT t.Name FROM Track t JOIN Album a ON t.AlbumId = a.AlbumId WHERE a.Title = [Album.Title] ORDER BY t.Milliseconds DESC LIMIT 1 | What is the name of the track with the highest length in milliseconds of the album [Album.Title]?
          SELECT COUNT(DISTINCT Country) FROM Customer WHERE City = [Customer.City] | What is the number of different countries of the customers whose city is [Customer.City]?
          """)
  void shapesHaveWords(String sql, String text) {
    assertThat(texts(sql, "short")).extracting(TextTemplate::text).contains(text);
  }

  @Test
  void everyStyleKeepsEveryPlaceholderOnceAndSaysItsLength() {
    SqlTemplate template =
        template(
            "SELECT p.end_date FROM projects p JOIN clients c ON p.client_id = c.id"
                + " WHERE c.name = [clients.name] AND p.name = [projects.name]");
    List<TextTemplate> texts =
        new Verbaliser(Vocabulary.NAMES, Verbaliser.STYLES, 2).texts(template);
    assertThat(texts).hasSize(16);
    assertThat(texts)
        .allSatisfy(text -> assertThat(Wordings.problem(text.text(), template)).isEmpty());
    assertThat(texts)
        .extracting(text -> text.attributes().get("length"))
        .containsOnly("short", "long");
    assertThat(texts).extracting(TextTemplate::text).doesNotHaveDuplicates();
    assertThat(texts.get(0).text())
        .isEqualTo(
            "What is the end date of the project [projects.name] of the client [clients.name]?");
  }

  @Test
  void typingMistakesAreAlwaysTheSameAndInNoPlaceholder() {
    String sql = "SELECT city FROM customers WHERE email = [customers.email]";
    List<TextTemplate> texts = texts(sql, "typos");
    assertThat(texts).hasSize(3).isEqualTo(texts(sql, "typos"));
    assertThat(texts)
        .allSatisfy(
            text -> {
              assertThat(text.text()).contains("[customers.email]");
              assertThat(text.attributes()).containsEntry("style", "typos");
            });
    assertThat(texts.get(0).text())
        .isNotEqualTo("What is the city of the customer [customers.email]?");
  }

  @Test
  void queriesBeyondTheRulesHaveNone() {
    assertThat(texts("SELECT name FROM t WHERE id IN (SELECT id FROM u WHERE x = [u.x])", "short"))
        .isEmpty();
    assertThat(texts("SELECT a FROM t WHERE x = [t.x] OR y = [t.y]", "short")).isEmpty();
    assertThat(texts("SELECT a FROM t WHERE x = [t.x] ORDER BY y LIMIT 1", "short")).isNotEmpty();
    assertThat(texts("SELECT a FROM t WHERE x = [t.x] ORDER BY y LIMIT 2", "short")).isEmpty();
    assertThat(texts("SELECT UPPER(a) FROM t WHERE x = [t.x]", "short")).isEmpty();
  }

  @Test
  void aWordingThatLosesOrAddsAValueIsNone() {
    SqlTemplate template = template("SELECT a FROM t WHERE x = [t.x] AND y = [t.y]");
    assertThat(Wordings.problem("Where is [t.x] and [t.y]?", template)).isEmpty();
    assertThat(Wordings.problem("Where is [t.x]?", template))
        .hasValueSatisfying(p -> assertThat(p).contains("[t.y]"));
    assertThat(Wordings.problem("Where [t.x] [t.x] [t.y]?", template)).isPresent();
    assertThat(Wordings.problem("Where [t.x] [t.y] [t.z]?", template)).isPresent();
    assertThat(Wordings.problem("Where [t.x]\n[t.y]?", template)).isPresent();
  }
}
