import * as z from "zod/mini";
import { placesInAddress } from "@/components/data-table/column-layout";
import { type InvocationFilters, invocationFilters, invocationStatus } from "@/lib/contract/invocations";
import { decodeQuery, encodeQuery, InvalidInput } from "@/lib/contract/request";
import { span } from "./span.ts";
import { valueList } from "./value-list.ts";

const values = valueList(z.string().check(z.minLength(1), z.maxLength(255)));
const words = z.string().check(z.minLength(1), z.maxLength(255));

/** Fields that a filter may give several values, or values to leave out. */
export const listKeys = ["status", "app_name", "version", "action_name"] as const;
export type ListKey = (typeof listKeys)[number];

/** What says which runs are shown and how: a saved view is this much of the address. One value of a field is a filter
 *  of the API; several, values left out, durations and words are for whoever holds the runs. */
const viewShape = {
  status: z.optional(valueList(invocationStatus)),
  app_name: z.optional(values),
  version: z.optional(values),
  action_name: z.optional(values),
  deployment_id: invocationFilters.shape.deployment_id,
  since: invocationFilters.shape.since,
  query: z.optional(words),
  not_status: z.optional(values),
  not_app_name: z.optional(values),
  not_version: z.optional(values),
  not_action_name: z.optional(values),
  took_over: z.optional(span),
  took_under: z.optional(span),
  text: z.optional(words),
  payload_has: z.optional(words),
  output_has: z.optional(words),
  reason_has: z.optional(words),
  cols: z.optional(placesInAddress),
  limit: invocationFilters.shape.limit,
} as const;
const viewPart = z.object(viewShape);
export type ViewPart = z.output<typeof viewPart>;

/** The screen's state in its address: what is shown, the open view, page and row, and whether it is live. */
export const invocationScreen = z.extend(viewPart, {
  view: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  offset: invocationFilters.shape.offset,
  open: z.optional(z.string()),
  live: z.optional(z.enum(["off"])),
});
export type InvocationScreen = z.output<typeof invocationScreen>;

const noView: ViewPart = Object.fromEntries(Object.keys(viewShape).map((key) => [key, undefined]));

/** The part of a screen that a view keeps, as its query string. */
export function viewQueryOf(screen: InvocationScreen): string {
  const kept = Object.entries(screen).filter(([key]) => key in viewShape);
  return encodeQuery(viewPart, Object.fromEntries(kept));
}

/** A view's query as changes to a screen: what it does not say is unset. What can no longer be read is left out. */
export function screenOfView(query: string): ViewPart {
  const search = new URLSearchParams(query);
  try {
    return { ...noView, ...decodeQuery(viewPart, search, "ignore") };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    for (const { path } of error.issues) search.delete(path.split(".")[1] ?? "");
    return { ...noView, ...decodeQuery(viewPart, search, "ignore") };
  }
}

/** What the API is asked: a field with one value is a filter of its own. */
export function apiFiltersOf(screen: ViewPart): Omit<InvocationFilters, "limit" | "offset"> {
  const only = <Value>(list: readonly Value[] | undefined) => (list?.length === 1 ? list[0] : undefined);
  const asked = {
    status: only(screen.status),
    app_name: only(screen.app_name),
    version: only(screen.version),
    action_name: only(screen.action_name),
    deployment_id: screen.deployment_id,
    since: screen.since,
    query: screen.query,
  };
  // Equal questions have equal keys in the cache, whatever was set and unset before.
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

const isMoment = (since: string) => /^\d{4}-/.test(since);

/** Why a screen does not follow the fleet; undefined when it can. */
export function whyNotLive({
  offset = 0,
  since,
}: Pick<InvocationScreen, "offset" | "since">): string | undefined {
  if (offset > 0) return "Only the first page is live: later pages shift as runs arrive.";
  if (since !== undefined && isMoment(since)) return "A fixed point in time was chosen: this is a look back.";
  return undefined;
}

/** The filters of a screen as one text, whatever its columns and page. */
export const filterTextOf = (screen: InvocationScreen): string =>
  viewQueryOf({ ...screen, cols: undefined, limit: undefined });
