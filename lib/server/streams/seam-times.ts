// Times of lines where the history of a log meets the lines followed. An upstream may send the time of reading as a line's
// time; a line that comes later in the log may then have been read a moment earlier, by the other stream.
import { deadlines } from "../kernel/paces.ts";
import type { LogItem } from "./log-item.ts";

/** Lines with times later than `limitAt` get that time; without a readable limit they stay. */
export function noLaterThan(items: readonly LogItem[], limitAt: string | undefined): readonly LogItem[] {
  const limitMs = Date.parse(limitAt ?? "");
  if (limitAt === undefined || Number.isNaN(limitMs)) return items;
  return items.map((item) => (Date.parse(item.at) > limitMs ? { ...item, at: limitAt } : item));
}

/**
 * Lines with times up to the length of a seam earlier than `limitAt` get that time. Times that are further back stay, as
 * the clock was set back.
 */
export function noEarlierThan(items: readonly LogItem[], limitAt: string | undefined): readonly LogItem[] {
  const limitMs = Date.parse(limitAt ?? "");
  if (limitAt === undefined || Number.isNaN(limitMs)) return items;
  return items.map((item) => {
    const earlierMs = limitMs - Date.parse(item.at);
    return earlierMs > 0 && earlierMs <= deadlines.logs.seamMs ? { ...item, at: limitAt } : item;
  });
}
