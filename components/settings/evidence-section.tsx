"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { RefreshError } from "@/components/layout/query-error";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { loadPart } from "@/components/ui/load-part";
import { notify } from "@/components/ui/toast";
import type { EvidenceState } from "@/lib/bff/evidence";
import { paces } from "@/lib/paces";
import { evidenceMutations, evidenceQueries } from "@/lib/queries/evidence";
import { EvidenceDetails, evidenceDetails } from "./evidence-details.tsx";
import { LoadingDetails } from "./loading-details.tsx";
import { Section } from "./section.tsx";
import { evidenceSectionTexts } from "./setting-messages.ts";

const EvidenceDialog = dynamic(
  loadPart(() => import("./evidence-dialog.tsx").then((module) => module.EvidenceDialog)),
  { ssr: false },
);

/** What evidence is stored for later, how much it takes, and how operators change it. */
export function EvidenceSection() {
  const state = useQuery({ ...evidenceQueries.state(), refetchInterval: paces.refresh.figuresMs });
  return (
    <Section id="evidence" title={evidenceSectionTexts.evidence}>
      <p className="text-label text-ink-3">{evidenceSectionTexts.whatIsStored}</p>
      {state.data === undefined ? (
        <LoadingDetails query={state} rows={evidenceDetails} />
      ) : (
        <>
          <RefreshError query={state} />
          <EvidenceDetails evidence={state.data.data} readAtMs={state.data.observedAtMs} />
          <EvidenceActions evidence={state.data.data} />
        </>
      )}
    </Section>
  );
}

function EvidenceActions({ evidence }: { evidence: EvidenceState }) {
  const [open, setOpen] = useState<"edit" | "reset">();
  const reset = useMutation(evidenceMutations.reset());
  const refusal = useRoleReason("operator");
  const close = () => setOpen(undefined);
  usePaletteAct("edit-evidence", evidenceSectionTexts.editEvidenceSettings, () => setOpen("edit"), refusal);
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabledReason={refusal} onClick={() => setOpen("edit")}>
        {evidenceSectionTexts.edit}
      </Button>
      {evidence.changed.length === 0 ? null : (
        <Button disabledReason={refusal} onClick={() => setOpen("reset")}>
          {evidenceSectionTexts.resetToDefaults}
        </Button>
      )}
      {open === "edit" ? <EvidenceDialog evidence={evidence} onClose={close} /> : null}
      <ConfirmDialog
        open={open === "reset"}
        onOpenChange={close}
        title={evidenceSectionTexts.resetEvidenceSettings}
        effect={evidenceSectionTexts.variablesApplyAgain}
        confirmLabel={evidenceSectionTexts.reset}
        onConfirm={async () => {
          await reset.mutateAsync();
          notify.done(evidenceSectionTexts.evidenceSettingsReset);
        }}
      />
    </div>
  );
}
