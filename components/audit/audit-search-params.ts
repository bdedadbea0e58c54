import * as z from "zod/mini";
import type { CellFilter } from "@/components/data-table/column";
import { type AuditFilters, auditFilters } from "@/lib/bff/audit";
import { queryInteger } from "@/lib/contract/schema";

/** State of the audit screen in its URL: filters and page, the open entry, and whether it is live. */
export const auditSearchParams = z.extend(auditFilters, {
  open: z.optional(queryInteger({ min: 0 })),
  live: z.optional(z.enum(["off"])),
});

const labels = {
  actor: "who",
  action: "action",
  target: "target",
  phase: "phase",
  request_id: "request",
} as const;
type FilterKey = keyof typeof labels;
const filterKeys: readonly FilterKey[] = ["actor", "action", "target", "phase", "request_id"];

/** The active filters as text, by their URL parameters. */
export const activeFilters = (filters: AuditFilters): Readonly<Record<string, string>> =>
  Object.fromEntries(
    filterKeys.flatMap((key) =>
      filters[key] === undefined ? [] : [[key, `${labels[key]} ${filters[key]}`]],
    ),
  );

/**
 * The filter for a click on a value. The audit log has no negative filters: an excluding click gives none.
 */
export function filterOf(cell: CellFilter): Partial<AuditFilters> | undefined {
  const key = filterKeys.find((each) => each === cell.columnId);
  if (key === undefined || cell.exclude) return undefined;
  const read = auditFilters.shape[key].safeParse(cell.value);
  return read.success ? { [key]: read.data } : undefined;
}
