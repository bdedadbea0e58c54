import type { CellFilter } from "@/components/data-table/column";
import { invocationStatus } from "@/lib/contract/invocations";
import { filterFieldsTexts, invocationColumnsTexts } from "./invocation-list-messages.ts";
import { type InvocationSearchParams, type ListKey, listKeys } from "./invocation-search-params.ts";

interface FieldPresentation {
  readonly label: string;
  readonly mono: boolean;
  readonly hint?: string;
}

const durationHint = filterFieldsTexts.durationHint;

/** The filter fields. `list` accepts several values and excluded values; `api` is one value for the API;
 *  `read` is applied to the rows that were read. */
export const filterFields = [
  { key: "status", kind: "list", label: invocationColumnsTexts.status, mono: false },
  { key: "app_name", kind: "list", label: invocationColumnsTexts.app, mono: false },
  { key: "version", kind: "list", label: invocationColumnsTexts.version, mono: true },
  { key: "action_name", kind: "list", label: invocationColumnsTexts.action, mono: false },
  {
    key: "since",
    kind: "api",
    label: invocationColumnsTexts.started,
    mono: true,
    hint: filterFieldsTexts.timeHint,
  },
  {
    key: "started_before",
    kind: "read",
    label: filterFieldsTexts.startedBefore,
    mono: true,
    hint: filterFieldsTexts.timeHint,
  },
  { key: "deployment_id", kind: "api", label: invocationColumnsTexts.deployment, mono: true },
  {
    key: "query",
    kind: "api",
    label: filterFieldsTexts.nameOrId,
    mono: false,
    hint: filterFieldsTexts.nameOrIdHint,
  },
  { key: "took_over", kind: "read", label: filterFieldsTexts.longerThan, mono: true, hint: durationHint },
  { key: "took_under", kind: "read", label: filterFieldsTexts.shorterThan, mono: true, hint: durationHint },
  {
    key: "text",
    kind: "read",
    label: filterFieldsTexts.text,
    mono: false,
    hint: filterFieldsTexts.inPayloadOutputOrReason,
  },
  { key: "payload_has", kind: "read", label: filterFieldsTexts.payloadContains, mono: true },
  { key: "output_has", kind: "read", label: filterFieldsTexts.outputContains, mono: true },
  { key: "reason_has", kind: "read", label: filterFieldsTexts.reasonContains, mono: false },
  { key: "reason_key", kind: "read", label: filterFieldsTexts.reasonPattern, mono: false },
  {
    key: "interrupted",
    kind: "read",
    label: filterFieldsTexts.cancelledOrStopped,
    mono: false,
    hint: filterFieldsTexts.cancelledOrStoppedHint,
  },
] as const satisfies readonly (FieldPresentation & {
  key: keyof InvocationSearchParams;
  kind: "list" | "api" | "read";
})[];

export type FilterField = (typeof filterFields)[number];
export type FilterKey = FilterField["key"];

export const isListKey = (key: string): key is ListKey => listKeys.some((each) => each === key);

/** Resets every filter. */
export const noFilters = {
  status: undefined,
  app_name: undefined,
  version: undefined,
  action_name: undefined,
  not_status: undefined,
  not_app_name: undefined,
  not_version: undefined,
  not_action_name: undefined,
  since: undefined,
  started_before: undefined,
  deployment_id: undefined,
  query: undefined,
  took_over: undefined,
  took_under: undefined,
  text: undefined,
  payload_has: undefined,
  output_has: undefined,
  reason_has: undefined,
  reason_key: undefined,
  interrupted: undefined,
} as const satisfies Partial<Record<keyof InvocationSearchParams, undefined>>;

/** The filter change for a click on a cell: its value becomes the only one of the field, or with Alt one
 *  more excluded value. Other filters stay. Undefined for a value that cannot be filtered by. */
export function cellFilter(
  { columnId, value, exclude }: CellFilter,
  screen: InvocationSearchParams,
): Partial<InvocationSearchParams> | undefined {
  if (!isListKey(columnId)) return undefined;
  const notKey = `not_${columnId}` as const;
  const unwanted = (screen[notKey] ?? []).filter((each) => each !== value);
  if (exclude) {
    const wanted: readonly string[] = screen[columnId] ?? [];
    const left = wanted.filter((each) => each !== value);
    return {
      [notKey]: [...unwanted, value],
      ...(left.length === wanted.length ? {} : { [columnId]: left.length === 0 ? undefined : left }),
    };
  }
  // The API rejects a status it does not define.
  if (columnId === "status" && !invocationStatus.safeParse(value).success) return undefined;
  return { [columnId]: [value], [notKey]: unwanted.length === 0 ? undefined : unwanted };
}
