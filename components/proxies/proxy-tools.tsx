"use client";

import { CalendarClock } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import type { useListScreen } from "@/components/layout/use-list-screen";
import type { UrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { periodOptions } from "@/lib/charts/periods";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import type { CheckAll } from "./check-act.ts";
import { CheckManyButton } from "./check-many.tsx";
import { historyRanges } from "./proxy-range.ts";
import type { ProxyOrder } from "./proxy-rows.ts";
import type { ProxySearchParams } from "./proxy-search-params.ts";

const ScheduleDialog = dynamic(
  () => import("./schedule-dialog.tsx").then((module) => module.ScheduleDialog),
  {
    ssr: false,
  },
);
const CreateProxyDialog = dynamic(
  () => import("./create-proxy-dialog.tsx").then((module) => module.CreateProxyDialog),
  { ssr: false },
);
const rangeOptions = periodOptions(historyRanges);
const orders = [
  { value: "listed", label: "As listed" },
  { value: "quality", label: "Best quality first" },
  { value: "uptime", label: "Least uptime first" },
  { value: "flap", label: "Most flapping first" },
  { value: "checked", label: "Newest check first" },
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
  usePaletteAct("schedule-checks", "Schedule proxy checks…", () => setScheduling(true), undefined);
  return (
    <>
      <Select
        label="Checks shown"
        className="!w-32"
        value={past}
        onValueChange={(next) => set({ past: next === "24h" ? undefined : next }, "replace")}
        options={rangeOptions}
      />
      <Select
        label="Order"
        className="!w-44"
        value={sort}
        onValueChange={(next) => set({ sort: next === "listed" ? undefined : next }, "replace")}
        options={orders}
      />
      <Button onClick={() => setScheduling(true)}>
        <CalendarClock aria-hidden="true" />
        Schedule…
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
export function CreateProxyButton({ onCreated }: { onCreated: (id: string) => void }) {
  const [creating, setCreating] = useState(false);
  const createReason = useActReason("createProxy", "create proxies");
  usePaletteAct("create-proxy", "Create proxy…", () => setCreating(true), createReason);
  return (
    <>
      <Button variant="primary" disabledReason={createReason} onClick={() => setCreating(true)}>
        Create proxy…
      </Button>
      {creating ? <CreateProxyDialog onCreated={onCreated} onClose={() => setCreating(false)} /> : null}
    </>
  );
}
