import * as z from "zod/mini";
import type { Column } from "@/components/data-table/column";
import { DurationText } from "@/components/ui/duration-text";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Invocation } from "@/lib/contract/invocations";
import { JsonPreview } from "./json-cell.tsx";

const dash = <span className="text-ink-3">–</span>;

/** True until the API says that nothing more will happen to it. A status we do not know may still change. */
export const isOpen = (invocation: Invocation): boolean =>
  invocation.status !== "succeeded" && invocation.status !== "failed";

/** `started_at` of a queued one is when it was queued: it has not run for a moment. */
export function Took({ invocation }: { invocation: Invocation }) {
  if (invocation.status === "queued") return dash;
  return (
    <DurationText
      from={invocation.started_at}
      to={invocation.finished_at}
      running={invocation.status === "running"}
    />
  );
}

/** The columns a table begins with. */
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
    width: "6rem",
    align: "right",
    cell: (row) => <Took invocation={row} />,
  },
  {
    id: "status_reason",
    header: "Reason",
    cell: (row) => (
      <span className={row.status === "failed" ? "" : "text-ink-3"}>{row.status_reason || "–"}</span>
    ),
  },
];

// Not of the documented fields: an API that gives it gets a column.
const withDeployment = z.looseObject({ deployment_id: z.string().check(z.minLength(1)) });

/** The deployment a run was of, where the API says so. */
export function deploymentOf(row: Invocation): string | undefined {
  return withDeployment.safeParse(row).data?.deployment_id;
}

/** Columns that are there to be chosen. */
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

/** Every column that has a name of its own, in the order they are offered. */
export const namedColumns: readonly Column<Invocation>[] = [...firstColumns, ...furtherColumns];

/** What is shown when nothing was chosen. */
export const usualColumns = firstColumns;
