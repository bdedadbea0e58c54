import type { TimeRange } from "@/lib/charts/time-range";
import type { Grip } from "./use-brush.ts";

/** Attributes of a grip of a brush (`use-brush.ts`), which is dragged or moved by keyboard. `text`: its time as text. */
export const brushGrip = (range: TimeRange, name: Grip, label: string, atMs: number, text: string) => ({
  role: "slider",
  tabIndex: 0,
  "data-grip": name,
  "aria-label": label,
  "aria-orientation": "horizontal" as const,
  "aria-valuemin": range.fromMs,
  "aria-valuemax": range.toMs,
  "aria-valuenow": Math.round(atMs),
  "aria-valuetext": text,
});
