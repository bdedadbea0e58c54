// The invocation port over the API.
import "server-only";
import { operations } from "../../contract/operations/operations.ts";
import { call } from "../upstream/call.ts";
import { capabilityOf, recordAbsent } from "../upstream/capabilities.ts";
import { absent, requireFresh } from "../upstream/require-fresh.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";
import type { InvocationPort } from "./invocation-port.ts";

/** Whether the operation is missing although its 404 looks like one of an invocation: a listed one gets it, too. */
async function lacksRetrieval(): Promise<boolean> {
  if (capabilityOf(operations.retrieveInvocation) === "present") return false;
  const [listed] = (await call(operations.listInvocations, { query: { limit: 1 } })).value ?? [];
  if (listed === undefined) return false;
  try {
    await call(operations.retrieveInvocation, { params: { id: listed.id } });
    return false;
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || error.status !== 404) throw error;
    recordAbsent(operations.retrieveInvocation);
    return true;
  }
}

export const upstreamInvocations: InvocationPort = {
  async list({ offset, ...request }) {
    // Without `offset` for the first page, so that the read is shared with other readers of that page.
    const query = offset === 0 ? request : { ...request, offset };
    const answer = requireFresh(await call(operations.listInvocations, { query }));
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
      const answer = requireFresh(await call(operations.retrieveInvocation, { params: { id } }));
      return answer.value === undefined ? "absent" : { atMs: answer.observedAtMs, invocation: answer.value };
    } catch (error) {
      if (absent(error)) return "absent";
      if (error instanceof UpstreamFailure && error.status === 404)
        return (await lacksRetrieval()) ? "absent" : "gone";
      throw error;
    }
  },
  async sessions(id) {
    const answer = requireFresh(await call(operations.listInvocationBrowsers, { params: { id } }));
    return (answer.value?.browsers ?? []).map((browser) => browser.session_id);
  },
  tooLarge: (error) => error instanceof UpstreamFailure && error.code === "upstream_too_large",
  refused: (error) =>
    error instanceof UpstreamFailure && error.status >= 400 && error.status < 500 && error.status !== 429,
};
