"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import * as z from "zod/mini";
import { DataTable } from "@/components/data-table/data-table";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { DataFreshness } from "@/components/ui/data-freshness";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { Tabs } from "@/components/ui/tabs";
import { useHydrated } from "@/components/ui/use-hydrated";
import { formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { alertQueries } from "@/lib/queries/alerts";
import { AlertTable } from "./alert-table.tsx";
import { ruleColumns } from "./rule-columns.tsx";
import { RuleDialog } from "./rule-dialog.tsx";

const alertTabs = ["open", "rules", "history", "webhooks"] as const;

/** State of the page in its URL. */
const alertsScreen = z.object({ tab: z.optional(z.enum(alertTabs)) });

const WebhooksTab = dynamic(() => import("./webhooks-tab.tsx").then((module) => module.WebhooksTab), {
  ssr: false,
  loading: () => <Skeleton className="h-72 w-full" />,
});

/** Open alerts, rules, alert history, and webhooks. */
export function AlertsView() {
  const { value, ignored, set } = useUrlQuery(alertsScreen);
  const tab = value.tab ?? "open";
  const [adding, setAdding] = useState(false);
  const refusal = useRoleReason("operator");
  const { data } = useQuery({ ...alertQueries.list("open"), refetchInterval: paces.refresh.figuresMs });
  // The bell shares this query and may have data before this page is hydrated.
  const list = useHydrated() ? data?.data : undefined;
  const add = () => setAdding(true);
  return (
    <Page>
      <PageHeader
        title="Alerts"
        freshness={
          <DataFreshness
            readAtMs={list?.evaluated_at_ms ?? undefined}
            source="Rules are evaluated on the dashboard's history."
            partial={
              list !== undefined && list.evaluated_at_ms === null ? "Rules not evaluated yet" : undefined
            }
          />
        }
        actions={
          <Button variant="primary" disabledReason={refusal} onClick={add}>
            New rule
          </Button>
        }
      />
      <IgnoredNotice ignored={ignored} />
      {list?.suppressed == null ? null : (
        <p role="status" className="flex items-center gap-2 rounded-md bg-warn-bg px-3 py-1.5 text-warn">
          <StatusGlyph glyph="question" />
          The API does not answer ({list.suppressed.code}): everything learned from it is unknown, and neither
          fires nor resolves.
        </p>
      )}
      <Tabs
        label="Alerts"
        value={tab}
        onValueChange={(next) => {
          const chosen = alertTabs.find((each) => each === next);
          set({ tab: chosen === "open" ? undefined : chosen }, "replace");
        }}
        tabs={[
          {
            value: "open",
            label: "Open",
            count: list === undefined ? undefined : formatCount(list.open),
            content: <AlertTable state="open" onAddRule={add} />,
          },
          { value: "rules", label: "Rules", content: <RuleTable onAddRule={add} /> },
          { value: "history", label: "History", content: <AlertTable state="resolved" onAddRule={add} /> },
          { value: "webhooks", label: "Webhooks", content: <WebhooksTab /> },
        ]}
      />
      <RuleDialog open={adding} onOpenChange={setAdding} />
    </Page>
  );
}

/** The rules, with the states of their subjects. */
function RuleTable({ onAddRule }: { onAddRule: () => void }) {
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
