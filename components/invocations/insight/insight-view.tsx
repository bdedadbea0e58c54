"use client";

import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { InvocationTabs } from "@/components/layout/invocation-tabs";
import { useLiveStatus } from "@/components/layout/live-connection";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { DataFreshness } from "@/components/ui/data-freshness";
import { Select } from "@/components/ui/select";
import { useTimeZone } from "@/components/ui/time-zone";
import { formatPeriod, periodOptions } from "@/lib/charts/periods";
import { ActionSection } from "./action-section.tsx";
import { insightViewTexts } from "./failure-messages.ts";
import { FailureSection } from "./failure-section.tsx";
import { formatCompleteness } from "./insight-messages.ts";
import { insightSearchParams, lookbacks } from "./insight-search-params.ts";
import { NothingRecorded } from "./nothing-recorded.tsx";
import { SpikePanel } from "./spike-panel.tsx";
import { useActionInsight } from "./use-insight.ts";

const pastOptions = periodOptions(lookbacks);

/** Insight from recorded invocations: spikes, actions by version, failure groups. All selections are in
 *  the address. */
export function InsightView() {
  const screen = useUrlQuery(insightSearchParams);
  const { value, ignored, set } = screen;
  const { past = "24h", shared } = value;
  const { zone } = useTimeZone();
  const live = useLiveStatus();
  const actions = useActionInsight(past);
  const awaited = actions.isPlaceholderData;
  const { data, observedAtMs, stale } = actions.data ?? {};
  const isNothingRecorded = data?.began_at_ms === null;
  return (
    <Page>
      <PageHeader
        title={insightViewTexts.invocations}
        freshness={
          <DataFreshness
            subject={insightViewTexts.invocations}
            readAtMs={awaited ? undefined : observedAtMs}
            source={insightViewTexts.fromHistory(formatPeriod(past))}
            stale={stale}
            partial={
              awaited
                ? insightViewTexts.loading(formatPeriod(past))
                : actions.data && !isNothingRecorded
                  ? formatCompleteness(actions.data.data, actions.data.observedAtMs, zone)
                  : undefined
            }
          />
        }
        filters={
          <Select
            label={insightViewTexts.time}
            className="!w-36"
            value={past}
            onValueChange={(next) => set({ past: next === "24h" ? undefined : next }, "replace")}
            options={pastOptions}
          />
        }
      />
      <InvocationTabs current="insight" />
      <IgnoredNotice ignored={ignored} />
      {isNothingRecorded ? (
        <NothingRecorded isApiFailing={live?.state === "upstream_failing"} />
      ) : (
        <>
          <SpikePanel
            open={shared === "open"}
            onOpenChange={(open) => set({ shared: open ? "open" : undefined }, "replace")}
          />
          <ActionSection screen={screen} read={actions} />
          <FailureSection screen={screen} />
        </>
      )}
    </Page>
  );
}
