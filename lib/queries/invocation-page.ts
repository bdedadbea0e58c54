import type { Invocation, InvocationFilters } from "../contract/invocations.ts";
import { invocationOperations } from "../contract/operations/invocations.ts";
import { pageLimit } from "../contract/paging.ts";
import { bff, type Page } from "./bff.ts";
import { partsMemory, readInParts } from "./read-in-parts.ts";

const memory = partsMemory(() => performance.now());

/** One page of runs as the API lists them. Outputs come with them: what is too large as one answer comes in several. */
export function readInvocationPage(
  filters: InvocationFilters,
  { signal }: { signal: AbortSignal },
): Promise<Page<Invocation>> {
  const { limit = pageLimit.standard, offset = 0, ...question } = filters;
  return readInParts(
    (part) => bff.list(invocationOperations.listInvocations, { query: { ...question, ...part } }, { signal }),
    { limit, offset, question: JSON.stringify([question, limit]), memory, idOf: ({ id }) => id },
  );
}
