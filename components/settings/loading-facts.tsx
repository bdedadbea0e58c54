import { ErrorState } from "@/components/ui/error-state";
import { Fact, Facts } from "@/components/ui/facts";
import { Skeleton } from "@/components/ui/skeleton";

/** Facts that are being read, as tall as they will be; or why they could not be. */
export function LoadingFacts({
  query,
  facts,
}: {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Names of the facts that will come and how tall each is, so that nothing moves when they do. */
  facts: readonly { name: string; height: string }[];
}) {
  if (query.error === null) {
    return (
      <Facts>
        {facts.map(({ name, height }) => (
          <Fact key={name} name={name}>
            <span className={`inline-flex items-center align-top ${height}`}>
              <Skeleton className="h-3 w-56" />
            </span>
          </Fact>
        ))}
      </Facts>
    );
  }
  return (
    <ErrorState
      shape="strip"
      error={query.error}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
