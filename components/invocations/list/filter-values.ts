// The values of a filter: which are suggested, and which are valid.
import type * as z from "zod/mini";
import {
  type Invocation,
  invocationFilters,
  invocationStatus,
  invocationStatuses,
} from "@/lib/contract/invocations";
import { reasonKey } from "@/lib/insight/reason-mask";
import { span } from "./duration-input.ts";
import { type FilterKey, isListKey } from "./filter-fields.ts";
import { filterValueTexts } from "./invocation-list-on-demand-messages.ts";
import { filterValue, invocationSearchParams } from "./invocation-search-params.ts";

const sinceChoices = ["5m", "15m", "1h", "6h", "24h"];
const spanChoices = ["1s", "10s", "30s", "1m", "5m", "15m"];

interface ListedApp {
  app_name?: string | null | undefined;
  version?: string | null | undefined;
  deployment?: string | null | undefined;
  actions?: readonly { name: string }[] | null | undefined;
}

const distinct = (values: readonly (string | null | undefined)[]): readonly string[] =>
  [...new Set(values.flatMap((value) => (value ? [value] : [])))].sort();

/** Suggested values for a filter: from the deployed applications and the rows on screen. */
export function suggestionsFor(
  key: FilterKey,
  apps: readonly ListedApp[],
  rows: readonly Invocation[],
): readonly string[] {
  switch (key) {
    case "status":
      return invocationStatuses;
    case "since":
    case "started_before":
      return sinceChoices;
    case "took_over":
    case "took_under":
      return spanChoices;
    case "app_name":
      return distinct([...apps, ...rows].map((each) => each.app_name));
    case "version":
      return distinct([...apps, ...rows].map((each) => each.version));
    case "action_name":
      return distinct([
        ...apps.flatMap((each) => each.actions?.map(({ name }) => name) ?? []),
        ...rows.map((row) => row.action_name),
      ]);
    case "deployment_id":
      return distinct(apps.map((each) => each.deployment));
    case "reason_has":
      return distinct(rows.map((row) => row.status_reason));
    case "reason_key":
      return distinct(rows.map((row) => reasonKey(row.status_reason ?? "")));
    case "interrupted":
      return ["no", "yes"];
    default:
      return [];
  }
}

/** Error message for a value of a field; undefined if it is valid. */
export function valueFault(key: FilterKey, value: string, excluded: boolean): string | undefined {
  if (value === "") return filterValueTexts.enterAValue;
  const rules: Partial<Record<FilterKey, z.ZodMiniType>> = {
    ...(excluded ? {} : { status: invocationStatus }),
    since: invocationFilters.shape.since,
    took_over: span,
    took_under: span,
  };
  const fault = rules[key]?.safeParse(value).error?.issues[0]?.message;
  const stored = isListKey(key) ? filterValue : invocationSearchParams.shape[key];
  return fault ?? stored.safeParse(value).error?.issues[0]?.message;
}
