"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { type CheckAll, checkMany, useCheckAct, useCheckReason } from "./check-act.ts";
import { checkManyLabel } from "./check-many-label.ts";
import { checkManyTexts } from "./proxy-messages.ts";

const CheckProgressBanner = dynamic(
  loadPart(() => import("./check-progress-banner.tsx").then((module) => module.CheckProgressBanner)),
  { ssr: false },
);

/** Checks all proxies that match: `all` reads those the page does not have. */
export function CheckManyButton({
  proxies,
  all,
}: {
  proxies: readonly FleetProxy[];
  /** Undefined: the page has all of them. */
  all: CheckAll | undefined;
}) {
  const client = useQueryClient();
  const blocked = useCheckReason();
  const reason = blocked ?? (proxies.length === 0 ? checkManyTexts.noProxiesToCheck : undefined);
  const checkAll = () => (all === undefined ? checkMany(client, proxies) : all.start());
  usePaletteAct("check-proxies", checkManyTexts.checkAllProxies, checkAll, reason);
  return (
    <Button disabledReason={reason} pending={all?.reading} onClick={checkAll}>
      {checkManyLabel({ listed: proxies.length, whole: all === undefined })}
    </Button>
  );
}

/** Progress and result of a check job, once there is one. */
export function CheckManyBanner() {
  const { act, checks } = useCheckAct();
  return checks === undefined ? null : <CheckProgressBanner act={act} checks={checks} />;
}
