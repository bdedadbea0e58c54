import { QueryCache, QueryClient } from "@tanstack/react-query";
import { readFailure } from "@/lib/format/failure";
import { paces } from "@/lib/paces";

const maxRetries = 2;

/** Whether a failed read is worth another try. A refusal (4xx) is an answer, and so is an operation that is not there
 *  (501): asking again gives the same one. */
export function shouldRetry(failureCount: number, thrown: unknown): boolean {
  const { status } = readFailure(thrown);
  if (status === 501 || (status !== undefined && status >= 400 && status < 500)) return false;
  return failureCount < maxRetries;
}

/**
 * A cache in which a failure stays until its next answer. By itself it forgets the failure of what was never read when
 * it is asked for again, and a page that asks again by the clock would flicker between the failure and its skeleton.
 */
function steadyCache(): QueryCache {
  const cache = new QueryCache();
  const failures = new WeakMap<object, Error>();
  cache.subscribe((event) => {
    if (event.type !== "updated") return;
    const { query, action } = event;
    const isReset = action.type === "setState" && query.state.error === null;
    if (query.state.data !== undefined || isReset) failures.delete(query);
    else if (action.type === "error") failures.set(query, action.error);
    else if (action.type === "fetch") {
      const error = failures.get(query);
      if (error !== undefined) query.setState({ error, status: "error" });
    }
  });
  return cache;
}

/** The query client of one browser tab. Reads are retried twice at most, changes never. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: steadyCache(),
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: (attempt) => Math.min(paces.retry.readMs * 2 ** attempt, paces.retry.longestReadMs),
        refetchOnWindowFocus: true,
        staleTime: paces.stale.standardMs,
      },
      mutations: { retry: false },
    },
  });
}
