import * as z from "zod/mini";
import { type ProxyHistory, proxyHistoryBounds } from "@/lib/bff/proxies";
import { formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { proxyRangeTexts } from "./proxy-messages.ts";

/** Ranges of a check history. */
export const historyRanges = ["1h", "24h", "7d", "30d"] as const;
export const historyRange = z.enum(historyRanges);
export type HistoryRange = z.infer<typeof historyRange>;

/** Refetch interval: a long range changes little and is expensive to read. */
export const refreshMsOf = (range: HistoryRange): number =>
  range === "30d" ? paces.refresh.slowMs : paces.refresh.countsMs;

/** The checks of a range that a response leaves out; undefined where it has all. */
export const formatBound = ({ complete }: Pick<ProxyHistory, "complete">): string | undefined =>
  complete ? undefined : proxyRangeTexts.theNewestChecksOnly(formatCount(proxyHistoryBounds.rows));
