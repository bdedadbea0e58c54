import { ErrorState } from "@/components/ui/error-state";

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
