import * as z from "zod/mini";
import type { Column } from "@/components/data-table/column";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Invocation } from "@/lib/contract/invocations";
import { InvocationDuration } from "../detail/invocation-duration.tsx";
import { JsonPreview } from "./json-cell.tsx";

const dash = <span className="text-ink-3">–</span>;

/** The default columns. */
const firstColumns: readonly Column<Invocation>[] = [
  {
    id: "status",
    header: "Status",
    width: "7.5rem",
    cell: (row) => <StatusBadge of="invocation" status={row.status} />,
    filterValue: (row) => row.status ?? undefined,
  },
  {
    id: "action_name",
    header: "Action",
    width: "9rem",
    cell: (row) => row.action_name ?? dash,
    filterValue: (row) => row.action_name ?? undefined,
  },
  {
    id: "app_name",
    header: "App",
    width: "8rem",
    hideWhenNarrow: true,
    cell: (row) => row.app_name ?? dash,
    filterValue: (row) => row.app_name ?? undefined,
  },
  {
    id: "version",
    header: "Version",
    width: "5.5rem",
    hideWhenNarrow: true,
    mono: true,
    cell: (row) => row.version ?? dash,
    filterValue: (row) => row.version ?? undefined,
  },
  {
    id: "started_at",
    header: "Started",
    width: "7.5rem",
    cell: (row) => <RelativeTime at={row.started_at} />,
  },
  {
    id: "duration",
    header: "Duration",
    width: "7rem",
    align: "right",
    cell: (row) => <InvocationDuration invocation={row} />,
  },
  {
    id: "status_reason",
    header: "Reason",
    cell: (row) => (
      <span className={row.status === "failed" ? "" : "text-ink-3"}>{row.status_reason || "–"}</span>
    ),
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
  { id: "id", header: "Id", width: "14rem", mono: true, cell: (row) => row.id },
  {
    id: "deployment_id",
    header: "Deployment",
    width: "12rem",
    mono: true,
    cell: (row) => deploymentOf(row) ?? dash,
  },
  {
    id: "finished_at",
    header: "Finished",
    width: "7.5rem",
    cell: (row) => <RelativeTime at={row.finished_at} />,
  },
  {
    id: "payload",
    header: "Payload",
    width: "16rem",
    mono: true,
    cell: (row) => <JsonPreview text={row.payload} />,
  },
  {
    id: "output",
    header: "Output",
    width: "16rem",
    mono: true,
    cell: (row) => <JsonPreview text={row.output} />,
  },
];

/** Every named column, in the order of the chooser. */
export const namedColumns: readonly Column<Invocation>[] = [...firstColumns, ...furtherColumns];

/** The columns shown by default. */
export const usualColumns = firstColumns;
