"use client";

import { markGaps, maxStack, orderPoints, thinPoints } from "@/lib/charts/series";
import { stepAreas } from "@/lib/charts/step-areas";
import type { PoolTone } from "@/lib/format/pool-condition";
import { type CapacityKey, type CapacityPoint, capacitySeries } from "./capacity-series.ts";
import { useSeen } from "./use-seen.ts";

/** In a table's row, and as wide as its container. */
const sizes = {
  row: { widthPx: 76, heightPx: 18 },
  tile: { widthPx: 180, heightPx: 44 },
} as const;
const fills = {
  acquired: "fill-running/55",
  available: "fill-ok/45",
} as const satisfies Record<Exclude<CapacityKey, "unfilled">, string>;
const missingFills = { bad: "fill-bad", warn: "fill-warn/55", neutral: "fill-line-strong/60" } as const;
const keys = capacitySeries.map(({ key }) => key);

/** A pool's capacity over time without axes, drawn once it is seen. */
export function CapacitySparkline({
  label,
  points,
  gapMs,
  fromMs,
  toMs,
  tone,
  size = "row",
}: {
  label: string;
  points: readonly CapacityPoint[];
  /** The greatest distance of two points that is not a gap. */
  gapMs: number;
  fromMs: number;
  toMs: number;
  /** The colour of what is missing. */
  tone: PoolTone;
  size?: keyof typeof sizes;
}) {
  const { widthPx, heightPx } = sizes[size];
  const { ref, seen } = useSeen<SVGSVGElement>();
  const shown = seen
    ? thinPoints(markGaps(orderPoints(points, fromMs, toMs), gapMs), fromMs, toMs, widthPx / 2)
    : [];
  const areas = stepAreas(shown, keys, {
    fromMs,
    toMs,
    width: widthPx,
    height: heightPx,
    max: maxStack(shown, keys),
  });
  return (
    <svg
      ref={ref}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      width={size === "tile" ? "100%" : widthPx}
      height={heightPx}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className="inline-block align-middle"
    >
      {[...areas].map(([key, path]) =>
        path === "" ? null : (
          <path key={key} d={path} className={key === "unfilled" ? missingFills[tone] : fills[key]} />
        ),
      )}
    </svg>
  );
}
