import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { readFailure } from "@/lib/format/error-message";
import { paces } from "@/lib/paces";
import { sessionQueries } from "@/lib/queries/session";

const maxRetries = 2;

/**
 * Whether a failed read is retried. A refusal (4xx) is an answer, and so is a missing operation (501): a
 * retry would give the same. Not so that of a replica of the version before, which lacks a parameter, during an upgrade.
 */
export function shouldRetry(failureCount: number, thrown: unknown): boolean {
  const { status, code } = readFailure(thrown);
  const isRefusal = status === 501 || (status !== undefined && status >= 400 && status < 500);
  return failureCount < maxRetries && (!isRefusal || code === "unknown_parameter");
}

/** A read without data shows its error with this failure, about a second after the first, while it is tried again. */
const shownFailure = 2;

/**
 * A cache in which an error stays until the next success. By default the library clears the error of a query
 * without data when it refetches, and a polling page would flicker between error and skeleton. And it sets an error only
 * after the last try, so that a page would show its skeleton for three seconds.
 */
function steadyCache(): QueryCache {
  const cache = new QueryCache();
  const failures = new WeakMap<object, Error>();
  cache.subscribe((event) => {
    if (event.type !== "updated") return;
    const { query, action } = event;
    const isReset = action.type === "setState" && query.state.error === null;
    const show = (error: Error | undefined) => error && query.setState({ error, status: "error" });
    if (query.state.data !== undefined || isReset) failures.delete(query);
    else if (action.type === "error") failures.set(query, action.error);
    else if (action.type === "fetch") show(failures.get(query));
    else if (action.type === "failed" && action.failureCount >= shownFailure) show(action.error);
  });
  return cache;
}

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** Queries to invalidate when the mutation has ended, even if it failed: it may have taken effect. */
      invalidates?: QueryKey;
    };
  }
}

/** A cache that invalidates what a mutation names; the mutation is pending until those on the page are read again. */
function invalidatingCache(): MutationCache {
  return new MutationCache({
    onError: (error, _variables, _result, _mutation, { client }) => {
      // Another role than the page was drawn for: it is read again, as its controls depend on it.
      if (readFailure(error).code === "role_too_low")
        void client.invalidateQueries({ queryKey: sessionQueries.current().queryKey });
    },
    onSettled: (_data, _error, _variables, _result, { meta }, { client }) =>
      meta?.invalidates && client.invalidateQueries({ queryKey: meta.invalidates }),
  });
}

/** The query client of one browser tab. Reads are retried at most twice, mutations never. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: steadyCache(),
    mutationCache: invalidatingCache(),
    defaultOptions: {
      // Whatever the browser says of the network: an act that waited for it would be done later, when nobody expects it,
      // and the dashboard may be on this computer.
      mutations: { retry: false, networkMode: "always" },
      queries: {
        networkMode: "always",
        refetchOnReconnect: true,
        retry: shouldRetry,
        retryDelay: (attempt) => Math.min(paces.retry.readMs * 2 ** attempt, paces.retry.longestReadMs),
        refetchOnWindowFocus: true,
        staleTime: paces.stale.standardMs,
      },
    },
  });
}
