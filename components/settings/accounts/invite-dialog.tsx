"use client";

import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { TextField, useSchemaForm } from "@/components/form/schema-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { type AccountWithPassword, accountCreate, usernameHint } from "@/lib/bff/accounts";
import { type Role, roles } from "@/lib/bff/roles";
import { accountMutations } from "@/lib/queries/accounts";
import { roleTexts } from "./account-messages.ts";

const faultTexts = { username: `A name that is not taken: ${usernameHint}.` } as const;
const viewer: Role = "viewer";

/** Makes an account; its one-time password is handed to `onCreated`. */
export function InviteDialog({
  onOpenChange,
  onCreated,
}: {
  onOpenChange: (open: boolean) => void;
  onCreated: (created: AccountWithPassword) => void;
}) {
  const formId = useId();
  const create = useMutation(accountMutations.create());
  const form = useSchemaForm({
    schema: accountCreate,
    faultTexts,
    failure: create.error,
    defaultValues: { username: "", role: viewer },
  });
  const role = form.watch("role");
  const submit = form.handleSubmit((account) =>
    create.mutate(account, {
      onSuccess: (created) => {
        onOpenChange(false);
        if (created !== undefined) onCreated(created);
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      pending={create.isPending}
      title="Invite someone"
      description="You get a one-time password to give to them. No mail is sent."
      foot={
        <Button type="submit" form={formId} variant="primary" pending={create.isPending}>
          Invite
        </Button>
      }
    >
      <form id={formId} className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          form={form}
          name="username"
          label="User name"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
        />
        <Field label="Role" hint={roleTexts[role]}>
          <Select
            value={role}
            options={roles.map((value) => ({ value, label: value }))}
            onValueChange={(value) => form.setValue("role", value)}
          />
        </Field>
        {create.error === null ? null : <ErrorState shape="strip" error={create.error} title="Not invited" />}
      </form>
    </Dialog>
  );
}
