"use client";

import { useQuery } from "@tanstack/react-query";
import { TruthLine } from "@/components/ui/truth-line";
import { useHydrated } from "@/components/ui/use-hydrated";
import { paces } from "@/lib/paces";
import { recorderQueries } from "@/lib/queries/recorder";
import { LoadingFacts } from "./loading-facts.tsx";
import { RecordedDay } from "./recorded-day.tsx";
import { RecorderFacts, recorderFacts } from "./recorder-facts.tsx";
import { RecordedGaps, RecordedTables } from "./recorder-tables.tsx";
import { Section } from "./section.tsx";

const refetchInterval = paces.refresh.figuresMs;
/** What the dashboard remembers, who writes it down, and what is missing. */
export function RecorderSection() {
  const state = useQuery({ ...recorderQueries.state(), refetchInterval });
  // The top bar asks the same and may have its answer before this part is hydrated; the server's text has none.
  const hydrated = useHydrated();
  const recorder = hydrated ? state.data?.data : undefined;
  const failed = hydrated && recorder === undefined && state.error !== null;
  return (
    <Section id="recorder" title="Recorder">
      {recorder === undefined ? (
        <LoadingFacts query={failed ? state : { ...state, error: null }} facts={recorderFacts} />
      ) : (
        <RecorderFacts recorder={recorder} day={<RecordedDay />} />
      )}
      <TruthLine
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
