"use client";

import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog, ReasonField } from "./form-dialog.tsx";
import { renameDialogTexts } from "./form-messages.ts";
import { TextField } from "./schema-form.tsx";
import { useFormDialog } from "./use-form-dialog.ts";

/** Gives something another name. */
export function RenameDialog({
  what,
  id,
  present,
  rule,
  hint,
  act,
  onRenamed,
  onClose,
}: {
  /** `proxy`, in the title and as the name of the draft. */
  what: string;
  id: string;
  /** Its present name; empty: none. */
  present: string;
  /** The rule of the API. */
  rule: z.ZodMiniType<string, string>;
  /** The rule as a sentence. */
  hint: string;
  act: Pick<
    UseMutationResult<unknown, Error, { id: string; name: string; reason: string }>,
    "mutateAsync" | "isPending" | "error" | "reset"
  >;
  onRenamed: (name: string) => void;
  onClose: () => void;
}) {
  const [schema] = useState(() =>
    z.object({
      name: z.string().check(
        z.trim(),
        z.refine((name) => rule.safeParse(name).success, hint),
      ),
      reason: z.string().check(z.trim()),
    }),
  );
  const { form, dialog } = useFormDialog({
    schema,
    values: { name: present, reason: "" },
    draft: `rename-${what}-${id}`,
    conflictField: "name",
    act,
    toSend: ({ name, reason }) => (name === present ? undefined : { id, name, reason }),
    onSaved: (_answer, { name }) => onRenamed(name),
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      title={renameDialogTexts.rename(what, present || id)}
      width="sm"
      submitLabel={renameDialogTexts.renameAct(what)}
      failedTitle={renameDialogTexts.notRenamed}
    >
      <TextField
        form={form}
        name="name"
        label={renameDialogTexts.name}
        hint={hint}
        maxLength={255}
        spellCheck={false}
      />
      <ReasonField form={form} name="reason" />
    </FormDialog>
  );
}
