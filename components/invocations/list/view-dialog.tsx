"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type View, viewLimits } from "@/lib/bff/views";
import { readFailure } from "@/lib/format/error-message";
import { viewMutations } from "@/lib/queries/views";
import { viewDialogTexts } from "./invocation-list-on-demand-messages.ts";

/** Edits the name of a view: a new one for the current state, or an existing one. */
export function ViewDialog({
  renamed,
  query,
  onDone,
  onClose,
}: {
  /** Undefined: a new view. */
  renamed: View | undefined;
  query: string;
  onDone: (view: View) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const [name, setName] = useState(renamed?.name ?? "");
  const [shared, setShared] = useState(false);
  const [isDefault, setDefault] = useState(false);
  const [fault, setFault] = useState<string>();
  const create = useMutation(viewMutations.create());
  const change = useMutation(viewMutations.change());
  const noSharing = useRoleReason("operator");
  const pending = create.isPending || change.isPending;

  const save = async () => {
    const given = name.trim();
    if (given === "") return setFault(viewDialogTexts.enterAName);
    if (pending) return;
    setFault(undefined);
    try {
      const saved =
        renamed === undefined
          ? await create.mutateAsync({ name: given, query, shared, is_default: isDefault })
          : await change.mutateAsync({ id: renamed.id, name: given });
      if (saved !== undefined) onDone(saved);
    } catch (error) {
      setFault(readFailure(error).message);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      pending={pending}
      title={renamed === undefined ? viewDialogTexts.saveView : viewDialogTexts.rename(renamed.name)}
      {...(renamed === undefined ? { description: viewDialogTexts.savesFiltersColumnsPageSize } : {})}
      width="sm"
      foot={
        <DialogButtons
          formId={formId}
          submitLabel={renamed === undefined ? viewDialogTexts.saveView : viewDialogTexts.renameLabel}
          pending={pending}
          onDismiss={onClose}
        />
      }
    >
      <form
        id={formId}
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label={viewDialogTexts.name} error={fault}>
          <Input
            value={name}
            maxLength={viewLimits.nameMax}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
          />
        </Field>
        {renamed === undefined ? (
          <>
            <Checkbox
              checked={isDefault}
              onCheckedChange={setDefault}
              label={viewDialogTexts.myDefaultView}
            />
            <div className="grid gap-0.5">
              <Checkbox
                checked={shared}
                onCheckedChange={setShared}
                disabled={noSharing !== undefined}
                label={viewDialogTexts.shareWithEveryone}
              />
              {noSharing === undefined ? null : <p className="pl-6 text-label text-ink-3">{noSharing}</p>}
            </div>
          </>
        ) : null}
      </form>
    </Dialog>
  );
}
