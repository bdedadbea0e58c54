import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder of a pool's card until the first response. */
export function PoolCardSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4 rounded-lg border border-line bg-raised p-4">
      <Skeleton className="h-6 w-40" />
      <div className="flex gap-6">
        {["available", "acquired", "missing", "size"].map((figure) => (
          <Skeleton key={figure} className="h-12 w-14" />
        ))}
      </div>
      <Skeleton className="h-2.5 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-9 w-3/4" />
    </div>
  );
}
