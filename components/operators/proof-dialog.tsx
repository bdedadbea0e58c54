"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { failureBesideFields } from "@/components/form/form-faults";
import { TextField, useSchemaForm } from "@/components/form/schema-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { passwordLimits, passwordProof } from "@/lib/bff/accounts";
import type { ProofKind } from "@/lib/bff/proof-codes";
import { proofMutations } from "@/lib/queries/accounts";
import { proofDialogTexts } from "./operator-on-demand-messages.ts";
import { onProofReport } from "./proof-channel.ts";
import { useSignInWindow } from "./use-sign-in-window.tsx";

const title = proofDialogTexts.confirmItIsYou;
const empty = { password: "" };
const faultTexts = { password: proofDialogTexts.wrongPassword } as const;

/** Asks for a proof of identity: the call that needs it is sent again afterwards. */
export function ProofDialog({ kind, onSettled }: { kind: ProofKind; onSettled: (given: boolean) => void }) {
  return kind === "password" ? (
    <PasswordProof onSettled={onSettled} />
  ) : (
    <ProviderProof onSettled={onSettled} />
  );
}

/** In a second window, so that this page and what was typed in it stay. */
function ProviderProof({ onSettled }: { onSettled: (given: boolean) => void }) {
  const [refused, setRefused] = useState(false);
  const confirming = useSignInWindow("/sign-in/confirm");
  useEffect(
    () =>
      onProofReport((given) => {
        if (given) onSettled(true);
        else setRefused(true);
      }),
    [onSettled],
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onSettled(false);
      }}
      title={title}
      description={proofDialogTexts.singleSignOnAgain}
      foot={
        <Button
          variant="primary"
          onClick={() => {
            setRefused(false);
            confirming.open();
          }}
        >
          {proofDialogTexts.openWindow}
        </Button>
      }
    >
      {confirming.blocked}
      {refused ? <p role="alert">{proofDialogTexts.otherWindowSaysWhy}</p> : null}
    </Dialog>
  );
}

function PasswordProof({ onSettled }: { onSettled: (given: boolean) => void }) {
  const formId = useId();
  const prove = useMutation(proofMutations.password());
  const form = useSchemaForm({
    schema: passwordProof,
    faultTexts,
    failure: prove.error,
    defaultValues: empty,
  });
  const failure = failureBesideFields(prove.error, empty);
  const submit = form.handleSubmit(({ password }) =>
    prove.mutate(password, { onSuccess: () => onSettled(true) }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onSettled(false);
      }}
      pending={prove.isPending}
      title={title}
      description={proofDialogTexts.enterYourPassword}
      foot={
        <Button type="submit" form={formId} variant="primary" pending={prove.isPending}>
          {proofDialogTexts.confirm}
        </Button>
      }
    >
      <form id={formId} className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          form={form}
          name="password"
          label={proofDialogTexts.password}
          type="password"
          autoComplete="current-password"
          maxLength={passwordLimits.max}
        />
        {failure === null ? null : (
          <ErrorState shape="strip" error={failure} title={proofDialogTexts.notConfirmed} />
        )}
      </form>
    </Dialog>
  );
}
