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

const sinceChoices = ["5m", "15m", "1h", "6h", "24h", "168h"];

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

/** How a filter reads in a sentence: `status failed`, `started in the last 1h`. */
export function filterText(key: FilterKey, value: string): string {
  if (key === "since") return /^\d{4}-/.test(value) ? `since ${value}` : `last ${value}`;
  return value;
}
