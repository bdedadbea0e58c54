import { Skeleton } from "@/components/ui/skeleton";
import { resultsSkeletonTexts } from "./search-messages.ts";

/** Groups of matches before the first answer, in the layout that they will have. */
export function ResultsSkeleton() {
  return (
    <div aria-busy="true" role="status" aria-label={resultsSkeletonTexts.searching}>
      {[4, 3, 4, 2].map((lines, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
        <div key={at} className="grid gap-2 border-b border-line px-4 py-2 sm:px-5">
          <Skeleton className="h-5 w-72 max-w-full" />
          {Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
            <Skeleton key={line} className="h-3 w-4/5" />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The results before their code is loaded: as high as their histogram and tabs. */
export function SearchSkeleton() {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <div className="h-[84px] px-4 pt-4 sm:px-5">
        <Skeleton className="h-11 w-full" />
      </div>
      <div className="h-8 border-b border-line" />
      <ResultsSkeleton />
    </div>
  );
}
