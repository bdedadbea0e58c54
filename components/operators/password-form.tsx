"use client";

import type { UseMutationResult } from "@tanstack/react-query";
import * as z from "zod/mini";
import { TextField, useSchemaForm } from "@/components/form/schema-form";
import { ErrorState } from "@/components/ui/error-state";
import { type PasswordChange, passwordChange, passwordLimits } from "@/lib/bff/accounts";

const schema = z
  .object({ ...passwordChange.shape, repeated: z.string() })
  .check(z.refine(({ new_password, repeated }) => new_password === repeated, { path: ["repeated"] }));
const faultTexts = {
  old_password: "This is not the present password.",
  new_password: `At least ${passwordLimits.min} characters, not the present password, and without your user name.`,
  repeated: "This differs from the new password.",
} as const;

/** The fields of a change of one's own password. */
export function PasswordForm({
  id,
  oldLabel,
  change,
  onChanged,
}: {
  id: string;
  oldLabel: string;
  change: UseMutationResult<unknown, Error, PasswordChange>;
  onChanged: () => void;
}) {
  const form = useSchemaForm({
    schema,
    faultTexts,
    failure: change.error,
    defaultValues: { old_password: "", new_password: "", repeated: "" },
  });
  const submit = form.handleSubmit(({ repeated: _, ...body }) =>
    change.mutate(body, { onSuccess: onChanged }),
  );
  const common = { form, type: "password", maxLength: passwordLimits.max } as const;
  return (
    <form id={id} className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
      <TextField {...common} name="old_password" label={oldLabel} autoComplete="current-password" />
      <TextField
        {...common}
        name="new_password"
        label="New password"
        hint={`At least ${passwordLimits.min} characters.`}
        autoComplete="new-password"
      />
      <TextField {...common} name="repeated" label="New password again" autoComplete="new-password" />
      {change.error === null ? null : (
        <ErrorState shape="strip" error={change.error} title="Password not changed" />
      )}
    </form>
  );
}
