// Freshness and failures of answers, for background reads.
import "server-only";
import type { Operation } from "../../contract/operation.ts";
import { paces } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import type { Answer } from "./answer.ts";
import { UpstreamFailure } from "./upstream-failure.ts";

/** Returns an answer that was just read; throws a 503 Problem with the code of a stale one. */
export function requireFresh<Op extends Operation>(answer: Answer<Op>): Answer<Op> {
  if (answer.stale !== undefined)
    throw new Problem(503, answer.stale, "The API gave no new answer. Try again.");
  return answer;
}

/** Milliseconds to wait after a failure, by its Retry-After or the default for a 429; undefined for other errors. */
export const retryAfterMs = (error: unknown): number | undefined =>
  error instanceof Problem && (error.status === 429 || error.retryAfterSeconds !== undefined)
    ? error.retryAfterSeconds === undefined
      ? paces.upstream.busyRestMs
      : error.retryAfterSeconds * 1000
    : undefined;

/** The code of a Problem; "internal_error" for other errors. */
export const codeOf = (error: unknown): string => (error instanceof Problem ? error.code : "internal_error");

/** Whether a failure means that the upstream lacks the operation. */
export const absent = (error: unknown) =>
  error instanceof UpstreamFailure && (error.absent || error.status === 501 || error.status === 405);
