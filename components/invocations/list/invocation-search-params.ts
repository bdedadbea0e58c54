import * as z from "zod/mini";
import { columnSettingsParameter } from "@/components/data-table/column-layout";
import { givenFields } from "@/lib/bff/given-fields";
import { type InvocationFilters, invocationFilters, invocationStatus } from "@/lib/contract/invocations";
import { decodeQuery, encodeQuery, InvalidInput, parameterOf } from "@/lib/contract/request";
import { span } from "./duration-input.ts";
import { invocationSearchParamsTexts } from "./invocation-list-messages.ts";
import { valueList } from "./value-list.ts";

/** One value of a filter. */
export const filterValue = z.string().check(z.minLength(1), z.maxLength(255));
const values = valueList(filterValue);

/** Fields that accept several values or excluded values. */
export const listKeys = ["status", "app_name", "version", "action_name"] as const;
export type ListKey = (typeof listKeys)[number];

/** The part of the state that a saved view stores. A single value of a field is a filter of the API;
 *  several values, excluded values, durations and text searches are applied by the dashboard or its
 *  recorder. */
const viewShape = {
  status: z.optional(valueList(invocationStatus)),
  app_name: z.optional(values),
  version: z.optional(values),
  action_name: z.optional(values),
  deployment_id: invocationFilters.shape.deployment_id,
  since: invocationFilters.shape.since,
  query: z.optional(filterValue),
  not_status: z.optional(values),
  not_app_name: z.optional(values),
  not_version: z.optional(values),
  not_action_name: z.optional(values),
  started_before: invocationFilters.shape.since,
  took_over: z.optional(span),
  took_under: z.optional(span),
  text: z.optional(filterValue),
  payload_has: z.optional(filterValue),
  output_has: z.optional(filterValue),
  reason_has: z.optional(filterValue),
  reason_key: z.optional(filterValue),
  interrupted: z.optional(z.enum(["yes", "no"], invocationSearchParamsTexts.enterYesOrNo)),
  cols: z.optional(columnSettingsParameter),
  limit: invocationFilters.shape.limit,
} as const;
const viewPart = z.object(viewShape);
export type ViewPart = z.output<typeof viewPart>;

/** The state of the list in its address: view part, open view, page, open row, and whether it is live. */
export const invocationSearchParams = z.extend(viewPart, {
  view: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  offset: invocationFilters.shape.offset,
  open: z.optional(z.string()),
  live: z.optional(z.enum(["off"])),
});
export type InvocationSearchParams = z.output<typeof invocationSearchParams>;

const noView: ViewPart = Object.fromEntries(Object.keys(viewShape).map((key) => [key, undefined]));

/** The part of the state that a view stores, as a query string. */
export function viewQueryOf(screen: InvocationSearchParams): string {
  const entries = Object.entries(screen).filter(([key]) => key in viewShape);
  return encodeQuery(viewPart, Object.fromEntries(entries));
}

/** A view's query as changes to the state: fields that it lacks are reset, invalid ones ignored. */
export function screenOfView(query: string): ViewPart {
  const search = new URLSearchParams(query);
  try {
    return { ...noView, ...decodeQuery(viewPart, search, "ignore") };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    for (const { path } of error.issues) search.delete(parameterOf(path, search));
    return { ...noView, ...decodeQuery(viewPart, search, "ignore") };
  }
}

/** The filters to send to the API: only fields with exactly one value. */
export function apiFiltersOf(screen: ViewPart): Omit<InvocationFilters, "limit" | "offset"> {
  const only = <Value>(list: readonly Value[] | undefined) => (list?.length === 1 ? list[0] : undefined);
  const fields = {
    status: only(screen.status),
    app_name: only(screen.app_name),
    version: only(screen.version),
    action_name: only(screen.action_name),
    deployment_id: screen.deployment_id,
    since: screen.since,
    query: screen.query,
  };
  // Unset filters are dropped, so that equal requests share one cache key.
  return givenFields(fields);
}

const isMoment = (since: string) => /^\d{4}-/.test(since);

/** Why the list cannot be live; undefined if it can. */
export function whyNotLive({
  offset = 0,
  since,
}: Pick<InvocationSearchParams, "offset" | "since">): string | undefined {
  if (offset > 0) return invocationSearchParamsTexts.onlyFirstPageLive;
  if (since !== undefined && isMoment(since)) return invocationSearchParamsTexts.timeFilterInPast;
  return undefined;
}

/** The filters of a state as text, without columns and page size. */
export const filterTextOf = (screen: InvocationSearchParams): string =>
  viewQueryOf({ ...screen, cols: undefined, limit: undefined });
