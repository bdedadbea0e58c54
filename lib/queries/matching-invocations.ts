import type { Invocation, InvocationFilters } from "../contract/invocations.ts";
import { pageLimit } from "../contract/paging.ts";
import type { Page } from "./bff.ts";
import { readInvocationPage } from "./invocation-page.ts";
import { readPages } from "./read-pages.ts";

/** All invocations that match, newest first, at most `atMost`; `onRead` receives the count so far. */
export function readMatching(
  { limit: _limit, offset: _offset, ...filters }: InvocationFilters,
  { atMost, signal, onRead }: { atMost: number; signal: AbortSignal; onRead?: (count: number) => void },
): Promise<Page<Invocation>> {
  let count = 0;
  const readPage = async (offset: number) => {
    const query = { ...filters, limit: Math.min(atMost, pageLimit.max), offset };
    const page = await readInvocationPage(query, { signal });
    count += page.items.length + page.bad.length;
    onRead?.(count);
    return page;
  };
  return readPages(readPage, { atMost, idOf: ({ id }) => id });
}
