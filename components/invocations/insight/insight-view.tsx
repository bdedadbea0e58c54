"use client";

import clsx from "clsx";
import dynamic from "next/dynamic";
import { useCallback, useMemo } from "react";
import { StaleSince } from "@/components/data-table/table-states";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { InvocationTabs } from "@/components/layout/invocation-tabs";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { DataFreshness } from "@/components/ui/data-freshness";
import { Select } from "@/components/ui/select";
import { useTimeZone } from "@/components/ui/time-zone";
import { formatPeriod, periodOptions } from "@/lib/charts/periods";
import { formatCount } from "@/lib/format/numbers";
import { needsAttention } from "@/lib/insight/failure-state";
import { type ActionOrder, orderedActions } from "./action-order.ts";
import { ActionTable, actionKey } from "./action-table.tsx";
import { FailureTable } from "./failure-table.tsx";
import { formatCompleteness } from "./insight-messages.ts";
import { insightSearchParams, lookbacks } from "./insight-search-params.ts";
import { SpikePanel } from "./spike-panel.tsx";
import { useActionInsight, useFailureInsight } from "./use-insight.ts";

const ActionSheet = dynamic(() => import("./action-sheet.tsx").then((module) => module.ActionSheet), {
  ssr: false,
});
const FailureSheet = dynamic(() => import("./failure-sheet.tsx").then((module) => module.FailureSheet), {
  ssr: false,
});

const pastOptions = periodOptions(lookbacks);
const orders = [
  { value: "change", label: "Regressions first" },
  { value: "failures", label: "Most failures first" },
  { value: "share", label: "Highest share first" },
  { value: "p95", label: "Slowest p95 first" },
  { value: "invocations", label: "Most invoked first" },
  { value: "name", label: "By name" },
] as const satisfies readonly { value: ActionOrder; label: string }[];
const shows = [
  { value: "attention", label: "Needs attention" },
  { value: "all", label: "All failures" },
] as const;

/** Insight from recorded invocations: spikes, actions by version, failure groups. All selections are in
 *  the address. */
export function InsightView() {
  const { value: screen, ignored, set } = useUrlQuery(insightSearchParams);
  const { past = "24h", sort = "change", show, app, action, reason } = screen;
  const { zone } = useTimeZone();
  const actions = useActionInsight(past);
  const failures = useFailureInsight(past);
  // Until the new period is read, the data are of the previous one.
  const [awaitsActions, awaitsFailures] = [actions.isPlaceholderData, failures.isPlaceholderData];
  const insight = actions.data?.data;
  const groups = failures.data?.data.groups;
  const groupsLeftOut = failures.data?.data.groups_left_out ?? 0;
  const rows = useMemo(() => insight && orderedActions(insight.actions, sort), [insight, sort]);
  const wanted = useMemo(
    () => (show === "all" ? groups : groups?.filter(({ state }) => needsAttention(state))),
    [groups, show],
  );
  const hidden = (groups?.length ?? 0) - (wanted?.length ?? 0);
  const isActionOpen = action !== undefined;
  const openKey = isActionOpen ? JSON.stringify([app ?? "", action]) : undefined;
  const openAction = useCallback(
    (key: string | undefined) => {
      const found = insight?.actions.find((each) => actionKey(each) === key);
      const names = { app: found?.app_name, action: found?.action_name };
      set({ ...names, reason: undefined }, isActionOpen ? "replace" : "push");
    },
    [insight, set, isActionOpen],
  );
  const openReason = useCallback(
    (key: string | undefined) =>
      set({ reason: key, app: undefined, action: undefined }, reason === undefined ? "push" : "replace"),
    [set, reason],
  );
  const staleActions = actions.data?.stale === undefined ? undefined : actions.data.observedAtMs;
  return (
    <Page>
      <PageHeader
        title="Invocations"
        badge={staleActions === undefined ? null : <StaleSince atMs={staleActions} />}
        freshness={
          <DataFreshness
            readAtMs={awaitsActions ? undefined : actions.data?.observedAtMs}
            source={`${awaitsActions ? "reading what is" : "as"} recorded here, invocations started in ${formatPeriod(past)}`}
            completeness={awaitsActions ? undefined : insight && formatCompleteness(insight, zone)}
          />
        }
        actions={
          <Select
            label="Time"
            className="!w-36"
            value={past}
            onValueChange={(next) => set({ past: next === "24h" ? undefined : next }, "replace")}
            options={pastOptions}
          />
        }
      />
      <InvocationTabs current="insight" />
      <IgnoredNotice ignored={ignored} />
      <SpikePanel
        open={screen.shared === "open"}
        onOpenChange={(open) => set({ shared: open ? "open" : undefined }, "replace")}
      />
      <section aria-label="Actions" className="grid min-w-0 gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="flex-1 text-lead font-semibold">Actions</h2>
          <Select
            label="Order of actions"
            className="!w-44"
            value={sort}
            onValueChange={(next) => set({ sort: next === "change" ? undefined : next }, "replace")}
            options={orders}
          />
        </div>
        <ActionTable actions={rows} openKey={openKey} onOpenKey={openAction} read={actions} />
        <LeftOut
          count={insight?.actions_left_out ?? 0}
          what="actions with fewer invocations"
          awaited={awaitsActions}
        />
      </section>
      <section aria-label="Failures" className="grid min-w-0 gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h2 className="text-lead font-semibold">Failures</h2>
          <p className="min-w-0 flex-1 text-label text-ink-3">
            {hidden > 0 && !awaitsFailures ? `${formatCount(hidden)} acknowledged or muted not shown` : null}
          </p>
          <Select
            label="Failures shown"
            className="!w-44"
            value={show ?? "attention"}
            onValueChange={(next) => set({ show: next === "all" ? "all" : undefined }, "replace")}
            options={shows}
          />
        </div>
        <FailureTable
          groups={wanted}
          hidden={hidden}
          onShowAll={() => set({ show: "all" }, "replace")}
          openReason={reason}
          onOpenReason={openReason}
          read={failures}
        />
        <LeftOut count={groupsLeftOut} what="kinds with fewer failures" awaited={awaitsFailures} />
      </section>
      {action === undefined || insight === undefined ? null : (
        <ActionSheet
          name={`${app ?? ""} ${action}`.trim()}
          action={awaitsActions ? undefined : insight.actions.find((each) => actionKey(each) === openKey)}
          past={past}
          reading={awaitsActions}
          leftOut={insight.actions_left_out}
          onClose={() => openAction(undefined)}
        />
      )}
      {reason === undefined || groups === undefined ? null : (
        <FailureSheet
          key={reason}
          reasonKey={reason}
          group={awaitsFailures ? undefined : groups.find((group) => group.reason_key === reason)}
          past={past}
          reading={awaitsFailures}
          leftOut={groupsLeftOut}
          onClose={() => openReason(undefined)}
        />
      )}
    </Page>
  );
}

function LeftOut({ count, what, awaited }: { count: number; what: string; awaited: boolean }) {
  if (count === 0) return null;
  return (
    <p className={clsx("text-caption text-ink-3", awaited && "opacity-50 transition-opacity")}>
      {formatCount(count)} more {what} are not listed
    </p>
  );
}
