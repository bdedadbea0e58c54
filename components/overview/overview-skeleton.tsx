import { Skeleton } from "@/components/ui/skeleton";

/** Tiles of pools, divided by hairlines. */
export const tilesClass = "-mb-px grid grid-cols-2 md:grid-cols-3 xl:grid-cols-6";
export const tileClass =
  "-ml-px grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5 border-b border-l border-line px-3.5 py-2.5";

const six = ["1", "2", "3", "4", "5", "6"];

export function PoolTilesSkeleton() {
  return (
    <div aria-hidden="true" className={tilesClass}>
      {six.map((key) => (
        <div key={key} className={tileClass}>
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-11" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}

/** The layout of the charts, latest actions and pools. */
export function RestSkeleton() {
  return (
    <>
      <div aria-hidden="true" className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
        <CardSkeleton />
        <CardSkeleton />
        <CardSkeleton className="lg:col-span-2 xl:col-span-1" />
      </div>
      <div aria-hidden="true" className="overflow-hidden rounded-lg border border-line">
        <div className="flex min-h-9 items-center border-b border-line px-3.5">
          <Skeleton className="h-4 w-12" />
        </div>
        <PoolTilesSkeleton />
      </div>
    </>
  );
}

function CardSkeleton({ className = "" }: { className?: string }) {
  return (
    <div className={`rounded-lg border border-line px-3.5 py-3 ${className}`}>
      <Skeleton className="mb-3 h-5 w-32" />
      <Skeleton className="h-[206px]" />
    </div>
  );
}

export function FiguresSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="grid grid-cols-2 overflow-hidden rounded-lg border border-line sm:grid-cols-3 xl:grid-cols-6"
    >
      {six.map((key) => (
        <div key={key} className="-mt-px -ml-px grid gap-2 border-t border-l border-line px-3.5 py-3">
          <Skeleton className="h-3.5 w-16" />
          <Skeleton className="h-7 w-12" />
          <Skeleton className="h-3.5 w-24" />
        </div>
      ))}
    </div>
  );
}
