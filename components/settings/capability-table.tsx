import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import type { Capability } from "@/lib/bff/health";
import type { Operation } from "@/lib/contract/operation";
import { allOperations } from "@/lib/contract/operations/operations";
import { capabilityTableTexts } from "./setting-on-demand-messages.ts";

interface CapabilityRow {
  operation: Operation;
  capability: Capability;
}

const looks = {
  present: { tone: "ok", glyph: "disc" },
  absent: { tone: "warn", glyph: "dash" },
  unknown: { tone: "neutral", glyph: "question" },
} as const;

const columns: readonly Column<CapabilityRow>[] = [
  {
    id: "capability",
    header: capabilityTableTexts.state,
    card: "state",
    width: "7rem",
    cell: ({ capability }) => <Badge {...looks[capability]}>{capability}</Badge>,
  },
  {
    id: "summary",
    header: capabilityTableTexts.operation,
    card: "name",
    cell: ({ operation }) => operation.summary,
  },
  {
    id: "path",
    header: capabilityTableTexts.request,
    card: "note",
    mono: true,
    cell: ({ operation }) => `${operation.method} ${operation.path}`,
  },
  {
    id: "kind",
    header: capabilityTableTexts.inTheSpecification,
    width: "10rem",
    cell: ({ operation }) =>
      operation.shown ? (
        capabilityTableTexts.shown
      ) : (
        <span className="text-ink-3">{capabilityTableTexts.optional}</span>
      ),
  },
];

/**
 * Every operation known to the dashboard, and whether this API supports it, as far as calls have shown: no
 * probes are sent.
 */
export function CapabilityTable({
  capabilities,
}: {
  capabilities: Readonly<Record<string, Capability>> | undefined;
}) {
  const rows =
    capabilities === undefined
      ? undefined
      : allOperations.map((operation) => ({
          operation,
          capability: capabilities[operation.id] ?? ("unknown" as const),
        }));
  return (
    <DataTable
      caption={capabilityTableTexts.operationsOfThisApi}
      columns={columns}
      rows={rows}
      rowKey={({ operation }) => operation.id}
      embedded
      empty={<EmptyState title={capabilityTableTexts.noOperations} />}
    />
  );
}
