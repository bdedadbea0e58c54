"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { loadPart } from "@/components/ui/load-part";
import { notify } from "@/components/ui/toast";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { EvidenceState } from "@/lib/bff/evidence";
import { hasRole } from "@/lib/bff/roles";
import { paces } from "@/lib/paces";
import { evidenceMutations, evidenceQueries } from "@/lib/queries/evidence";
import { sessionQueries } from "@/lib/queries/session";
import { EvidenceDetails, evidenceDetails } from "./evidence-details.tsx";
import { LoadingDetails } from "./loading-details.tsx";
import { Section } from "./section.tsx";
import { evidenceSectionTexts } from "./setting-messages.ts";

const EvidenceDialog = dynamic(
  loadPart(() => import("./evidence-dialog.tsx").then((module) => module.EvidenceDialog)),
  { ssr: false },
);

/** What evidence is stored for later, how much it takes, and for operators, how to change it. */
export function EvidenceSection() {
  const state = useQuery({ ...evidenceQueries.state(), refetchInterval: paces.refresh.figuresMs });
  const hydrated = useHydrated();
  // The shell reads it, too.
  const heldRole = useQuery(sessionQueries.current()).data?.data.operator.role;
  const role = hydrated ? heldRole : undefined;
  return (
    <Section id="evidence" title={evidenceSectionTexts.evidence}>
      {state.data === undefined ? (
        <LoadingDetails query={state} rows={evidenceDetails} />
      ) : (
        <>
          <EvidenceDetails evidence={state.data.data} readAtMs={state.data.observedAtMs} />
          {role !== undefined && hasRole(role, "operator") ? (
            <EvidenceActions evidence={state.data.data} />
          ) : null}
        </>
      )}
    </Section>
  );
}

function EvidenceActions({ evidence }: { evidence: EvidenceState }) {
  const [open, setOpen] = useState<"edit" | "reset">();
  const reset = useMutation(evidenceMutations.reset());
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOpen("edit")}>{evidenceSectionTexts.edit}</Button>
      {evidence.changed.length === 0 ? null : (
        <Button onClick={() => setOpen("reset")}>{evidenceSectionTexts.resetToDefaults}</Button>
      )}
      {open === "edit" ? <EvidenceDialog evidence={evidence} onClose={close} /> : null}
      <ConfirmDialog
        open={open === "reset"}
        onOpenChange={close}
        title={evidenceSectionTexts.resetEvidenceSettings}
        effect={evidenceSectionTexts.environmentVariablesApplyAgainExceptions}
        confirmLabel={evidenceSectionTexts.reset}
        onConfirm={async () => {
          await reset.mutateAsync();
          notify.done(evidenceSectionTexts.evidenceSettingsReset);
        }}
      />
    </div>
  );
}
