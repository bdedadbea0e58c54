import type { Invocation, InvocationFilters } from "../contract/invocations.ts";
import { invocationOperations } from "../contract/operations/invocations.ts";
import { pageLimit } from "../contract/paging.ts";
import { bff, type Page } from "./bff.ts";
import { createPageSizeCache, readInSmallerPages } from "./read-pages.ts";

const memory = createPageSizeCache(() => performance.now());

/** One page of the API's list. It includes outputs, so a page that is too large is read in several responses. */
export function readInvocationPage(
  filters: InvocationFilters,
  { signal }: { signal: AbortSignal },
): Promise<Page<Invocation>> {
  const { limit = pageLimit.standard, offset = 0, ...question } = filters;
  return readInSmallerPages(
    (part) => bff.list(invocationOperations.listInvocations, { query: { ...question, ...part } }, { signal }),
    { limit, offset, question: JSON.stringify([question, limit]), memory, idOf: ({ id }) => id },
  );
}
