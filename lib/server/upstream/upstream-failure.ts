// Every way an upstream call can fail, as a Problem with a message of ours; the upstream's message is forwarded only
// for faults of the request (4xx), redacted and truncated.
import { type ErrorDetail, errorBody } from "../../contract/error.ts";
import { containsSecret } from "../kernel/known-secrets.ts";
import { paces, wholeSeconds } from "../kernel/paces.ts";
import { isMarked, Problem, type ProblemExtras } from "../kernel/problem.ts";
import { redact } from "../kernel/redact.ts";
import { saysNoSuchRoute } from "./no-such-route.ts";

/** Details that decide what follows from a failure. */
export interface UpstreamFailureDetails extends ProblemExtras {
  /** Counts against the upstream's health and for the circuit breaker. */
  unhealthy: boolean;
  /** A GET may be retried. */
  retryable: boolean;
  /** The operation itself is missing, as opposed to the requested resource. */
  absent?: boolean;
  /** Without the error body of the API: it may come from a gateway. */
  unexplained?: boolean;
}

const mark = Symbol.for("fleetdeck.upstream-failure");

/** A failed upstream call. `instanceof` also accepts instances made by another bundle's copy of this module. */
export class UpstreamFailure extends Problem {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, mark);
  }

  readonly [mark] = true;
  readonly unhealthy: boolean;
  readonly retryable: boolean;
  readonly absent: boolean;
  readonly unexplained: boolean;
  constructor(status: number, code: string, message: string, details: UpstreamFailureDetails) {
    super(status, code, message, details);
    this.unhealthy = details.unhealthy;
    this.retryable = details.retryable;
    this.absent = details.absent ?? false;
    this.unexplained = details.unexplained ?? false;
  }
}

const maxRetryAfterSeconds = 60;

/** Seconds of a Retry-After header (RFC 9110: seconds or a date), limited to 1 to 60; undefined when it is missing,
 *  unreadable or a date in the past. */
export function retryAfterSeconds(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  const seconds = /^\d{1,9}$/.test(value.trim())
    ? Number(value)
    : Math.ceil((Date.parse(value) - nowMs) / 1000);
  if (!Number.isFinite(seconds) || (seconds < 1 && !/^\d+$/.test(value.trim()))) return undefined;
  return Math.min(Math.max(seconds, 1), maxRetryAfterSeconds);
}

const cleanCode = (code: string | undefined, fallback: string): string =>
  code !== undefined && /^[a-z][a-z0-9_]{0,63}$/.test(code) && !containsSecret(code) ? code : fallback;

const mostDetails = 20;
const cleanText = (text: string) => redact(text).slice(0, 500);

/** An upstream's error body, if it matches the contract's Error. */
function readError(bytes: Uint8Array): { code: string; message: string; details: ErrorDetail[] } | undefined {
  try {
    const read = errorBody.safeParse(JSON.parse(Buffer.from(bytes).toString("utf8")));
    if (!read.success) return undefined;
    const { code, message, details } = read.data;
    return {
      code,
      message: cleanText(message),
      details: (details ?? []).slice(0, mostDetails).flatMap((detail) => {
        if (!detail.message) return [];
        return [
          { code: cleanCode(detail.code ?? undefined, "invalid_input"), message: cleanText(detail.message) },
        ];
      }),
    };
  } catch {
    return undefined;
  }
}

/** The failure for a status outside 2xx. `retryAfter` is the header; `nowMs` is epoch milliseconds. */
export function failureOfStatus(
  status: number,
  bytes: Uint8Array,
  retryAfter: string | undefined,
  nowMs: number,
): UpstreamFailure {
  const body = readError(bytes);
  const requestFault = { unhealthy: false, retryable: false };
  const upstreamFault = { unhealthy: true, retryable: true };
  if (status >= 300 && status < 400) {
    return new UpstreamFailure(
      502,
      "upstream_redirected",
      "The API answered with a redirect, which is never followed.",
      {
        unhealthy: true,
        retryable: false,
      },
    );
  }
  switch (status) {
    case 401:
      return new UpstreamFailure(
        502,
        "upstream_unauthorized",
        "The API refuses the dashboard's token.",
        requestFault,
      );
    case 403:
      return new UpstreamFailure(
        403,
        "upstream_forbidden",
        body?.message ?? "The API's token may not do this.",
        requestFault,
      );
    case 404:
      return new UpstreamFailure(404, cleanCode(body?.code, "not_found"), body?.message ?? "Not found.", {
        ...requestFault,
        absent: saysNoSuchRoute(bytes),
        unexplained: body === undefined,
      });
    case 405:
    case 501:
      return new UpstreamFailure(501, "operation_absent", "This API does not have this operation.", {
        ...requestFault,
        absent: true,
      });
    case 408:
    case 504:
      return new UpstreamFailure(504, "upstream_timeout", "The API did not finish in time.", upstreamFault);
    case 429:
      // It has a reason of its own when something is full: its browsers are in use.
      return new UpstreamFailure(
        429,
        "upstream_busy",
        body?.message ?? "The API is limiting requests. Try again.",
        {
          ...requestFault,
          retryAfterSeconds: retryAfterSeconds(retryAfter, nowMs) ?? 1,
        },
      );
    case 529:
      return new UpstreamFailure(503, "upstream_full", body?.message ?? "The API has no capacity left.", {
        ...requestFault,
        retryAfterSeconds: retryAfterSeconds(retryAfter, nowMs) ?? 5,
      });
    default:
  }
  if (status >= 400 && status < 500) {
    return new UpstreamFailure(
      status,
      cleanCode(body?.code, "bad_request"),
      body?.message ?? "Refused by the API.",
      // The faults of the request's fields, which a form shows where they belong.
      body === undefined || body.details.length === 0
        ? requestFault
        : { ...requestFault, details: body.details },
    );
  }
  if (status === 502 && body === undefined)
    return new UpstreamFailure(
      502,
      "upstream_broken_off",
      "A gateway of the API answered with status 502: it got no answer from the API.",
      upstreamFault,
    );
  return new UpstreamFailure(
    502,
    "upstream_error",
    `The API failed with status ${status}. Its own log has the cause.`,
    upstreamFault,
  );
}

/** The failure for an answer that does not match the operation; `what` completes "The API's answer cannot be read:". */
export const badAnswer = (what: string) =>
  new UpstreamFailure(502, "upstream_bad_answer", `The API's answer cannot be read: ${what}.`, {
    unhealthy: true,
    retryable: true,
  });

/** The failure for a missed deadline; not retried. */
export const timedOut = () =>
  new UpstreamFailure(504, "upstream_timeout", "The API did not answer in time.", {
    unhealthy: true,
    retryable: false,
  });

/** The failure without a connection: nothing was sent. `status`: 504 once the time for connecting is over; not retried. */
const unreachable = (status: 502 | 504) =>
  new UpstreamFailure(
    status,
    "upstream_unreachable",
    "The API cannot be reached. Check that it runs, and that API_BASE_URL is its address.",
    {
      unhealthy: true,
      retryable: status === 502,
    },
  );

/** The failure while the circuit breaker is open after repeated failures; names the last of them. */
export const circuitOpen = (last: UpstreamFailure) =>
  new UpstreamFailure(503, last.code, `${last.message} Retrying every few seconds.`, {
    unhealthy: false,
    retryable: false,
    retryAfterSeconds: wholeSeconds(paces.retryAfter.circuitOpenMs),
  });

const brokenOff = () =>
  new UpstreamFailure(502, "upstream_broken_off", "The API broke off its answer.", {
    unhealthy: true,
    retryable: true,
  });

const isOfOpenConnection = (error: unknown): boolean =>
  error instanceof Error && "syscall" in error && (error.syscall === "read" || error.syscall === "write");

/** The failure for an error of the HTTP client (undici and system error codes); a Problem is returned as it is. */
export function failureOfTransport(error: unknown): Error {
  if (error instanceof Problem) return error;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "UND_ERR_CONNECT_TIMEOUT":
      return unreachable(504);
    case "ETIMEDOUT":
      return isOfOpenConnection(error) ? timedOut() : unreachable(504);
    case "UND_ERR_HEADERS_TIMEOUT":
    case "UND_ERR_BODY_TIMEOUT":
      return timedOut();
    case "UND_ERR_RES_EXCEEDED_MAX_SIZE":
      return new UpstreamFailure(
        502,
        "upstream_too_large",
        "The API's answer is larger than 16 MiB. Request fewer items, or get it from the API directly.",
        {
          unhealthy: false,
          retryable: false,
        },
      );
    case "UND_ERR_SOCKET":
    case "UND_ERR_RES_CONTENT_LENGTH_MISMATCH":
    case "ECONNRESET":
    case "EPIPE":
      return brokenOff();
    case "UND_ERR_HEADERS_OVERFLOW":
      return badAnswer("its headers are too large");
    default:
      // Codes of the HTTP parser.
      if (typeof code === "string" && code.startsWith("HPE_")) return badAnswer("it is not valid HTTP");
      return isOfOpenConnection(error) ? brokenOff() : unreachable(502);
  }
}
