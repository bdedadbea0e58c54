"use client";

import { useQuery } from "@tanstack/react-query";
import { paces } from "@/lib/paces";
import { evidenceQueries } from "@/lib/queries/evidence";
import { EvidenceDetails, evidenceDetails } from "./evidence-details.tsx";
import { LoadingDetails } from "./loading-details.tsx";
import { Section } from "./section.tsx";

/** Which logs are stored for later, and how much they take. */
export function EvidenceSection() {
  const state = useQuery({ ...evidenceQueries.state(), refetchInterval: paces.refresh.figuresMs });
  return (
    <Section id="evidence" title="Evidence">
      {state.data === undefined ? (
        <LoadingDetails query={state} rows={evidenceDetails} />
      ) : (
        <EvidenceDetails evidence={state.data.data} readAtMs={state.data.observedAtMs} />
      )}
    </Section>
  );
}
