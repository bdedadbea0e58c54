"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { type CheckAll, checkMany, useCheckAct } from "./check-act.ts";
import { checkManyLabel } from "./check-many-label.ts";
import { checkManyTexts } from "./proxy-messages.ts";

const CheckProgressBanner = dynamic(
  loadPart(() => import("./check-progress-banner.tsx").then((module) => module.CheckProgressBanner)),
  { ssr: false },
);

/** Checks the selected proxies, or all that match: `all` reads those the page does not have. */
export function CheckManyButton({
  proxies,
  selected,
  all,
}: {
  proxies: readonly FleetProxy[];
  selected: readonly FleetProxy[];
  /** Undefined: the page has all of them. */
  all: CheckAll | undefined;
}) {
  const client = useQueryClient();
  const { act } = useCheckAct();
  const roleReason = useRoleReason("operator");
  const chosen = selected.length > 0 ? selected : proxies;
  const blocked = roleReason ?? (act.inFlight ? checkManyTexts.checksAreAlreadyRunning : undefined);
  const reasonFor = (count: number) =>
    blocked ?? (count === 0 ? checkManyTexts.thereNoProxiesCheck : undefined);
  const checkAll = () => (all === undefined ? checkMany(client, proxies) : all.start());
  usePaletteAct("check-proxies", checkManyTexts.checkAllProxies, checkAll, reasonFor(proxies.length));
  return (
    <Button
      disabledReason={reasonFor(chosen.length)}
      pending={all?.reading}
      onClick={() => (selected.length > 0 ? checkMany(client, selected) : checkAll())}
    >
      {checkManyLabel({
        selected: selected.length,
        listed: proxies.length,
        whole: all === undefined,
      })}
    </Button>
  );
}

/** Progress and result of a check job, once there is one. */
export function CheckManyBanner() {
  const { act, checks } = useCheckAct();
  return checks === undefined ? null : <CheckProgressBanner act={act} checks={checks} />;
}
