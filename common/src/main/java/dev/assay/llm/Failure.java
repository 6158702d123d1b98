package dev.assay.llm;

import dev.assay.base.Identified;
import dev.assay.core.Status;

/** Why a call has no reply. The error text begins with its id. */
public enum Failure implements Identified {
  /** The time limit passed before the last byte came. */
  TIMEOUT(Status.TIMEOUT, true),
  /** No connection, or it broke. */
  CONNECTION(Status.ENDPOINT_ERROR, true),
  /** 5xx. */
  SERVER_ERROR(Status.ENDPOINT_ERROR, true),
  /** 429. Waited out, without using up an attempt. */
  THROTTLED(Status.ENDPOINT_ERROR, false),
  /** 3xx, or a 4xx that is none of the others: the same request will fail again. */
  CLIENT_ERROR(Status.ENDPOINT_ERROR, false),
  /** 401, 403, or a spent quota: no request will succeed. */
  UNAUTHORISED(Status.ENDPOINT_ERROR, false),
  /** The body is not what this kind of endpoint writes. */
  MALFORMED(Status.PARSE_FAILURE, true),
  /** A reply without text. */
  EMPTY(Status.PARSE_FAILURE, true),
  /** The text is not of the form that was asked for. */
  WRONG_SCHEMA(Status.PARSE_FAILURE, false),
  /** Cut off by the limit of tokens where a whole reply was needed. */
  TRUNCATED(Status.PARSE_FAILURE, false),
  /** The model or its filter refused. */
  REFUSED(Status.REFUSED, false),
  /** The request is longer than the model reads. */
  TOO_LONG(Status.TOO_LONG, false),
  /** The endpoint is down: not asked. */
  DOWN(Status.ENDPOINT_ERROR, false),
  /** A budget was used up: not asked. */
  BUDGET(Status.BUDGET, false),
  /** The stage stops: not asked. */
  STOPPED(Status.ENDPOINT_ERROR, false);

  private final Status status;
  private final boolean passing;

  Failure(Status status, boolean passing) {
    this.status = status;
    this.passing = passing;
  }

  /** What tables say. */
  public Status status() {
    return status;
  }

  /** Whether another attempt may succeed. */
  public boolean passing() {
    return passing;
  }
}
