# Assay with a Spark of its own, from the archive that scripts/release makes:
#   scripts/release && cp dist/release/assay-VERSION.tar.gz assay.tar.gz && docker build -t assay .
#   docker run --rm -v "$PWD:/data" assay run --conf my.conf
FROM eclipse-temurin:17-jre-jammy

ARG SPARK_VERSION=3.5.4

RUN apt-get update \
    && apt-get install -y --no-install-recommends python3-pip=22.* \
    && pip3 install --no-cache-dir "pyspark==${SPARK_VERSION}" \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 assay

ADD assay.tar.gz /opt/
RUN mv /opt/assay-* /opt/assay && mkdir /data && chown assay /data

USER 1000
# The tables, the report and all paths of a configuration are relative to here.
WORKDIR /data
ENTRYPOINT ["/opt/assay/scripts/assay"]
CMD ["--help"]
