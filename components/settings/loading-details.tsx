import { type FallibleQuery, QueryError } from "@/components/layout/query-error";
import { DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder of a description list with its final height; or the error. */
export function LoadingDetails({
  query,
  rows,
}: {
  query: FallibleQuery;
  /** Name and height of each expected row, so that nothing moves when they arrive. */
  rows: readonly { name: string; height: string }[];
}) {
  if (query.error !== null) return <QueryError query={query} shape="strip" />;
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
