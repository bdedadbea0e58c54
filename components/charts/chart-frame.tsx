import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { useRested } from "./use-rested.ts";

export const chartHeightPx = 180;

export interface LegendEntry {
  readonly key: string;
  readonly label: string;
  /** Classes of the swatch, e.g. `bg-running`. */
  readonly swatch: string;
  /** The newest value, or the sum of the shown time. */
  readonly value?: string | undefined;
}

/** Frame of every chart: a legend with names and values, and a text summary for assistive technology. */
export function ChartFrame({
  label,
  legend,
  showsValues = true,
  heightPx = chartHeightPx,
  children,
}: {
  label: string;
  legend: readonly LegendEntry[];
  /** False: the values stand beside the chart already; the legend shows the names only. */
  showsValues?: boolean | undefined;
  heightPx?: number;
  children: ReactNode;
}) {
  const summary = legend
    .map(({ label: name, value }) => (value === undefined ? name : `${name} ${value}`))
    .join(", ");
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-label text-ink-2">
        <span className="sr-only">{`${label}: ${summary}`}</span>
        {legend.map((entry) => (
          <span key={entry.key} aria-hidden="true" className="inline-flex items-center gap-1.5">
            <i className={`size-2.5 rounded-[2px] border border-line ${entry.swatch}`} />
            {entry.label}
            {entry.value === undefined || !showsValues ? null : (
              <span className="text-ink">{entry.value}</span>
            )}
          </span>
        ))}
      </figcaption>
      <div className="w-full" style={{ height: heightPx }}>
        {useRested(children) ?? <ChartSkeleton />}
      </div>
    </figure>
  );
}

/** Placeholder of a drawing until its code has loaded and no key is pressed. */
export function ChartSkeleton() {
  return <Skeleton className="size-full" />;
}
