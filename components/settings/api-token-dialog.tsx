"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import * as z from "zod/mini";
import { TextField, useSchemaForm } from "@/components/form/schema-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { ShownOnceDialog } from "@/components/ui/shown-once-dialog";
import { type ApiTokenMade, apiTokenCreate, apiTokenLimits } from "@/lib/bff/api-tokens";
import type { Role } from "@/lib/bff/roles";
import { apiTokenMutations } from "@/lib/queries/api-tokens";

const { daysMax, nameMax } = apiTokenLimits;

const daysFault = `A whole number from 1 to ${daysMax}.`;

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
  name: `1 to ${nameMax} of a-z, 0-9, full stop, hyphen and underscore, such as ci-deploy.`,
  expires_in_days: daysFault,
};

const roleOptions = [
  { value: "viewer", label: "Viewer: reads" },
  { value: "operator", label: "Operator: acts on browsers, invocations and pools" },
  { value: "admin", label: "Admin: also webhooks and schedules" },
] as const satisfies readonly { value: Role; label: string }[];

/** Creates an API token, then shows it once. */
export function ApiTokenDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [made, setMade] = useState<ApiTokenMade>();
  const create = useMutation(apiTokenMutations.create());
  const form = useSchemaForm({
    schema: tokenForm,
    faultTexts,
    failure: create.error,
    defaultValues: { name: "", role: "viewer" as const, expires_in_days: "90" },
  });
  const submit = form.handleSubmit((token) => create.mutate(token, { onSuccess: setMade }));
  if (made !== undefined) return <MadeToken made={made} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      pending={create.isPending}
      title="Create API token"
      description="It does what its role may do. It never manages accounts or tokens."
      foot={
        <Button type="submit" form={formId} variant="primary" pending={create.isPending}>
          Create token
        </Button>
      }
    >
      <form id={formId} className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          form={form}
          name="name"
          label="Name"
          hint="The audit names it for what it does."
          maxLength={nameMax}
        />
        <Field label="Role">
          <Select
            value={form.watch("role")}
            options={roleOptions}
            onValueChange={(role) => form.setValue("role", role)}
          />
        </Field>
        <TextField
          form={form}
          name="expires_in_days"
          label="Expires after days"
          hint={`At most ${daysMax}.`}
          inputMode="numeric"
        />
        {create.error === null ? null : <ErrorState shape="strip" error={create.error} title="Not created" />}
      </form>
    </Dialog>
  );
}

function MadeToken({ made: { name, token }, onClose }: { made: ApiTokenMade; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={`API token ${name}`}
      description="It is shown this once. Whoever has it can act with its role."
      secret={token}
      copyLabel="Copy token"
      closeLabel="I have stored it"
      onClose={onClose}
    >
      <p className="mt-3 text-ink-2">
        To check it, read who it is:{" "}
        <code className="font-mono text-label break-all">
          curl -H "Authorization: Bearer $TOKEN" {window.location.origin}/api/session
        </code>
      </p>
    </ShownOnceDialog>
  );
}
