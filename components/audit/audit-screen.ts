import * as z from "zod/mini";
import type { CellFilter } from "@/components/data-table/column";
import { type AuditFilters, auditFilters } from "@/lib/bff/audit";
import { queryInteger } from "@/lib/contract/schema";

/** What of the audit's screen lives in its address: filters and page, the open record, and whether it is live. */
export const auditScreen = z.extend(auditFilters, {
  open: z.optional(queryInteger({ min: 0 })),
  live: z.optional(z.enum(["off"])),
});

export const noFilters = {
  actor: undefined,
  action: undefined,
  target: undefined,
  phase: undefined,
  request_id: undefined,
} as const;

const labels = {
  actor: "who",
  action: "action",
  target: "target",
  phase: "phase",
  request_id: "request",
} as const;
type FilterKey = keyof typeof labels;
const filterKeys: readonly FilterKey[] = ["actor", "action", "target", "phase", "request_id"];

/** The filters in force, each in words. */
export function filterWords(filters: AuditFilters): readonly string[] {
  return filterKeys.flatMap((key) => (filters[key] === undefined ? [] : [`${labels[key]} ${filters[key]}`]));
}

/** The filter a click on a value asks for. The record has no negative filters: an excluding click gives none. */
export function filterOf(cell: CellFilter): Partial<AuditFilters> | undefined {
  const key = filterKeys.find((each) => each === cell.columnId);
  if (key === undefined || cell.exclude) return undefined;
  const read = auditFilters.shape[key].safeParse(cell.value);
  return read.success ? { [key]: read.data } : undefined;
}
