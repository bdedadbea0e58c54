"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/schema-form";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { ShownOnceDialog } from "@/components/ui/shown-once-dialog";
import { type ApiTokenMade, apiTokenCreate, apiTokenLimits } from "@/lib/bff/api-tokens";
import { apiAddress } from "@/lib/bff/base-path";
import type { Role } from "@/lib/bff/roles";
import { apiTokenMutations } from "@/lib/queries/api-tokens";

const { daysMax, nameMax } = apiTokenLimits;

const daysFault = `Enter a whole number from 1 to ${daysMax}.`;

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
  name: `Use 1 to ${nameMax} of a-z 0-9 . - _, such as ci-deploy.`,
  expires_in_days: daysFault,
};

const roleOptions = [
  { value: "viewer", label: "Viewer: reads" },
  { value: "operator", label: "Operator: acts on browsers, invocations and pools" },
  { value: "admin", label: "Admin: also webhooks and schedules" },
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
      title="Create API token"
      description="The token can do what its role can, except manage accounts and tokens."
      submitLabel="Create token"
      failedTitle="Not created"
    >
      <TextField form={form} name="name" label="Name" hint="The audit shows this name." maxLength={nameMax} />
      <Field label="Role">
        <Select
          value={form.watch("role")}
          options={roleOptions}
          onValueChange={(role) => form.setValue("role", role, { shouldDirty: true })}
        />
      </Field>
      <TextField
        form={form}
        name="expires_in_days"
        label="Expires after, in days"
        hint={`Up to ${daysMax}.`}
        inputMode="numeric"
      />
    </FormDialog>
  );
}

function MadeToken({ made: { name, token }, onClose }: { made: ApiTokenMade; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={`API token ${name}`}
      description="It is shown only once. Anyone with it can act with its role."
      secret={token}
      copyLabel="Copy token"
      closeLabel="I have stored it"
      onClose={onClose}
    >
      <p className="mt-3 text-ink-2">
        To test it:{" "}
        <code className="font-mono text-label break-all">
          curl -H "Authorization: Bearer $TOKEN" {window.location.origin + apiAddress("/session")}
        </code>
      </p>
    </ShownOnceDialog>
  );
}
