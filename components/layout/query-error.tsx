import { ErrorState } from "@/components/ui/error-state";
import { isNotFound } from "@/lib/queries/bff";
import { queryErrorTexts } from "./layout-messages.ts";

/** The part of a query's result that shows how its last read failed. */
export interface FallibleQuery {
  /** Null if it did not fail. */
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** The error of a query, with Retry; nothing if it has none. */
export function QueryError({
  query,
  ...look
}: {
  query: FallibleQuery;
  title?: string;
  shape?: "block" | "strip";
}) {
  // Before `isFetching` is read: a component is drawn again for each change of what it read of a query.
  if (query.error === null) return null;
  return (
    <ErrorState
      error={query.error}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      {...look}
    />
  );
}

/** The error of reading again what is shown. `gone`: its title where the API does not know the thing any more, which no retry mends. */
export function RefreshError({ query, gone }: { query: FallibleQuery; gone?: string | undefined }) {
  if (gone !== undefined && isNotFound(query.error))
    return <ErrorState error={query.error} title={gone} shape="strip" />;
  return <QueryError query={query} title={queryErrorTexts.notUpToDate} shape="strip" />;
}

/** The error of what a page shows: in its place, or above what an earlier read gave. */
export function LoadError({
  query,
  title,
  isLoaded,
}: {
  query: FallibleQuery;
  /** Where there is nothing else to show. */
  title: string;
  isLoaded: boolean;
}) {
  return isLoaded ? <RefreshError query={query} /> : <QueryError query={query} title={title} />;
}
