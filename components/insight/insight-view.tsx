"use client";

import dynamic from "next/dynamic";
import { useCallback, useMemo } from "react";
import { StaleSince } from "@/components/data-table/table-states";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { RunTabs } from "@/components/layout/run-tabs";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { Awaited } from "@/components/ui/awaited";
import { Select } from "@/components/ui/select";
import { useTimeZone } from "@/components/ui/time-zone";
import { TruthLine } from "@/components/ui/truth-line";
import { formatCount } from "@/lib/format/numbers";
import { needsAttention } from "@/lib/insight/failure-state";
import { type ActionOrder, orderedActions } from "./action-order.ts";
import { ActionTable, actionKey } from "./action-table.tsx";
import { FailureTable } from "./failure-table.tsx";
import { insightScreen, type Past, pastFacts } from "./insight-screen.ts";
import { completenessWords } from "./insight-words.ts";
import { SpikePanel } from "./spike-panel.tsx";
import { useActionInsight, useFailureInsight } from "./use-insight.ts";

const ActionSheet = dynamic(() => import("./action-sheet.tsx").then((module) => module.ActionSheet), {
  ssr: false,
});
const FailureSheet = dynamic(() => import("./failure-sheet.tsx").then((module) => module.FailureSheet), {
  ssr: false,
});

const pastOptions = [
  { value: "1h", label: "Last hour" },
  { value: "24h", label: "Last 24 h" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
] as const satisfies readonly { value: Past; label: string }[];
const orders = [
  { value: "change", label: "Regressions first" },
  { value: "failures", label: "Most failures first" },
  { value: "share", label: "Highest share first" },
  { value: "p95", label: "Slowest p95 first" },
  { value: "runs", label: "Most runs first" },
  { value: "name", label: "By name" },
] as const satisfies readonly { value: ActionOrder; label: string }[];
const shows = [
  { value: "attention", label: "Needs attention" },
  { value: "all", label: "All failures" },
] as const;

/** What recorded runs say: spikes, actions by version, kinds of failures. Everything chosen is in the address. */
export function InsightView() {
  const { value: screen, ignored, set } = useUrlQuery(insightScreen);
  const { past = "24h", sort = "change", show, app, action, reason } = screen;
  const { zone } = useTimeZone();
  const actions = useActionInsight(past);
  const failures = useFailureInsight(past);
  // Until another time is read, what is at hand is of the time before.
  const [awaitsActions, awaitsFailures] = [actions.isPlaceholderData, failures.isPlaceholderData];
  const told = actions.data?.data;
  const groups = failures.data?.data.groups;
  const groupsLeftOut = failures.data?.data.groups_left_out ?? 0;
  const rows = useMemo(() => told && orderedActions(told.actions, sort), [told, sort]);
  const wanted = useMemo(
    () => (show === "all" ? groups : groups?.filter(({ state }) => needsAttention(state))),
    [groups, show],
  );
  const hidden = (groups?.length ?? 0) - (wanted?.length ?? 0);
  const isActionOpen = action !== undefined;
  const openKey = isActionOpen ? JSON.stringify([app ?? "", action]) : undefined;
  const openAction = useCallback(
    (key: string | undefined) => {
      const found = told?.actions.find((each) => actionKey(each) === key);
      const names = { app: found?.app_name, action: found?.action_name };
      set({ ...names, reason: undefined }, isActionOpen ? "replace" : "push");
    },
    [told, set, isActionOpen],
  );
  const openReason = useCallback(
    (key: string | undefined) =>
      set({ reason: key, app: undefined, action: undefined }, reason === undefined ? "push" : "replace"),
    [set, reason],
  );
  const staleActions = actions.data?.stale === undefined ? undefined : actions.data.observedAtMs;
  const staleFailures = failures.data?.stale === undefined ? undefined : failures.data.observedAtMs;
  return (
    <Page>
      <PageHeader
        title="Invocations"
        badge={staleActions === undefined ? null : <StaleSince atMs={staleActions} />}
        truth={
          <TruthLine
            readAtMs={awaitsActions ? undefined : actions.data?.observedAtMs}
            source={`${awaitsActions ? "reading what is" : "as"} recorded here, runs started in ${pastFacts[past].words}`}
            completeness={awaitsActions ? undefined : told && completenessWords(told, zone)}
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
      <RunTabs current="insight" />
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
        <Awaited awaited={awaitsActions}>
          <ActionTable
            actions={awaitsActions ? someOf(rows) : rows}
            openKey={openKey}
            onOpenKey={openAction}
            error={actions.error}
            onRetry={() => void actions.refetch()}
            retrying={actions.isFetching}
            staleSinceMs={staleActions}
          />
          <LeftOut count={told?.actions_left_out ?? 0} what="actions with fewer runs" />
        </Awaited>
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
        <Awaited awaited={awaitsFailures}>
          <FailureTable
            groups={awaitsFailures ? someOf(wanted) : wanted}
            hidden={hidden}
            onShowAll={() => set({ show: "all" }, "replace")}
            openReason={reason}
            onOpenReason={openReason}
            error={failures.error}
            onRetry={() => void failures.refetch()}
            retrying={failures.isFetching}
            staleSinceMs={staleFailures}
          />
          <LeftOut count={groupsLeftOut} what="kinds with fewer failures" />
        </Awaited>
      </section>
      {action === undefined || told === undefined ? null : (
        <ActionSheet
          name={`${app ?? ""} ${action}`.trim()}
          action={awaitsActions ? undefined : told.actions.find((each) => actionKey(each) === openKey)}
          past={past}
          reading={awaitsActions}
          leftOut={told.actions_left_out}
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

/** Rows that stand in for others; that there are none would be said of those. */
const someOf = <Row,>(rows: readonly Row[] | undefined) => (rows?.length === 0 ? undefined : rows);

function LeftOut({ count, what }: { count: number; what: string }) {
  if (count === 0) return null;
  return (
    <p className="text-truth text-ink-3">
      {formatCount(count)} more {what} are not listed
    </p>
  );
}
