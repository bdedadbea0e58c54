"use client";

import { useQuery } from "@tanstack/react-query";
import { DataTable } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { paces } from "@/lib/paces";
import { alertQueries } from "@/lib/queries/alerts";
import { ruleColumns } from "./rule-columns.tsx";

/** The rules, with the states of their subjects. */
export function RuleTable({ onAddRule }: { onAddRule: () => void }) {
  const query = useQuery({ ...alertQueries.rules(), refetchInterval: paces.refresh.figuresMs });
  return (
    <DataTable
      caption="Rules"
      columns={ruleColumns}
      rows={query.data?.data.rules}
      rowKey={({ id }) => id}
      read={query}
      skeletonRows={4}
      empty={
        <EmptyState title="No rules yet" action={<Button onClick={onAddRule}>Add the first rule</Button>}>
          A rule watches one signal of what the dashboard records.
        </EmptyState>
      }
    />
  );
}
