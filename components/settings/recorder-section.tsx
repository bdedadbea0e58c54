"use client";

import { useQuery } from "@tanstack/react-query";
import { DataFreshness } from "@/components/ui/data-freshness";
import { useHydrated } from "@/components/ui/use-hydrated";
import { paces } from "@/lib/paces";
import { recorderQueries } from "@/lib/queries/recorder";
import { LoadingDetails } from "./loading-details.tsx";
import { RecordedDay } from "./recorded-day.tsx";
import { RecorderDetails, recorderDetails } from "./recorder-details.tsx";
import { RecordedGaps, RecordedTables } from "./recorder-tables.tsx";
import { Section } from "./section.tsx";

const refetchInterval = paces.refresh.figuresMs;
/** What is recorded, by which instance, and what is missing. */
export function RecorderSection() {
  const state = useQuery({ ...recorderQueries.state(), refetchInterval });
  // The top bar shares this query and may have data before this part is hydrated; the server's HTML has none.
  const hydrated = useHydrated();
  const recorder = hydrated ? state.data?.data : undefined;
  const failed = hydrated && recorder === undefined && state.error !== null;
  return (
    <Section id="recorder" title="Recorder">
      {recorder === undefined ? (
        <LoadingDetails query={failed ? state : { ...state, error: null }} rows={recorderDetails} />
      ) : (
        <RecorderDetails recorder={recorder} day={<RecordedDay />} />
      )}
      <DataFreshness
        readAtMs={recorder?.store.counted_at_ms}
        source="rows counted in the store"
        completeness="at most once a minute"
      />
      {failed ? null : (
        <div className="grid gap-3">
          <RecordedGaps gaps={recorder?.gaps} />
          <RecordedTables recorder={recorder} />
        </div>
      )}
    </Section>
  );
}
