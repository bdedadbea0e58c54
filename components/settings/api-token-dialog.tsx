"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/schema-form";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { useHoldPage } from "@/components/form/use-hold-page";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { ShownOnceDialog } from "@/components/ui/shown-once-dialog";
import { type ApiTokenMade, apiTokenCreate, apiTokenLimits } from "@/lib/bff/api-tokens";
import { apiAddress } from "@/lib/bff/base-path";
import type { Role } from "@/lib/bff/roles";
import { apiTokenMutations } from "@/lib/queries/api-tokens";
import { apiTokenDialogTexts } from "./setting-on-demand-messages.ts";

const { daysMax, nameMax } = apiTokenLimits;

const daysFault = apiTokenDialogTexts.enterDays(daysMax);

const tokenForm = z.object({
  name: apiTokenCreate.shape.name,
  role: apiTokenCreate.shape.role,
  expires_in_days: z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,4}$/, daysFault)),
      z.transform((text: string) => Number(text)),
    ),
    apiTokenCreate.shape.expires_in_days,
  ),
});
const faultTexts = {
  name: apiTokenDialogTexts.nameInvalid(nameMax),
  expires_in_days: daysFault,
};

const roleOptions = [
  { value: "viewer", label: apiTokenDialogTexts.viewerReads },
  { value: "operator", label: apiTokenDialogTexts.operatorActs },
  { value: "admin", label: apiTokenDialogTexts.adminManages },
] as const satisfies readonly { value: Role; label: string }[];

const empty = { name: "", role: "viewer", expires_in_days: "90" } satisfies z.input<typeof tokenForm>;

/** Creates an API token, then shows it once. */
export function ApiTokenDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<ApiTokenMade>();
  const { form, dialog } = useFormDialog({
    schema: tokenForm,
    faultTexts,
    values: empty,
    draft: "api-token",
    conflictField: "name",
    act: useMutation(apiTokenMutations.create()),
    toSend: (token) => token,
    onSaved: setMade,
    onClose,
  });
  if (made !== undefined) return <MadeToken made={made} onClose={onClose} />;
  return (
    <FormDialog
      dialog={dialog}
      title={apiTokenDialogTexts.createApiToken}
      description={apiTokenDialogTexts.whatTokenCanDo}
      submitLabel={apiTokenDialogTexts.createToken}
      failedTitle={apiTokenDialogTexts.notCreated}
    >
      <TextField
        form={form}
        name="name"
        label={apiTokenDialogTexts.name}
        hint={apiTokenDialogTexts.theAuditShowsThisName}
        maxLength={nameMax}
      />
      <Field label={apiTokenDialogTexts.role}>
        <Select
          value={form.watch("role")}
          options={roleOptions}
          onValueChange={(role) => form.setValue("role", role, { shouldDirty: true })}
        />
      </Field>
      <TextField
        form={form}
        name="expires_in_days"
        label={apiTokenDialogTexts.expiresAfterInDays}
        hint={apiTokenDialogTexts.upTo(daysMax)}
        inputMode="numeric"
      />
    </FormDialog>
  );
}

function MadeToken({ made: { name, token }, onClose }: { made: ApiTokenMade; onClose: () => void }) {
  useHoldPage(true);
  return (
    <ShownOnceDialog
      title={apiTokenDialogTexts.apiToken(name)}
      description={apiTokenDialogTexts.shownOnlyOnce}
      secret={token}
      copyLabel={apiTokenDialogTexts.copyToken}
      closeLabel={apiTokenDialogTexts.iHaveStoredIt}
      onClose={onClose}
    >
      <p className="mt-3 text-ink-2">
        {apiTokenDialogTexts.toTestIt}
        <code className="font-mono text-label break-all">
          {apiTokenDialogTexts.curlCommand(window.location.origin, apiAddress("/session"))}
        </code>
      </p>
    </ShownOnceDialog>
  );
}
