"use client";

import { CalendarClock } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import type { useListScreen } from "@/components/layout/use-list-screen";
import type { UrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import type { ButtonVariant } from "@/components/ui/button-class";
import { loadPart } from "@/components/ui/load-part";
import { Select } from "@/components/ui/select";
import { periodOptions } from "@/lib/charts/periods";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import type { CheckAll } from "./check-act.ts";
import { CheckManyButton } from "./check-many.tsx";
import { proxyToolsTexts } from "./proxy-messages.ts";
import { historyRanges } from "./proxy-range.ts";
import type { ProxyOrder } from "./proxy-rows.ts";
import type { ProxySearchParams } from "./proxy-search-params.ts";

const ScheduleDialog = dynamic(
  loadPart(() => import("./schedule-dialog.tsx").then((module) => module.ScheduleDialog)),
  {
    ssr: false,
  },
);
const CreateProxyDialog = dynamic(
  loadPart(() => import("./create-proxy-dialog.tsx").then((module) => module.CreateProxyDialog)),
  { ssr: false },
);
const rangeOptions = periodOptions(historyRanges);
const orders = [
  { value: "listed", label: proxyToolsTexts.asListed },
  { value: "quality", label: proxyToolsTexts.bestQualityFirst },
  { value: "uptime", label: proxyToolsTexts.leastUptimeFirst },
  { value: "flap", label: proxyToolsTexts.mostFlappingFirst },
  { value: "checked", label: proxyToolsTexts.newestCheckFirst },
] as const satisfies readonly { value: ProxyOrder | "listed"; label: string }[];

/** What the list shows and in which order, and the acts on many proxies. */
export function ProxyTools({
  screen: { value, set },
  list,
  all,
}: {
  screen: UrlQuery<ProxySearchParams>;
  list: ReturnType<typeof useListScreen<FleetProxy>>;
  all: CheckAll;
}) {
  const { past = "24h", sort = "listed" } = value;
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
      <Select
        label={proxyToolsTexts.order}
        className="!w-44"
        value={sort}
        onValueChange={(next) => set({ sort: next === "listed" ? undefined : next }, "replace")}
        options={orders}
      />
      <Button onClick={() => setScheduling(true)}>
        <CalendarClock aria-hidden="true" />
        {proxyToolsTexts.schedule}
      </Button>
      <CheckManyButton
        proxies={list.items ?? []}
        selected={list.selected}
        all={list.complete ? undefined : all}
      />
      {scheduling ? <ScheduleDialog onClose={() => setScheduling(false)} /> : null}
    </>
  );
}

/** Creates a proxy. */
export function CreateProxyButton({
  variant = "primary",
  onCreated,
}: {
  variant?: ButtonVariant;
  onCreated: (id: string) => void;
}) {
  const [creating, setCreating] = useState(false);
  const createReason = useActReason("createProxy", proxyToolsTexts.createProxies);
  usePaletteAct("create-proxy", proxyToolsTexts.createProxy, () => setCreating(true), createReason);
  return (
    <>
      <Button variant={variant} disabledReason={createReason} onClick={() => setCreating(true)}>
        {proxyToolsTexts.createProxy}
      </Button>
      {creating ? <CreateProxyDialog onCreated={onCreated} onClose={() => setCreating(false)} /> : null}
    </>
  );
}
