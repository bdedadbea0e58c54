"use client";

import { useQuery } from "@tanstack/react-query";
import { TruthLine } from "@/components/ui/truth-line";
import { recorderQueries } from "@/lib/queries/recorder";
import { LoadingFacts } from "./loading-facts.tsx";
import { RecorderFacts, recorderFacts } from "./recorder-facts.tsx";
import { RecordedGaps, RecordedTables } from "./recorder-tables.tsx";
import { Section } from "./section.tsx";

const refetchInterval = 5_000;

/** What the dashboard remembers, who writes it down, and what is missing. */
export function RecorderSection() {
  const state = useQuery({ ...recorderQueries.state(), refetchInterval });
  const recorder = state.data?.data;
  return (
    <Section id="recorder" title="Recorder">
      {recorder === undefined ? (
        <LoadingFacts query={state} facts={recorderFacts} />
      ) : (
        <RecorderFacts recorder={recorder} />
      )}
      <TruthLine
        readAtMs={recorder?.store.counted_at_ms}
        source="rows counted in the store"
        completeness="at most once a minute"
      />
      {recorder === undefined && state.error !== null ? null : (
        <div className="grid gap-3">
          <RecordedGaps gaps={recorder?.gaps} />
          <RecordedTables tables={recorder?.store.tables} />
        </div>
      )}
    </Section>
  );
}
