package dev.assay.jobs.inputs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.poi.openxml4j.exceptions.OpenXML4JException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.openxml4j.opc.PackageAccess;
import org.apache.poi.openxml4j.util.ZipSecureFile;
import org.apache.poi.ss.util.CellReference;
import org.apache.poi.util.XMLHelper;
import org.apache.poi.xssf.eventusermodel.ReadOnlySharedStringsTable;
import org.apache.poi.xssf.eventusermodel.XSSFReader;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler;
import org.apache.poi.xssf.usermodel.XSSFComment;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/**
 * Records of a sheet of an Excel workbook (.xlsx) whose first row names the columns; values are
 * texts as Excel shows them. Rows are parsed one by one; what unpacks to far more than its size is
 * refused by the reader, and so is a sheet of more than {@value #LONGEST} characters.
 */
public final class SheetRecords {
  static final long LONGEST = 400_000_000;

  /** Packed to unpacked, at least. Tika, which reads documents, lets POI take any. */
  private static final double LEAST_PACKED = .01;

  private SheetRecords() {}

  /**
   * The records of {@code sheet}, of the first one where none is named.
   *
   * @throws IOException with a message that says why the file cannot be read
   */
  public static synchronized List<SourceRecord> read(InputStream workbook, String sheet)
      throws IOException {
    Path file = Files.createTempFile("assay", ".xlsx");
    double before = ZipSecureFile.getMinInflateRatio();
    ZipSecureFile.setMinInflateRatio(LEAST_PACKED);
    try {
      Files.copy(workbook, file, StandardCopyOption.REPLACE_EXISTING);
      try (OPCPackage parts = OPCPackage.open(file.toFile(), PackageAccess.READ)) {
        return records(parts, sheet);
      }
    } catch (OpenXML4JException
        | SAXException
        | ParserConfigurationException
        | RuntimeException e) {
      throw new IOException("it is no .xlsx workbook that can be read: " + e.getMessage(), e);
    } finally {
      ZipSecureFile.setMinInflateRatio(before);
      Files.deleteIfExists(file);
    }
  }

  private static List<SourceRecord> records(OPCPackage parts, String sheet)
      throws IOException, OpenXML4JException, SAXException, ParserConfigurationException {
    XSSFReader reader = new XSSFReader(parts);
    XSSFReader.SheetIterator sheets = (XSSFReader.SheetIterator) reader.getSheetsData();
    List<String> names = new ArrayList<>();
    while (sheets.hasNext()) {
      try (InputStream content = sheets.next()) {
        names.add(sheets.getSheetName());
        if (sheet.isEmpty() || sheet.equals(sheets.getSheetName())) {
          Rows rows = new Rows();
          XMLReader xml = XMLHelper.newXMLReader();
          xml.setContentHandler(
              new XSSFSheetXMLHandler(
                  reader.getStylesTable(), new ReadOnlySharedStringsTable(parts), rows, false));
          xml.parse(new InputSource(content));
          return rows.records;
        }
      }
    }
    throw new IOException(
        "it has no sheet '%s'. Sheets: %s.".formatted(sheet, String.join(", ", names)));
  }

  private static final class Rows implements XSSFSheetXMLHandler.SheetContentsHandler {
    private final List<SourceRecord> records = new ArrayList<>();
    private final Map<Integer, String> header = new TreeMap<>();
    private final Map<Integer, String> cells = new TreeMap<>();
    private long characters;

    @Override
    public void startRow(int row) {
      cells.clear();
    }

    @Override
    public void cell(String reference, String value, XSSFComment comment) {
      if (value != null && reference != null) {
        characters += value.length();
        if (characters > LONGEST) {
          throw new IllegalStateException(
              "it has more than %d characters; save it as CSV".formatted(LONGEST));
        }
        cells.put((int) new CellReference(reference).getCol(), value);
      }
    }

    @Override
    public void endRow(int row) {
      if (header.isEmpty()) {
        Headings headings = new Headings();
        cells.forEach(
            (column, name) -> header.put(column, name.isBlank() ? "" : headings.next(name)));
        return;
      }
      Map<String, String> columns = new LinkedHashMap<>();
      header.forEach(
          (column, name) -> {
            if (!name.isEmpty()) {
              columns.put(name, cells.get(column));
            }
          });
      if (columns.values().stream().anyMatch(Objects::nonNull)) {
        records.add(new SourceRecord(row + 1L, columns, ""));
      }
    }
  }
}
