import * as z from "zod/mini";
import type { CellFilter } from "@/components/data-table/column";
import { type ActFilters, actFilters, actOutcome } from "@/lib/bff/audit";
import { periodHours, periodOptions } from "@/lib/charts/periods";
import { queryInteger } from "@/lib/contract/schema";
import { formatActName, outcomeTexts } from "@/lib/format/act-messages";
import { formatClock, formatDate } from "@/lib/format/full-time";
import { shortId } from "@/lib/format/short-id";
import { auditSearchParamsTexts } from "./audit-messages.ts";

/** State of the audit screen in its URL: filters and page, the open act, and whether it is live. */
export const auditSearchParams = z.extend(actFilters, {
  /** Number of a row of the open act. */
  open: z.optional(queryInteger({ min: 0 })),
  live: z.optional(z.enum(["off"])),
});

/** The filters without page. */
export type AuditFilterValues = Omit<ActFilters, "limit" | "offset">;

const periods = ["15m", "1h", "6h", "24h", "7d", "30d"] as const;

/** The periods up to now as values of `since`. */
export const sinceOptions: readonly { value: string; label: string }[] = periodOptions(periods).map(
  ({ value, label }) => ({ value: value.endsWith("d") ? periodHours(value) : value, label }),
);

const momentText = (text: string, zone: string) => {
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? text : `${formatDate(atMs, zone)} ${formatClock(atMs, zone, "minute")}`;
};

/** The time filter as text; undefined without one. */
export function timeText({ since, until }: AuditFilterValues, zone: string): string | undefined {
  const preset = sinceOptions.find(({ value }) => value === since);
  const from =
    since === undefined
      ? undefined
      : (preset?.label.toLowerCase() ??
        (/^\d{4}-/.test(since)
          ? auditSearchParamsTexts.from(momentText(since, zone))
          : auditSearchParamsTexts.last(since)));
  const to = until === undefined ? undefined : auditSearchParamsTexts.until(momentText(until, zone));
  const parts = [from, to].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(" ");
}

/** The active filters as text, by their URL parameters. */
export function activeFilters(filters: AuditFilterValues, zone: string): Readonly<Record<string, string>> {
  const { actor, action, outcome, target, request_id: requestId, batch_id: batch } = filters;
  const time = timeText(filters, zone);
  return {
    ...(actor !== undefined && { actor: auditSearchParamsTexts.person(actor) }),
    ...(action !== undefined && { action: auditSearchParamsTexts.act(formatActName(action)) }),
    ...(outcome !== undefined && {
      outcome:
        outcome === "unknown" ? outcomeTexts[outcome] : auditSearchParamsTexts.outcome(outcomeTexts[outcome]),
    }),
    ...(target !== undefined && { target: auditSearchParamsTexts.object(target) }),
    ...(requestId !== undefined && { request_id: auditSearchParamsTexts.request(shortId(requestId)) }),
    ...(batch !== undefined && { batch_id: auditSearchParamsTexts.batch(shortId(batch)) }),
    ...(time !== undefined && { [filters.since === undefined ? "until" : "since"]: time }),
    ...(filters.since !== undefined && filters.until !== undefined && { until: "" }),
  };
}

/** The filter for a click on a value. The audit has no negative filters: an excluding click gives none. */
export function filterOf({ columnId, value, exclude }: CellFilter): Partial<AuditFilterValues> | undefined {
  if (columnId !== "outcome" || exclude) return undefined;
  const read = actOutcome.safeParse(value);
  return read.success ? { outcome: read.data } : undefined;
}

/**
 * Why the list cannot be live; undefined if it can. A filter that ends after `nowMs`, epoch milliseconds, still gets acts;
 * one that ends so long before now does not.
 */
export function whyNotLive({ offset = 0, until }: ActFilters, nowMs: number): string | undefined {
  if (offset > 0) return auditSearchParamsTexts.onlyFirstPageLive;
  if (until === undefined || Date.parse(until) > nowMs) return undefined;
  return auditSearchParamsTexts.timeFilterInPast;
}
