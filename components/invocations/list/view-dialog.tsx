"use client";

import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { FormDialog } from "@/components/form/form-dialog";
import { renameDialogTexts } from "@/components/form/form-messages";
import { TextField } from "@/components/form/schema-form";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Checkbox } from "@/components/ui/checkbox";
import { type View, viewCreate, viewLimits } from "@/lib/bff/views";
import { viewMutations } from "@/lib/queries/views";
import { viewDialogTexts } from "./invocation-list-on-demand-messages.ts";

const viewForm = z.object({
  name: viewCreate.shape.name,
  shared: z.boolean(),
  is_default: z.boolean(),
});
const empty = { name: "", shared: false, is_default: false };

/** Saves the current state as a new view. */
export function SaveViewDialog({
  query,
  onSaved,
  onClose,
}: {
  query: string;
  onSaved: (view: View) => void;
  onClose: () => void;
}) {
  const noSharing = useRoleReason("operator");
  const { form, dialog } = useFormDialog({
    schema: viewForm,
    values: empty,
    // A name is restored for the state that it was typed for.
    draft: `view-${query}`,
    act: useMutation(viewMutations.create()),
    toSend: (typed) => ({ ...typed, query }),
    onSaved: (view) => (view === undefined ? onClose() : onSaved(view)),
    onClose,
    conflictField: "name",
  });
  return (
    <FormDialog
      dialog={dialog}
      title={viewDialogTexts.saveView}
      description={viewDialogTexts.whatIsSaved}
      width="sm"
      submitLabel={viewDialogTexts.saveView}
      failedTitle={viewDialogTexts.notSaved}
    >
      <TextField form={form} name="name" label={viewDialogTexts.name} maxLength={viewLimits.nameMax} />
      <Checkbox
        checked={form.watch("is_default")}
        onCheckedChange={(next) => form.setValue("is_default", next, { shouldDirty: true })}
        label={viewDialogTexts.myDefaultView}
      />
      <div className="grid gap-0.5">
        <Checkbox
          checked={form.watch("shared")}
          onCheckedChange={(next) => form.setValue("shared", next, { shouldDirty: true })}
          disabled={noSharing !== undefined}
          label={viewDialogTexts.shareWithEveryone}
        />
        {noSharing === undefined ? null : <p className="pl-6 text-label text-ink-3">{noSharing}</p>}
      </div>
    </FormDialog>
  );
}

const nameForm = z.pick(viewForm, { name: true });

/** Gives a view another name. */
export function RenameViewDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const { form, dialog } = useFormDialog({
    schema: nameForm,
    values: { name: view.name },
    draft: `rename-view-${view.id}`,
    act: useMutation(viewMutations.change()),
    toSend: ({ name }) => (name === view.name ? undefined : { id: view.id, name }),
    onSaved: onClose,
    onClose,
    conflictField: "name",
  });
  return (
    <FormDialog
      dialog={dialog}
      title={renameDialogTexts.rename(viewDialogTexts.view, view.name)}
      width="sm"
      submitLabel={renameDialogTexts.renameAct(viewDialogTexts.view)}
      failedTitle={renameDialogTexts.notRenamed}
    >
      <TextField form={form} name="name" label={viewDialogTexts.name} maxLength={viewLimits.nameMax} />
    </FormDialog>
  );
}
