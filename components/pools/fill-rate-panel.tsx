"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/relative-time";
import { notify } from "@/components/ui/toast";
import type { FillRate } from "@/lib/bff/pool-insight";
import { formatCount } from "@/lib/format/numbers";
import { poolMutations } from "@/lib/queries/pool-mutations";
import {
  fillRatePanelTexts,
  formatConfiguredRate,
  formatMinutes,
  formatRate,
  formatSource,
} from "./pool-messages.ts";
import { PoolSection } from "./pool-section.tsx";

const maxPerMinute = 1000;

/** The pool's fill rate, its source, the configured and the observed one, and a form to set it. */
export function FillRatePanel({ poolId, fill }: { poolId: string; fill: FillRate }) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const setRate = useMutation(poolMutations.setRate());
  const roleReason = useRoleReason("operator");
  const { set, learned, configured } = fill;
  const value = /^\d{1,4}(\.\d{1,3})?$/.test(text.trim()) ? Number(text) : undefined;
  const unset = text.trim() === "";
  const good = unset || (value !== undefined && value <= maxPerMinute);
  return (
    <PoolSection
      title={fillRatePanelTexts.fillRate}
      separated={false}
      tools={
        <Button
          disabledReason={roleReason}
          onClick={() => {
            setText(set === null ? "" : String(set.per_minute));
            setOpen(true);
          }}
        >
          {fillRatePanelTexts.setRate}
        </Button>
      }
    >
      <DescriptionList>
        <DescriptionItem name="counted with">
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
          <DescriptionItem name="set by hand">
            {fillRatePanelTexts.by(formatRate(set.per_minute), set.by)}
            <RelativeTime at={set.at_ms} />
          </DescriptionItem>
        )}
      </DescriptionList>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={fillRatePanelTexts.setFillRateForecast}
        effect={fillRatePanelTexts.onlyForecastsAlertsUsePools}
        confirmLabel={unset ? fillRatePanelTexts.useObservedRate : fillRatePanelTexts.setRateConfirm}
        tone="primary"
        reason="required"
        draft={`fill-rate-${poolId}`}
        onConfirm={async (reason) => {
          if (!good) throw new Error(`Enter a number from 0 to ${maxPerMinute}.`);
          await setRate.mutateAsync({ id: poolId, perMinute: value ?? null, reason });
          notify.done(value === undefined ? fillRatePanelTexts.observedRateUsed : fillRatePanelTexts.rateSet);
        }}
      >
        <Field label={fillRatePanelTexts.browsersPerMinute} hint={fillRatePanelTexts.emptyTheObservedRate}>
          <Input inputMode="decimal" mono value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </ConfirmDialog>
    </PoolSection>
  );
}
