"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshError } from "@/components/layout/query-error";
import { DataFreshness } from "@/components/ui/data-freshness";
import { Skeleton } from "@/components/ui/skeleton";
import { useHydrated } from "@/components/ui/use-hydrated";
import { formatDuration } from "@/lib/format/duration";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { invocationHistoryQueries } from "@/lib/queries/invocation-history";
import { recorderQueries } from "@/lib/queries/recorder";
import { LoadingDetails } from "./loading-details.tsx";
import { RecorderDetails, recorderDetails } from "./recorder-details.tsx";
import { RecordedGaps, RecordedTables } from "./recorder-tables.tsx";
import { Section } from "./section.tsx";
import { recorderSectionTexts } from "./setting-messages.ts";

const refetchInterval = paces.refresh.figuresMs;

/** What is recorded, by which instance, and what is missing. */
export function RecorderSection() {
  const state = useQuery({ ...recorderQueries.state(), refetchInterval });
  // The top bar shares this query and may have data before this part is hydrated; the server's HTML has none.
  const hydrated = useHydrated();
  const recorder = hydrated ? state.data?.data : undefined;
  const failed = hydrated && recorder === undefined && state.error !== null;
  return (
    <Section
      id="recorder"
      title={recorderSectionTexts.recorder}
      info={
        <DataFreshness
          subject={recorderSectionTexts.recorder}
          readAtMs={recorder?.store.counted_at_ms}
          source={recorderSectionTexts.countedOnceAMinute}
        />
      }
    >
      {recorder === undefined ? (
        <LoadingDetails query={failed ? state : { ...state, error: null }} rows={recorderDetails} />
      ) : (
        <>
          <RefreshError query={state} />
          <RecorderDetails recorder={recorder} day={<RecordedDay />} />
        </>
      )}
      {failed ? null : (
        <div className="grid gap-3">
          <RecordedGaps gaps={recorder?.gaps} />
          <RecordedTables recorder={recorder} />
        </div>
      )}
    </Section>
  );
}

/** Recorded data of the last 24 hours: enough to see that the recorder works. */
function RecordedDay() {
  const series = useQuery({ ...invocationHistoryQueries.series(), refetchInterval });
  if (series.data === undefined)
    return series.error === null ? (
      <Skeleton className="h-3 w-56" />
    ) : (
      <span className="text-bad">{recorderSectionTexts.couldNotBeLoaded(series.error.message)}</span>
    );
  const { groups, complete } = series.data.data;
  const all = groups[0];
  const stale = <RefreshError query={series} />;
  if (all === undefined)
    return (
      <>
        <span className="text-ink-3">{recorderSectionTexts.noInvocations}</span>
        {stale}
      </>
    );
  const ended = all.succeeded + all.failed;
  const total = ended + all.queued + all.running + all.other;
  return (
    <>
      <span className="tabular-nums">{formatCount(total)}</span>
      {recorderSectionTexts.invocations}
      <span className="text-ink-3">
        {ended === 0 ? null : recorderSectionTexts.failed(formatPercent(all.failed / ended))}
        {all.p95_ms === null ? null : ` · p95 ${formatDuration(all.p95_ms)}`}
        {recorderSectionTexts.completeness(complete)}
      </span>
      {stale}
    </>
  );
}
