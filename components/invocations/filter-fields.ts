import { z } from "zod";
import { type Invocation, invocationFilters, invocationStatuses } from "@/lib/contract/invocations";

/** The screen's state in its address: the API's filters and paging, the open row, and whether it is live. */
export const invocationScreen = invocationFilters.extend({
  open: z.string().optional(),
  live: z.enum(["off"]).optional(),
});
export type InvocationScreen = z.output<typeof invocationScreen>;

export const filterFields = [
  { key: "status", label: "Status", mono: false },
  { key: "app_name", label: "App", mono: false },
  { key: "version", label: "Version", mono: true },
  { key: "action_name", label: "Action", mono: false },
  { key: "since", label: "Started", mono: true },
  { key: "deployment_id", label: "Deployment", mono: true },
] as const;

export type FilterKey = (typeof filterFields)[number]["key"];

export const isFilterKey = (key: string): key is FilterKey => filterFields.some((field) => field.key === key);

const sinceChoices = ["5m", "15m", "1h", "6h", "24h"];

export const noFilters = {
  status: undefined,
  app_name: undefined,
  version: undefined,
  action_name: undefined,
  since: undefined,
  deployment_id: undefined,
} as const satisfies Record<FilterKey, undefined>;

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

interface KnownApp {
  app_name?: string | null | undefined;
  version?: string | null | undefined;
  deployment?: string | null | undefined;
  actions?: readonly { name: string }[] | null | undefined;
}

const distinct = (values: readonly (string | null | undefined)[]): readonly string[] =>
  [...new Set(values.flatMap((value) => (value ? [value] : [])))].sort();

/** Values to offer for a filter: from the deployed applications and from the rows on screen. */
export function suggestionsFor(
  key: FilterKey,
  apps: readonly KnownApp[],
  rows: readonly Invocation[],
): readonly string[] {
  switch (key) {
    case "status":
      return invocationStatuses;
    case "since":
      return sinceChoices;
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
  }
}

/** A filter's value as it reads behind its label: `failed`, `last 15 min`, `since 2026-01-01T00:00:00Z`. */
export function filterText(key: FilterKey, value: string): string {
  if (key !== "since") return value;
  if (isMoment(value)) return `since ${value}`;
  const [, amount, unit] = /^(\d+)([smh])$/.exec(value) ?? [];
  return amount === undefined ? `last ${value}` : `last ${amount} ${unit === "m" ? "min" : unit}`;
}
