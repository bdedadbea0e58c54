"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { loadPart } from "@/components/ui/load-part";
import { RelativeTime } from "@/components/ui/relative-time";
import type { FillRate } from "@/lib/bff/pool-insight";
import { formatCount } from "@/lib/format/numbers";
import { fillRatePanelTexts, formatConfiguredRate, formatSource } from "./pool-messages.ts";
import { formatMinutes, formatRate } from "./pool-numbers.ts";
import { PoolSection } from "./pool-section.tsx";

const FillRateDialog = dynamic(
  loadPart(() => import("./fill-rate-dialog.tsx").then((module) => module.FillRateDialog)),
  { ssr: false },
);

/** The pool's fill rate, its source, the configured and the observed one, and a form to set it. */
export function FillRatePanel({ poolId, fill }: { poolId: string; fill: FillRate }) {
  const [open, setOpen] = useState(false);
  const roleReason = useRoleReason("operator");
  const { set, learned, configured } = fill;
  return (
    <PoolSection
      title={fillRatePanelTexts.fillRate}
      separated={false}
      tools={
        <Button disabledReason={roleReason} onClick={() => setOpen(true)}>
          {fillRatePanelTexts.setRate}
        </Button>
      }
    >
      <DescriptionList>
        <DescriptionItem name={fillRatePanelTexts.countedWith}>
          {formatRate(fill.per_minute)} <span className="text-ink-3">({formatSource(fill)})</span>
        </DescriptionItem>
        <DescriptionItem name="observed">
          {learned === null ? (
            <span className="text-ink-3">{fillRatePanelTexts.notKnownYetTwoBrowsers}</span>
          ) : (
            <>
              {formatRate(learned.per_minute)}{" "}
              <span className="text-ink-3">
                {fillRatePanelTexts.toBetweenPollsBrowsersIn(
                  formatRate(learned.low_per_minute),
                  formatRate(learned.high_per_minute),
                  formatCount(learned.browsers),
                  formatMinutes(learned.minutes),
                )}
              </span>
            </>
          )}
        </DescriptionItem>
        {configured === null ? null : (
          <DescriptionItem name="configured">
            {formatConfiguredRate(configured)}
            {configured.met === false ? (
              <span className="text-warn">{fillRatePanelTexts.poolFillsSlowerThan}</span>
            ) : null}
          </DescriptionItem>
        )}
        {set === null ? null : (
          <DescriptionItem name={fillRatePanelTexts.setByHand}>
            {fillRatePanelTexts.by(formatRate(set.per_minute), set.by)}
            <RelativeTime at={set.at_ms} />
          </DescriptionItem>
        )}
      </DescriptionList>
      {open ? (
        <FillRateDialog poolId={poolId} present={set?.per_minute} onClose={() => setOpen(false)} />
      ) : null}
    </PoolSection>
  );
}
