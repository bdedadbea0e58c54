"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import type { FillRate } from "@/lib/bff/pool-insight";
import { setFillRateButtonTexts } from "../pool-messages.ts";

const FillRateDialog = dynamic(
  loadPart(() => import("./fill-rate-dialog.tsx").then((module) => module.FillRateDialog)),
  { ssr: false },
);

/** Sets the fill rate that the forecast uses. `fill` undefined: there is no forecast. */
export function SetFillRateButton({ poolId, fill }: { poolId: string; fill: FillRate | undefined }) {
  const [open, setOpen] = useState(false);
  const roleReason = useRoleReason("operator");
  const noForecast = fill === undefined ? setFillRateButtonTexts.thereIsNoForecast : undefined;
  return (
    <>
      <Button disabledReason={roleReason ?? noForecast} onClick={() => setOpen(true)}>
        {setFillRateButtonTexts.setFillRate}
      </Button>
      {open ? (
        <FillRateDialog poolId={poolId} present={fill?.set?.per_minute} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
