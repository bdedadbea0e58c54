"use client";

import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { QueryError } from "@/components/layout/query-error";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { useTimeZone } from "@/components/ui/time-zone";
import type { Spike } from "@/lib/bff/insight";
import { spikeRules } from "@/lib/bff/insight-rules";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { spikePanelTexts } from "./failure-messages.ts";
import { formatCompleteness, spikeRule } from "./insight-messages.ts";
import { SharedTable } from "./shared-attributes-table.tsx";
import { useSpike } from "./use-insight.ts";

/** Whether more invocations fail now than in the day before, and what the failing ones share. */
export function SpikePanel({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const id = useId();
  const { zone } = useTimeZone();
  const query = useSpike();
  const spike = query.data?.data;
  if (spike === undefined)
    return (
      <section
        aria-label={spikePanelTexts.failuresNow}
        className="min-h-8 rounded-md border border-line px-3 py-1"
      >
        {query.error === null ? (
          <Skeleton className="my-1.5 h-3 w-72" />
        ) : (
          <QueryError query={query} shape="strip" title={spikePanelTexts.spikeNotLoaded} />
        )}
      </section>
    );
  const spikes = spike.verdict === "spike";
  const canRank = spike.recent.failed >= spikeRules.failed;
  const shown = canRank && (spikes || open);
  const incomplete = formatCompleteness({ ...spike, since_ms: spike.base_since_ms }, spike.until_ms, zone);
  return (
    <section aria-label={spikePanelTexts.failuresNow} className="min-w-0 rounded-md border border-line">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 px-3 py-1 text-label">
        <p title={spikeRule} className={spikes ? "min-w-0 font-medium text-bad" : "min-w-0 text-ink-2"}>
          <StatusGlyph glyph={spikes ? "triangle" : "dash"} className="mr-1.5 inline-block" />
          {verdictText(spike)}
        </p>
        <span className="text-ink-3 empty:hidden">
          {incomplete === undefined ? null : spikePanelTexts.dayCompared(incomplete)}
          {query.error === null ? null : (
            <>
              {spikePanelTexts.notUpToDateRead}
              <RelativeTime at={query.data?.observedAtMs} />
            </>
          )}
        </span>
        {canRank && !spikes ? (
          <Button
            variant="ghost"
            size="sm"
            className="-ml-2"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => onOpenChange(!open)}
          >
            {spikePanelTexts.whatFailedHaveInCommon(formatCount(spike.recent.failed))}
            <ChevronRight className={open ? "rotate-90" : ""} />
          </Button>
        ) : null}
      </div>
      {shown ? <SharedTable id={id} spike={spike} /> : null}
    </section>
  );
}

function verdictText({
  verdict,
  recent,
  base,
  interrupted,
  since_ms: since,
  until_ms: until,
}: Spike): string {
  const share = ({ failed, ended }: { failed: number; ended: number }) =>
    ended === 0
      ? spikePanelTexts.noneEnded
      : spikePanelTexts.failedOfEnded(formatPercent(failed / ended), formatCount(ended));
  const minutes = Math.round((until - since) / 60_000);
  const cut = interrupted === 0 ? "" : spikePanelTexts.interruptedNotCounted(formatCount(interrupted));
  const details = spikePanelTexts.recentAndDayBefore({
    recent: share(recent),
    minutes,
    cut,
    before: share(base),
  });
  switch (verdict) {
    case "spike":
      return spikePanelTexts.failureSpike(details);
    case "quiet":
      return spikePanelTexts.noFailureSpike(details);
    case "too_few":
      return spikePanelTexts.notEnoughData({
        recent: spikeRules.recent,
        base: spikeRules.base,
        details,
      });
  }
}
