package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded answers with nothing in them are scored like others: by a status and a reason. */
class NothingToScoreTest {

  @Test
  void answersWithoutContextAndEmptyAnswersKeepTheirRows(@TempDir Path directory) throws Exception {
    Path answers =
        Files.write(
            directory.resolve("answers.jsonl"),
            List.of(
                "{\"question\":\"What is the fee?\",\"contexts\":[],\"answer\":\"It is $5.\"}",
                "{\"question\":\"When is it due?\",\"contexts\":[\"It is due in May.\"],\"answer\":\"\"}"));
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("systems.mine={kind=table,path=\"" + answers + "\"}")
            .load();
    Commands.run(SharedSpark.session(), loaded, "answer");
    Commands.run(SharedSpark.session(), loaded, "evaluate");
    Dataset<Row> scores =
        new Store(SharedSpark.session(), loaded.config().store()).read(Tables.SCORES);
    assertThat(scores.select("case_id").distinct().count()).isEqualTo(2);
    assertThat(scores.where("(status = 'ok') = (value IS NULL) OR isnan(value)").isEmpty())
        .as("a number where there is one, and none elsewhere")
        .isTrue();
    assertThat(scores.where("status != 'ok' AND coalesce(reason, '') = ''").isEmpty())
        .as("every missing number has its reason")
        .isTrue();
    assertThat(scores.where("metric = 'groundedness.groundedness' AND status = 'ok'").isEmpty())
        .isTrue();
  }
}
