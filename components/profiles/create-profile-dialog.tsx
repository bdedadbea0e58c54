"use client";

import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { FormDialog, ReasonField } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/schema-form";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { notify } from "@/components/ui/toast";
import { profileName } from "@/lib/contract/profiles";
import { profileMutations } from "@/lib/queries/profiles";
import { nameOf } from "./profile-columns.tsx";
import { profileNameRule } from "./profile-name-rule.ts";
import { createProfileDialogTexts } from "./profile-on-demand-messages.ts";

const schema = z.object({
  name: z.string().check(
    z.trim(),
    z.refine((name) => name === "" || profileName.safeParse(name).success, profileNameRule),
  ),
  reason: z.string().check(z.trim()),
});
const empty = { name: "", reason: "" };

/** Makes a profile without state; `onCreated` gets its id. */
export function CreateProfileDialog({
  onCreated,
  onClose,
}: {
  onCreated: (id: string) => void;
  onClose: () => void;
}) {
  const { form, dialog } = useFormDialog({
    schema,
    values: empty,
    draft: "profile",
    conflictField: "name",
    act: useMutation(profileMutations.create()),
    toSend: (profile) => profile,
    onSaved: (made) => {
      onClose();
      if (made === undefined) return;
      notify.done(createProfileDialogTexts.profileCreated, nameOf(made));
      onCreated(made.id);
    },
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      title={createProfileDialogTexts.createProfile}
      width="sm"
      submitLabel={createProfileDialogTexts.createProfile}
      failedTitle={createProfileDialogTexts.notCreated}
      effect={createProfileDialogTexts.emptyUntilSaved}
    >
      <TextField
        form={form}
        name="name"
        label={createProfileDialogTexts.name}
        optional
        hint={profileNameRule}
        maxLength={255}
        spellCheck={false}
      />
      <ReasonField form={form} name="reason" />
    </FormDialog>
  );
}
