"use client";

import { CalendarClock } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { ListSearch } from "@/components/layout/list-search";
import { usePaletteAct } from "@/components/layout/palette-actions";
import type { useListScreen } from "@/components/layout/use-list-screen";
import type { UrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import { Select } from "@/components/ui/select";
import { periodOptions } from "@/lib/charts/periods";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { formatCount } from "@/lib/format/numbers";
import type { CheckAll } from "./check-act.ts";
import { CheckManyButton } from "./check-many.tsx";
import { proxyToolsTexts } from "./proxy-messages.ts";
import { historyRanges } from "./proxy-range.ts";
import { isInState, type ProxyState, proxyStates } from "./proxy-rows.ts";
import type { ProxySearchParams } from "./proxy-search-params.ts";

const ScheduleDialog = dynamic(
  loadPart(() => import("./schedule-dialog.tsx").then((module) => module.ScheduleDialog)),
  {
    ssr: false,
  },
);
type ProxyList = ReturnType<typeof useListScreen<FleetProxy>>;

const rangeOptions = periodOptions(historyRanges);
export const stateLabels = {
  unavailable: proxyToolsTexts.unavailable,
  available: proxyToolsTexts.available,
  unchecked: proxyToolsTexts.unchecked,
} as const satisfies Record<ProxyState, string>;

/** Which proxies the list shows. */
export function ProxyFilters({
  screen: { value, set },
  list,
}: {
  screen: UrlQuery<ProxySearchParams>;
  list: ProxyList;
}) {
  const { items } = list;
  const counted = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${formatCount(count)})`;
  const options = [
    { value: "any", label: counted(proxyToolsTexts.anyStatus, items?.length) },
    ...proxyStates.map((state) => ({
      value: state,
      label: counted(stateLabels[state], items?.filter((proxy) => isInState(proxy, state)).length),
    })),
  ] as const;
  return (
    <>
      <ListSearch list={list} label={proxyToolsTexts.searchProxies} />
      <Select<ProxyState | "any">
        label={proxyToolsTexts.status}
        className="!w-40"
        value={value.status ?? "any"}
        onValueChange={(next) =>
          set({ status: next === "any" ? undefined : next, offset: undefined }, "replace")
        }
        options={options}
      />
    </>
  );
}

/** Which checks the list shows, and the acts on many proxies. */
export function ProxyTools({
  screen: { value, set },
  shown,
  all,
}: {
  screen: UrlQuery<ProxySearchParams>;
  shown: readonly FleetProxy[];
  /** Undefined: those shown are all. */
  all: CheckAll | undefined;
}) {
  const { past = "24h" } = value;
  const [scheduling, setScheduling] = useState(false);
  usePaletteAct("schedule-checks", proxyToolsTexts.scheduleProxyChecks, () => setScheduling(true), undefined);
  return (
    <>
      <Select
        label={proxyToolsTexts.checksShown}
        className="!w-32"
        value={past}
        onValueChange={(next) => set({ past: next === "24h" ? undefined : next }, "replace")}
        options={rangeOptions}
      />
      <Button onClick={() => setScheduling(true)}>
        <CalendarClock aria-hidden="true" />
        {proxyToolsTexts.schedule}
      </Button>
      <CheckManyButton proxies={shown} all={all} />
      {scheduling ? <ScheduleDialog onClose={() => setScheduling(false)} /> : null}
    </>
  );
}
