package dev.assay.grammar.world;

import dev.assay.base.Hashes;
import dev.assay.base.Lines;
import dev.assay.base.Seeds;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The rows of the fictional bank. */
record BankTables(long seed) {

  private static final Map<String, List<String>> NAMES = Lines.named(BankTables.class, "names.txt");
  private static final LocalDate FIRST_DAY = LocalDate.of(1994, 1, 1);
  private static final int DAYS = 11_000;

  /** Every so many clients have told nobody how many employees they have. */
  private static final int UNTOLD = 9;

  /** All tables, those that others refer to first. */
  static List<WorldTable> of(long seed, int clients) {
    return new BankTables(seed).tables(clients);
  }

  private List<WorldTable> tables(int clients) {
    int branches = Math.min(NAMES.get("branches").size(), 3 + clients / 8);
    int advisers = 4 + clients / 2;
    int products = NAMES.get("products").size();
    return List.of(
        new WorldTable("branch", "name", rows(branches, this::branch)),
        new WorldTable("adviser", "name", rows(advisers, i -> adviser(i, branches))),
        new WorldTable("client", "name", rows(clients, i -> client(i, advisers))),
        new WorldTable("product", "name", rows(products, this::product)),
        new WorldTable(
            "contract",
            "contract_number",
            rows(clients + clients / 2, i -> contract(i, clients, products))));
  }

  private SortedMap<String, Object> branch(int i) {
    SplittableRandom random = Seeds.random(seed, "branch", "" + i);
    SortedMap<String, Object> row = row("branch", i);
    row.put("name", shuffled("branches").get(i));
    row.put("city", pick("cities", random));
    row.put("opened_on", day(random));
    row.put("safe_deposit_boxes", 40L + 5 * random.nextInt(90));
    return row;
  }

  private SortedMap<String, Object> adviser(int i, int branches) {
    SplittableRandom random = Seeds.random(seed, "adviser", "" + i);
    SortedMap<String, Object> row = row("adviser", i);
    row.put("name", pair("first", "last", i));
    row.put("job_title", pick("titles", random));
    row.put("joined_on", day(random));
    row.put("branch_id", 1L + i % branches);
    return row;
  }

  private SortedMap<String, Object> client(int i, int advisers) {
    SplittableRandom random = Seeds.random(seed, "client", "" + i);
    SortedMap<String, Object> row = row("client", i);
    row.put("name", pair("firms", "trades", i));
    row.put("industry", pick("industries", random));
    row.put("headquarters", pick("cities", random));
    if (i % UNTOLD != UNTOLD - 1) {
      row.put("employees", 20L + random.nextInt(4_000));
    }
    row.put("adviser_id", 1L + i % advisers);
    row.put("record_hash", Hashes.sha256(Long.toString(seed), row.toString()));
    return row;
  }

  private SortedMap<String, Object> product(int i) {
    SplittableRandom random = Seeds.random(seed, "product", "" + i);
    SortedMap<String, Object> row = row("product", i);
    row.put("name", words(NAMES.get("products").get(i)));
    row.put("category", words(NAMES.get("categories").get(i)));
    row.put("monthly_fee", BigDecimal.valueOf(150 + 25L * random.nextInt(60), 2));
    row.put("launched_on", day(random));
    return row;
  }

  private SortedMap<String, Object> contract(int i, int clients, int products) {
    SplittableRandom random = Seeds.random(seed, "contract", "" + i);
    SortedMap<String, Object> row = row("contract", i);
    // 7,919 is prime to 90,000: numbers look random and none comes twice.
    row.put("contract_number", "KTR-" + (10_000 + (i * 7_919L + 4_021) % 90_000));
    row.put("client_id", 1L + i % clients);
    row.put("product_id", 1L + random.nextInt(products));
    LocalDate signed = day(random);
    row.put("signed_on", signed);
    row.put("amount", BigDecimal.valueOf(500_000L + 12_550L * random.nextInt(4_000), 2));
    row.put("updated_at", signed.atTime(9 + random.nextInt(8), random.nextInt(60)));
    return row;
  }

  private interface Maker {
    SortedMap<String, Object> row(int i);
  }

  private static List<SortedMap<String, Object>> rows(int n, Maker maker) {
    return IntStream.range(0, n).mapToObj(maker::row).toList();
  }

  private static SortedMap<String, Object> row(String table, int i) {
    SortedMap<String, Object> row = new TreeMap<>();
    row.put(WorldTable.id(table), 1L + i);
    return row;
  }

  private List<String> shuffled(String list) {
    return Seeds.shuffled(NAMES.get(list), seed, list).stream().map(BankTables::words).toList();
  }

  /** The i-th of all pairs: neither half comes again before all of its list have come. */
  private String pair(String first, String second, int i) {
    List<String> left = shuffled(first);
    List<String> right = shuffled(second);
    int n = left.size();
    return left.get(i % n) + " " + right.get((i + i / n) % right.size());
  }

  private static String pick(String list, SplittableRandom random) {
    List<String> all = NAMES.get(list);
    return words(all.get(random.nextInt(all.size())));
  }

  private static LocalDate day(SplittableRandom random) {
    return FIRST_DAY.plusDays(random.nextInt(DAYS));
  }

  private static String words(String name) {
    return name.replace('_', ' ');
  }

  /** As many clients as names allow. */
  static int most() {
    return NAMES.get("firms").size() * NAMES.get("trades").size();
  }
}
