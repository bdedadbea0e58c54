import { formatCount } from "@/lib/format/numbers";

/** `1–50, more`; `51–64 of 64` once the end is in sight; `nothing here` for an empty page. */
export function rangeText(offset: number, shown: number, hasMore: boolean): string {
  if (shown === 0) return hasMore ? "nothing readable here, more" : "nothing here";
  const range = `${formatCount(offset + 1)}–${formatCount(offset + shown)}`;
  return hasMore ? `${range}, more` : `${range} of ${formatCount(offset + shown)}`;
}
