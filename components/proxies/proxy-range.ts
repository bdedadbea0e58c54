import * as z from "zod/mini";
import { type ProxyHistory, proxyHistoryBounds } from "@/lib/bff/proxies";
import { formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";

/** Ranges of a check history. */
export const historyRanges = ["1h", "24h", "7d", "30d"] as const;
export const historyRange = z.enum(historyRanges);
export type HistoryRange = z.infer<typeof historyRange>;

const hourMs = 3_600_000;
export const rangeMs = {
  "1h": hourMs,
  "24h": 24 * hourMs,
  "7d": 168 * hourMs,
  "30d": 30 * 24 * hourMs,
} as const satisfies Record<HistoryRange, number>;
export const rangeLabel = {
  "1h": "the last hour",
  "24h": "the last 24 h",
  "7d": "the last 7 days",
  "30d": "the last 30 days",
} as const satisfies Record<HistoryRange, string>;
export const rangeChoices = [
  { value: "1h", label: "Last hour" },
  { value: "24h", label: "Last 24 h" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
] as const satisfies readonly { value: HistoryRange; label: string }[];

/** Refetch interval: a long range changes little and is expensive to read. */
export const refreshMsOf = (range: HistoryRange): number =>
  range === "30d" ? paces.refresh.slowMs : paces.refresh.countsMs;

/** The checks of a range that a response leaves out; undefined where it has all. */
export const formatBound = ({ complete }: Pick<ProxyHistory, "complete">): string | undefined =>
  complete ? undefined : `the newest ${formatCount(proxyHistoryBounds.rows)} checks of the range only`;
