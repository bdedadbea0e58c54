"use client";

import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import * as z from "zod/mini";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { Button, IconButton } from "@/components/ui/button";
import { DataFreshness } from "@/components/ui/data-freshness";
import { loadPart } from "@/components/ui/load-part";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { Tabs } from "@/components/ui/tabs";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { AlertRule } from "@/lib/bff/alert-rules";
import { apiFailure } from "@/lib/format/failure-messages";
import { formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { alertQueries } from "@/lib/queries/alerts";
import { isOutdated } from "./alert-bell-messages.ts";
import { alertsViewTexts } from "./alert-messages.ts";
import { OpenAlerts, PastAlerts } from "./alert-table.tsx";
import { useAddStarters } from "./use-add-starters.ts";

const alertTabs = ["open", "rules", "history", "webhooks"] as const;

/** State of the page in its URL. */
const alertsScreen = z.object({ tab: z.optional(z.enum(alertTabs)) });

const RuleDialog = dynamic(
  loadPart(() => import("./rule-dialog.tsx").then((module) => module.RuleDialog)),
  {
    ssr: false,
  },
);
const RuleTable = dynamic(
  loadPart(() => import("./rule-table.tsx").then((module) => module.RuleTable)),
  {
    ssr: false,
    loading: () => <Skeleton className="h-72 w-full" />,
  },
);
const WebhooksTab = dynamic(
  loadPart(() => import("./webhooks-tab.tsx").then((module) => module.WebhooksTab)),
  {
    ssr: false,
    loading: () => <Skeleton className="h-72 w-full" />,
  },
);

/** Open alerts, rules, alert history, and webhooks. */
export function AlertsView() {
  const { value, ignored, set } = useUrlQuery(alertsScreen);
  const tab = value.tab ?? "open";
  const [adding, setAdding] = useState(false);
  // Here it outlives the row of a rule that somebody else deletes.
  const [edited, setEdited] = useState<AlertRule>();
  const refusal = useRoleReason("operator");
  usePaletteAct("new-alert-rule", alertsViewTexts.newAlertRule, () => setAdding(true), refusal);
  const { data } = useQuery({ ...alertQueries.open(), refetchInterval: paces.refresh.figuresMs });
  // The bell shares this query and may have data before this page is hydrated.
  const list = useHydrated() ? data?.data : undefined;
  const { addStarters, isAdding } = useAddStarters();
  usePaletteAct("add-starter-alerts", alertsViewTexts.addStarterAlerts, addStarters, refusal);
  return (
    <Page>
      <PageHeader
        title={alertsViewTexts.alerts}
        freshness={
          <DataFreshness
            subject={alertsViewTexts.alerts}
            readAtMs={list?.evaluated_at_ms ?? undefined}
            source={alertsViewTexts.evaluatedOnHistory}
            partial={
              list !== undefined && list.evaluated_at_ms === null
                ? alertsViewTexts.rulesNotEvaluatedYet
                : undefined
            }
            stale={
              list !== undefined && list.evaluated_at_ms !== null && isOutdated(list)
                ? "not_evaluated"
                : undefined
            }
          />
        }
        primary={
          <>
            <Button variant="primary" disabledReason={refusal} onClick={() => setAdding(true)}>
              {alertsViewTexts.newRule}
            </Button>
            <Menu
              trigger={
                <IconButton label={alertsViewTexts.more} variant="secondary" pending={isAdding}>
                  <Ellipsis />
                </IconButton>
              }
            >
              <MenuItem disabled={refusal !== undefined} hint={refusal} onSelect={addStarters}>
                {alertsViewTexts.addStarterAlerts}
              </MenuItem>
            </Menu>
          </>
        }
      />
      <IgnoredNotice ignored={ignored} />
      {list?.suppressed == null ? null : (
        <p role="status" className="flex items-center gap-2 rounded-md bg-warn-bg px-3 py-1.5 text-warn">
          <StatusGlyph glyph="question" />
          {alertsViewTexts.apiRulesSuspended(apiFailure(list.suppressed.code))}
        </p>
      )}
      <Tabs
        label={alertsViewTexts.alerts}
        value={tab}
        onValueChange={(next) => {
          const chosen = alertTabs.find((each) => each === next);
          set({ tab: chosen === "open" ? undefined : chosen }, "replace");
        }}
        tabs={[
          {
            value: "open",
            label: alertsViewTexts.open,
            count: list === undefined ? undefined : formatCount(list.open),
            content: <OpenAlerts />,
          },
          {
            value: "rules",
            label: alertsViewTexts.rules,
            content: <RuleTable isApiAway={list?.suppressed != null} onEdit={setEdited} />,
          },
          { value: "history", label: alertsViewTexts.history, content: <PastAlerts /> },
          { value: "webhooks", label: alertsViewTexts.webhooks, content: <WebhooksTab /> },
        ]}
      />
      {adding ? <RuleDialog onClose={() => setAdding(false)} /> : null}
      {edited === undefined ? null : <RuleDialog rule={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}
