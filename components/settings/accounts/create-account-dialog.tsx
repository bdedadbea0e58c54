"use client";

import { useMutation } from "@tanstack/react-query";
import { FormDialog } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/schema-form";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { type AccountWithPassword, accountCreate, usernameHint } from "@/lib/bff/accounts";
import { type Role, roles } from "@/lib/bff/roles";
import { accountMutations } from "@/lib/queries/accounts";
import { createAccountDialogTexts, roleTexts } from "./account-messages.ts";

const faultTexts = { username: createAccountDialogTexts.enterNameNotTaken(usernameHint) } as const;
const empty: { username: string; role: Role } = { username: "", role: "viewer" };

/** Makes an account; its one-time password is handed to `onCreated`. */
export function CreateAccountDialog({
  onOpenChange,
  onCreated,
}: {
  onOpenChange: (open: boolean) => void;
  onCreated: (created: AccountWithPassword) => void;
}) {
  const { form, dialog } = useFormDialog({
    schema: accountCreate,
    faultTexts,
    values: empty,
    draft: "account",
    act: useMutation(accountMutations.create()),
    toSend: (account) => account,
    onSaved: (created) => {
      onOpenChange(false);
      if (created !== undefined) onCreated(created);
    },
    onClose: () => onOpenChange(false),
  });
  const role = form.watch("role");
  return (
    <FormDialog
      dialog={dialog}
      title={createAccountDialogTexts.createAccount}
      description={createAccountDialogTexts.oneTimePasswordGiven}
      submitLabel={createAccountDialogTexts.createAccount}
      failedTitle={createAccountDialogTexts.notCreated}
    >
      <TextField
        form={form}
        name="username"
        label={createAccountDialogTexts.userName}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
      />
      <Field label={createAccountDialogTexts.role} hint={roleTexts[role]}>
        <Select
          value={role}
          options={roles.map((value) => ({ value, label: value }))}
          onValueChange={(value) => form.setValue("role", value, { shouldDirty: true })}
        />
      </Field>
    </FormDialog>
  );
}
