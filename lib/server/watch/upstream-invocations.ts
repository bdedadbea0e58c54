// The API as the mirror asks it.
import "server-only";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { paces } from "../paces.ts";
import { Problem } from "../problem.ts";
import type { Answer } from "../upstream/answer.ts";
import { call } from "../upstream/call.ts";
import { capabilityOf, noteAbsent } from "../upstream/capabilities.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import type { InvocationPort } from "./invocation-port.ts";

/** The last good answer again is no observation of now: throws its code. */
export function observed<Op extends Operation>(answer: Answer<Op>): Answer<Op> {
  if (answer.stale !== undefined) throw new Problem(503, answer.stale, "The API gave no new answer.");
  return answer;
}

/** How long a failure asks to wait, in milliseconds. */
export const retryAfterMs = (error: unknown): number | undefined =>
  error instanceof Problem && (error.status === 429 || error.retryAfterSeconds !== undefined)
    ? error.retryAfterSeconds === undefined
      ? paces.upstream.busyRestMs
      : error.retryAfterSeconds * 1000
    : undefined;

/** The code of a failure. */
export const codeOf = (error: unknown): string => (error instanceof Problem ? error.code : "internal_error");

/** Whether a failure says that the upstream has no such operation. */
export const absent = (error: unknown) =>
  error instanceof UpstreamFailure && (error.absent || error.status === 501 || error.status === 405);

/** Whether the operation is missing though its 404 is worded as one of a run's: then a run just listed has it, too. */
async function retrievesNone(): Promise<boolean> {
  if (capabilityOf(operations.retrieveInvocation) === "present") return false;
  const [listed] = (await call(operations.listInvocations, { query: { limit: 1 } })).value ?? [];
  if (listed === undefined) return false;
  try {
    await call(operations.retrieveInvocation, { params: { id: listed.id } });
    return false;
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || error.status !== 404) throw error;
    noteAbsent(operations.retrieveInvocation);
    return true;
  }
}

export const upstreamInvocations: InvocationPort = {
  async list(question) {
    const answer = observed(await call(operations.listInvocations, { query: question }));
    const items = answer.value ?? [];
    return {
      atMs: answer.observedAtMs,
      items,
      count: items.length + answer.badItems,
      hasMore: answer.paging["x-has-more"] === "true",
    };
  },
  async retrieve(id) {
    try {
      const answer = observed(await call(operations.retrieveInvocation, { params: { id } }));
      return answer.value === undefined ? "absent" : { atMs: answer.observedAtMs, invocation: answer.value };
    } catch (error) {
      if (absent(error)) return "absent";
      if (error instanceof UpstreamFailure && error.status === 404)
        return (await retrievesNone()) ? "absent" : "gone";
      throw error;
    }
  },
  async sessions(id) {
    const answer = observed(await call(operations.listInvocationBrowsers, { params: { id } }));
    return (answer.value?.browsers ?? []).map((browser) => browser.session_id);
  },
  tooLarge: (error) => error instanceof UpstreamFailure && error.code === "upstream_too_large",
  refused: (error) =>
    error instanceof UpstreamFailure && error.status >= 400 && error.status < 500 && error.status !== 429,
};
