import { DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder of a description list with its final height; or the error. */
export function LoadingDetails({
  query,
  rows,
}: {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Name and height of each expected row, so that nothing moves when they arrive. */
  rows: readonly { name: string; height: string }[];
}) {
  if (query.error === null) {
    return (
      <DescriptionList>
        {rows.map(({ name, height }) => (
          <DescriptionItem key={name} name={name}>
            <span className={`inline-flex items-center align-top ${height}`}>
              <Skeleton className="h-3 w-56" />
            </span>
          </DescriptionItem>
        ))}
      </DescriptionList>
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
