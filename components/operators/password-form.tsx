"use client";

import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { FormDialog } from "@/components/form/form-dialog";
import { TextField, useSchemaForm } from "@/components/form/schema-form";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { ErrorState } from "@/components/ui/error-state";
import { notify } from "@/components/ui/toast";
import { type PasswordChange, passwordChange, passwordLimits } from "@/lib/bff/accounts";
import { accountMutations } from "@/lib/queries/accounts";

const schema = z
  .object({ ...passwordChange.shape, repeated: z.string() })
  .check(z.refine(({ new_password, repeated }) => new_password === repeated, { path: ["repeated"] }));
const faultTexts = {
  old_password: "This is not your current password.",
  new_password: `Use at least ${passwordLimits.min} characters, without your user name, and not your current password.`,
  repeated: "The passwords differ.",
} as const;
const empty = { old_password: "", new_password: "", repeated: "" };
const bodyOf = ({ repeated: _, ...body }: z.output<typeof schema>): PasswordChange => body;

/** The dialog in which one's own password is changed. Passwords are never stored as a draft. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { form, dialog } = useFormDialog({
    schema,
    faultTexts,
    values: empty,
    act: useMutation(accountMutations.changePassword()),
    toSend: bodyOf,
    onSaved: () => {
      notify.done("Password changed");
      onClose();
    },
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      title="Change password"
      description="You are signed out everywhere else."
      submitLabel="Change password"
      failedTitle="Password not changed"
    >
      <PasswordFields form={form} oldLabel="Current password" />
    </FormDialog>
  );
}

/** The same on a page of its own. */
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
  const form = useSchemaForm({ schema, faultTexts, failure: change.error, defaultValues: empty });
  const submit = form.handleSubmit((typed) => change.mutate(bodyOf(typed), { onSuccess: onChanged }));
  return (
    <form id={id} className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
      <PasswordFields form={form} oldLabel={oldLabel} />
      {change.error === null ? null : (
        <ErrorState shape="strip" error={change.error} title="Password not changed" />
      )}
    </form>
  );
}

function PasswordFields({
  form,
  oldLabel,
}: {
  form: Pick<UseFormReturn<typeof empty>, "formState" | "getFieldState" | "register">;
  oldLabel: string;
}) {
  const common = { form, type: "password", maxLength: passwordLimits.max } as const;
  return (
    <>
      <TextField {...common} name="old_password" label={oldLabel} autoComplete="current-password" />
      <TextField
        {...common}
        name="new_password"
        label="New password"
        hint={`At least ${passwordLimits.min} characters.`}
        autoComplete="new-password"
      />
      <TextField {...common} name="repeated" label="Repeat new password" autoComplete="new-password" />
    </>
  );
}
