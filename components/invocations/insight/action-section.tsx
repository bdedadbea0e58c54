"use client";

import dynamic from "next/dynamic";
import { useCallback, useMemo } from "react";
import type { UrlQuery } from "@/components/layout/use-url-query";
import { loadPart } from "@/components/ui/load-part";
import { Select } from "@/components/ui/select";
import { type ActionOrder, orderedActions } from "./action-order.ts";
import { ActionTable, actionKey } from "./action-table.tsx";
import { actionSectionTexts } from "./failure-messages.ts";
import type { InsightSearchParams } from "./insight-search-params.ts";
import { LeftOut } from "./left-out.tsx";
import type { useActionInsight } from "./use-insight.ts";

const ActionSheet = dynamic(
  loadPart(() => import("./action-sheet.tsx").then((module) => module.ActionSheet)),
  {
    ssr: false,
  },
);

const orders = [
  { value: "change", label: actionSectionTexts.regressionsFirst },
  { value: "failures", label: actionSectionTexts.mostFailuresFirst },
  { value: "share", label: actionSectionTexts.highestShareFirst },
  { value: "p95", label: actionSectionTexts.slowestP95First },
  { value: "invocations", label: actionSectionTexts.mostInvokedFirst },
  { value: "name", label: actionSectionTexts.byName },
] as const satisfies readonly { value: ActionOrder; label: string }[];

/** The actions by version, and the sheet of the open one. */
export function ActionSection({
  screen: { value, set },
  read,
}: {
  screen: UrlQuery<InsightSearchParams>;
  read: ReturnType<typeof useActionInsight>;
}) {
  const { past = "24h", sort = "change", app, action } = value;
  // Until the new period is read, the data are of the previous one.
  const awaited = read.isPlaceholderData;
  const insight = read.data?.data;
  const rows = useMemo(() => insight && orderedActions(insight.actions, sort), [insight, sort]);
  const isOpen = action !== undefined;
  const openKey = isOpen ? JSON.stringify([app ?? "", action]) : undefined;
  const open = useCallback(
    (key: string | undefined) => {
      const found = insight?.actions.find((each) => actionKey(each) === key);
      const names = { app: found?.app_name, action: found?.action_name };
      set({ ...names, reason: undefined }, isOpen ? "replace" : "push");
    },
    [insight, set, isOpen],
  );
  return (
    <>
      <section aria-label={actionSectionTexts.actions} className="grid min-w-0 gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="flex-1 text-lead font-semibold">{actionSectionTexts.actions}</h2>
          <Select
            label={actionSectionTexts.orderOfActions}
            className="!w-44"
            value={sort}
            onValueChange={(next) => set({ sort: next === "change" ? undefined : next }, "replace")}
            options={orders}
          />
        </div>
        <ActionTable actions={rows} openKey={openKey} onOpenKey={open} read={read} />
        <LeftOut
          count={insight?.actions_left_out ?? 0}
          what={actionSectionTexts.actionsWithFewerInvocations}
          awaited={awaited}
        />
      </section>
      {action === undefined || insight === undefined ? null : (
        <ActionSheet
          name={`${app ?? ""} ${action}`.trim()}
          action={awaited ? undefined : insight.actions.find((each) => actionKey(each) === openKey)}
          past={past}
          reading={awaited}
          leftOut={insight.actions_left_out}
          onClose={() => open(undefined)}
        />
      )}
    </>
  );
}
