import * as z from "zod/mini";
import type { Column } from "@/components/data-table/column";
import { NoValue } from "@/components/ui/no-value";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Invocation } from "@/lib/contract/invocations";
import { InvocationDuration } from "../detail/invocation-duration.tsx";
import { invocationColumnsTexts } from "./invocation-list-messages.ts";
import { JsonPreview } from "./json-cell.tsx";

const dash = <NoValue />;

/** Why it failed; the card of a phone names application and version where there is no reason. */
function Reason({ row: { status, status_reason: reason, app_name: app, version } }: { row: Invocation }) {
  if (reason) return <span className={status === "failed" ? "max-sm:text-bad" : "text-ink-3"}>{reason}</span>;
  return (
    <>
      <span className="text-ink-3 max-sm:hidden">–</span>
      <span className="text-ink-3 sm:hidden">{[app, version].filter(Boolean).join(" ")}</span>
    </>
  );
}

/** The default columns. */
const firstColumns: readonly Column<Invocation>[] = [
  {
    id: "status",
    header: invocationColumnsTexts.status,
    card: "state",
    width: "7.5rem",
    cell: (row) => <StatusBadge of="invocation" status={row.status} />,
    filterValue: (row) => row.status ?? undefined,
  },
  {
    id: "action_name",
    header: invocationColumnsTexts.action,
    card: "name",
    width: "clamp(9rem, 16cqw, 16rem)",
    cell: (row) => row.action_name ?? dash,
    filterValue: (row) => row.action_name ?? undefined,
  },
  {
    id: "app_name",
    header: invocationColumnsTexts.app,
    width: "8rem",
    hideWhenNarrow: true,
    cell: (row) => row.app_name ?? dash,
    filterValue: (row) => row.app_name ?? undefined,
  },
  {
    id: "version",
    header: invocationColumnsTexts.version,
    width: "5.5rem",
    hideWhenNarrow: true,
    mono: true,
    cell: (row) => row.version ?? dash,
    filterValue: (row) => row.version ?? undefined,
  },
  {
    id: "started_at",
    header: invocationColumnsTexts.started,
    card: "end",
    width: "7.5rem",
    cell: (row) => <RelativeTime at={row.started_at} />,
  },
  {
    id: "duration",
    header: invocationColumnsTexts.duration,
    card: "figure",
    width: "7rem",
    align: "right",
    cell: (row) => <InvocationDuration invocation={row} />,
  },
  {
    id: "status_reason",
    header: invocationColumnsTexts.reason,
    card: "note",
    cell: (row) => <Reason row={row} />,
  },
];

// An undocumented field: it gets a column only where the API returns it.
const withDeployment = z.looseObject({ deployment_id: z.string().check(z.minLength(1)) });

/** The invocation's deployment, where the API returns it. */
export function deploymentOf(row: Invocation): string | undefined {
  return withDeployment.safeParse(row).data?.deployment_id;
}

/** Columns that are not shown by default. */
const furtherColumns: readonly Column<Invocation>[] = [
  {
    id: "id",
    header: invocationColumnsTexts.id,
    card: "note",
    width: "14rem",
    mono: true,
    cell: (row) => row.id,
  },
  {
    id: "deployment_id",
    header: invocationColumnsTexts.deployment,
    card: "note",
    width: "12rem",
    mono: true,
    cell: (row) => deploymentOf(row) ?? dash,
  },
  {
    id: "finished_at",
    header: invocationColumnsTexts.finished,
    card: "note",
    width: "7.5rem",
    cell: (row) => <RelativeTime at={row.finished_at} />,
  },
  {
    id: "payload",
    header: invocationColumnsTexts.payload,
    card: "note",
    width: "16rem",
    mono: true,
    cell: (row) => <JsonPreview text={row.payload} />,
  },
  {
    id: "output",
    header: invocationColumnsTexts.output,
    card: "note",
    width: "16rem",
    mono: true,
    cell: (row) => <JsonPreview text={row.output} />,
  },
];

/** Every named column, in the order of the chooser. */
export const namedColumns: readonly Column<Invocation>[] = [...firstColumns, ...furtherColumns];

/** The columns shown by default. */
export const usualColumns = firstColumns;
