import * as z from "zod/mini";
import type { TimeRange } from "@/lib/charts/time-range";
import { queryInteger } from "@/lib/contract/schema";
import { tableKeys } from "./table-keys.ts";
import { preset, rangeFrom } from "./time-range.ts";

/** State of the screen in its URL: a preset or a range, the selection in it, and the open table. */
export const timelineSearchParams = z.object({
  last: z.optional(preset),
  /** Epoch milliseconds, both or none; they take precedence over `last`. */
  from: z.optional(queryInteger({ min: 0 })),
  to: z.optional(queryInteger({ min: 0 })),
  brush_from: z.optional(queryInteger({ min: 0 })),
  brush_to: z.optional(queryInteger({ min: 0 })),
  table: z.optional(z.enum(tableKeys)),
  limit: z.optional(queryInteger({ min: 1, max: 100 })),
  offset: z.optional(queryInteger({ min: 0 })),
  live: z.optional(z.enum(["off"])),
});
type Screen = z.output<typeof timelineSearchParams>;

/** The range in the URL; undefined: a preset's. */
export const chosenRange = ({ from, to }: Screen): TimeRange | undefined => rangeFrom(from, to);

/** The selection in the URL, if it lies within the shown range. */
export function chosenBrush({ brush_from, brush_to }: Screen, shown: TimeRange): TimeRange | undefined {
  const brush = rangeFrom(brush_from, brush_to);
  if (brush === undefined || brush.toMs <= shown.fromMs || brush.fromMs >= shown.toMs) return undefined;
  return { fromMs: Math.max(brush.fromMs, shown.fromMs), toMs: Math.min(brush.toMs, shown.toMs) };
}

/** A range and a selection as URL parameters. A custom range is not live. */
export const addressOf = (range: TimeRange, brush?: TimeRange) => ({
  from: range.fromMs,
  to: range.toMs,
  brush_from: brush?.fromMs,
  brush_to: brush?.toMs,
  last: undefined,
  offset: undefined,
});
