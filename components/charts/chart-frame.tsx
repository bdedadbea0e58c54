import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";

export const chartHeightPx = 180;

export interface LegendEntry {
  readonly key: string;
  readonly label: string;
  /** Classes of the swatch, e.g. `bg-running`. */
  readonly swatch: string;
  /** The newest value, or what hovering reads out. */
  readonly value?: string | undefined;
}

/** What every chart has around it: a legend in words and figures, and a summary for those who do not see the drawing. */
export function ChartFrame({
  label,
  legend,
  heightPx = chartHeightPx,
  children,
}: {
  label: string;
  legend: readonly LegendEntry[];
  heightPx?: number;
  children: ReactNode;
}) {
  const summary = legend.map((entry) => `${entry.label} ${entry.value ?? "unknown"}`).join(", ");
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-label text-ink-2">
        <span className="sr-only">{`${label}: ${summary}`}</span>
        {legend.map((entry) => (
          <span key={entry.key} aria-hidden="true" className="inline-flex items-center gap-1.5">
            <i className={`size-2.5 rounded-[2px] border border-line ${entry.swatch}`} />
            {entry.label}
            {entry.value === undefined ? null : <span className="font-mono text-ink">{entry.value}</span>}
          </span>
        ))}
      </figcaption>
      <div className="w-full" style={{ height: heightPx }}>
        {children}
      </div>
    </figure>
  );
}

/** Stands where a drawing will be while its code arrives. */
export function ChartSkeleton() {
  return <Skeleton className="size-full" />;
}
