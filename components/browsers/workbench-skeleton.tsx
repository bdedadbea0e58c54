import { Skeleton } from "@/components/ui/skeleton";

/** The workbench's two sides before their code is there. */
export function WorkbenchSkeleton() {
  return (
    <div aria-busy="true" className="grid min-h-0 flex-1 content-start lg:grid-cols-[51fr_49fr]">
      <div className="grid min-w-0 content-start gap-4 border-line p-4 lg:border-r">
        <Skeleton className="aspect-[16/11] w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
      <div className="grid min-h-[70dvh] min-w-0 content-start gap-3 p-3">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    </div>
  );
}
