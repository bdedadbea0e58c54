import { sparklinePath } from "@/lib/charts/sparkline-path";

const widthPx = 72;
const heightPx = 16;

/** One value over time in the height of a table row. Nulls are gaps. */
export function Sparkline({
  values,
  label,
  max,
}: {
  values: readonly (number | null)[];
  /** Accessible name: the metric and its newest value. */
  label: string;
  /** Top of the scale; the greatest value when absent. */
  max?: number | undefined;
}) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-1 -1 ${widthPx + 2} ${heightPx + 2}`}
      className="inline-block h-[18px] w-[74px] align-middle text-running"
    >
      <path
        d={sparklinePath(values, { width: widthPx, height: heightPx, max })}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
