"use client";

import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { FormDialog } from "@/components/form/form-dialog";
import { failureBesideFields, faultsIn } from "@/components/form/form-faults";
import { TextField, useSchemaForm } from "@/components/form/schema-form";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { ErrorState } from "@/components/ui/error-state";
import { notify } from "@/components/ui/toast";
import { type PasswordChange, passwordChange, passwordLimits } from "@/lib/bff/accounts";
import { accountMutations } from "@/lib/queries/accounts";
import { newPasswordViewTexts, passwordFormTexts } from "./sign-in-messages.ts";

const repeatedAlike = z.refine<{ new_password: string; repeated: string }>(
  ({ new_password, repeated }) => new_password === repeated,
  { path: ["repeated"] },
);
const { new_password } = passwordChange.shape;
const withOld = z
  .object({ old_password: z.string().check(z.minLength(1)), new_password, repeated: z.string() })
  .check(repeatedAlike);
const withoutOld = z
  .object({ old_password: z.string(), new_password, repeated: z.string() })
  .check(repeatedAlike);
const faultTexts = {
  old_password: passwordFormTexts.notYourCurrentPassword,
  new_password: passwordFormTexts.newPasswordRule(passwordLimits.min),
  repeated: passwordFormTexts.thePasswordsDiffer,
} as const;
const firstFaultTexts = {
  ...faultTexts,
  old_password: newPasswordViewTexts.enterOneTimePasswordAgain,
} as const;
const empty = { old_password: "", new_password: "", repeated: "" };
const bodyOf = ({ old_password, new_password }: z.output<typeof withOld>): PasswordChange =>
  old_password === "" ? { new_password } : { old_password, new_password };
const namesOldPassword = (failure: Error) =>
  faultsIn(failure, empty).faults.some(({ path }) => path === "old_password");

/** The dialog in which one's own password is changed. Passwords are never stored as a draft. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { form, dialog } = useFormDialog({
    schema: withOld,
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
      description={passwordFormTexts.signedOutElsewhere}
      submitLabel={passwordFormTexts.changePassword}
      failedTitle={passwordFormTexts.passwordNotChanged}
    >
      <PasswordFields form={form} oldLabel={passwordFormTexts.currentPassword} />
    </FormDialog>
  );
}

/** The same on a page of its own, after a sign-in with a one-time password: that is asked for only if the server needs it. */
export function FirstPasswordForm({
  id,
  change,
  onChanged,
}: {
  id: string;
  change: UseMutationResult<unknown, Error, PasswordChange>;
  onChanged: () => void;
}) {
  const [asksOld, setAsksOld] = useState(false);
  const form = useSchemaForm({
    schema: asksOld ? withOld : withoutOld,
    faultTexts: firstFaultTexts,
    failure: change.error,
    defaultValues: empty,
  });
  const failure = failureBesideFields(change.error, empty);
  const submit = form.handleSubmit((typed) =>
    change.mutate(bodyOf(typed), {
      onSuccess: onChanged,
      onError: (error) => setAsksOld((asks) => asks || namesOldPassword(error)),
    }),
  );
  return (
    <form id={id} className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
      <PasswordFields form={form} oldLabel={asksOld ? newPasswordViewTexts.oneTimePassword : undefined} />
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
  /** Without it the old password is not asked for. */
  oldLabel: string | undefined;
}) {
  const common = { form, type: "password", maxLength: passwordLimits.max } as const;
  return (
    <>
      {oldLabel === undefined ? null : (
        <TextField {...common} name="old_password" label={oldLabel} autoComplete="current-password" />
      )}
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
