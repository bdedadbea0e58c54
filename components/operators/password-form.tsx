"use client";

import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { FormDialog } from "@/components/form/form-dialog";
import { failureBesideFields } from "@/components/form/form-faults";
import { TextField, useSchemaForm } from "@/components/form/schema-form";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { ErrorState } from "@/components/ui/error-state";
import { notify } from "@/components/ui/toast";
import { type PasswordChange, passwordChange, passwordLimits } from "@/lib/bff/accounts";
import { accountMutations } from "@/lib/queries/accounts";
import { passwordFormTexts } from "./sign-in-messages.ts";

const schema = z
  .object({ ...passwordChange.shape, repeated: z.string() })
  .check(z.refine(({ new_password, repeated }) => new_password === repeated, { path: ["repeated"] }));
const faultTexts = {
  old_password: passwordFormTexts.notYourCurrentPassword,
  new_password: passwordFormTexts.newPasswordRule(passwordLimits.min),
  repeated: passwordFormTexts.thePasswordsDiffer,
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
      notify.done(passwordFormTexts.passwordChanged);
      onClose();
    },
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      title={passwordFormTexts.changePassword}
      description={passwordFormTexts.youSignedOutEverywhereElse}
      submitLabel={passwordFormTexts.changePassword}
      failedTitle={passwordFormTexts.passwordNotChanged}
    >
      <PasswordFields form={form} oldLabel={passwordFormTexts.currentPassword} />
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
  const failure = failureBesideFields(change.error, empty);
  const submit = form.handleSubmit((typed) => change.mutate(bodyOf(typed), { onSuccess: onChanged }));
  return (
    <form id={id} className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
      <PasswordFields form={form} oldLabel={oldLabel} />
      {failure === null ? null : (
        <ErrorState shape="strip" error={failure} title={passwordFormTexts.passwordNotChanged} />
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
        label={passwordFormTexts.newPassword}
        hint={passwordFormTexts.atLeastCharacters(passwordLimits.min)}
        autoComplete="new-password"
      />
      <TextField
        {...common}
        name="repeated"
        label={passwordFormTexts.repeatNewPassword}
        autoComplete="new-password"
      />
    </>
  );
}
