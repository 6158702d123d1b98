package dev.assay.spark.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.llm.wire.Signer;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AwsSignerTest {
  private static final Map<String, String> PLANTED =
      Map.of(
          "aws.accessKeyId", "AKIDEXAMPLE",
          "aws.secretAccessKey", "planted-secret",
          "aws.region", "us-west-2");

  @Test
  void aRequestIsSignedForTheRegionOfItsUrlWithoutTheSecret() {
    URI url = URI.create("https://bedrock-runtime.eu-central-1.amazonaws.com/model/m/converse");
    Map<String, String> headers = signed(new AwsSigner(), url);
    String day = headers.get("X-Amz-Date").substring(0, 8);
    assertThat(headers.get("Authorization"))
        .startsWith(
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/"
                + day
                + "/eu-central-1/bedrock/aws4_request,")
        .contains("SignedHeaders=content-type;host;")
        .doesNotContain("planted-secret");
    assertThat(headers).doesNotContainKeys("Host", "Content-Type", "Content-Length");
  }

  @Test
  void aPrivateUrlIsSignedForTheRegionThatTheSdkFinds() {
    Map<String, String> headers =
        signed(new AwsSigner(), URI.create("http://gateway:8080/model/m"));
    assertThat(headers.get("Authorization")).contains("/us-west-2/bedrock/aws4_request,");
  }

  private static Map<String, String> signed(Signer signer, URI url) {
    PLANTED.forEach(System::setProperty);
    try {
      return signer.headers(url, "{}");
    } finally {
      PLANTED.keySet().forEach(System::clearProperty);
    }
  }
}
