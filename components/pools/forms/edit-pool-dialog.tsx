"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import {
  captureTexts,
  extensionPickerTexts,
} from "@/components/browser-options/browser-option-on-demand-messages";
import { FormDialog, ReplacedFields } from "@/components/form/form-dialog";
import { changedSince, useFormDialog } from "@/components/form/use-form-dialog";
import { Checkbox } from "@/components/ui/checkbox";
import { notify } from "@/components/ui/toast";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { poolMutations } from "@/lib/queries/pool-mutations";
import { capacityOf, nameOf } from "../pool-capacity.ts";
import { editPoolDialogTexts } from "../pool-on-demand-messages.ts";
import { PoolFields } from "./pool-fields.tsx";
import {
  effectOfChanges,
  listTextsOf,
  type PoolFormValues,
  poolChanges,
  poolEditSchema,
  poolValuesOf,
} from "./pool-form.ts";
import { useSizeLimit } from "./use-size-limit.ts";

const faultTexts = { reason: editPoolDialogTexts.giveAReason } as const;

/** Changes a pool's configuration: only what differs is sent. */
export function EditPoolDialog({
  pool,
  preset,
  onClose,
}: {
  pool: Pool;
  /** Filled in already, by a remedy. */
  preset: Partial<PoolFormValues>;
  onClose: () => void;
}) {
  // Compared with the pool at opening, so that polling in the meantime does not change the form.
  const [present] = useState(() => poolValuesOf(pool));
  const { hint, ...bounds } = useSizeLimit(pool.id);
  const schema = poolEditSchema(present, bounds);
  const { form, dialog } = useFormDialog({
    schema,
    faultTexts,
    values: present,
    typed: preset,
    draft: `pool-${pool.id}`,
    version: listTextsOf(present),
    conflictField: "name",
    act: useMutation(poolMutations.update()),
    toSend: (submitted) => {
      const changes = poolChanges(submitted, present);
      if (Object.keys(changes).length === 0) return undefined;
      return { idOrName: pool.id, changes, reason: submitted.reason };
    },
    onSaved: (_changed, submitted) => {
      notify.done(editPoolDialogTexts.poolSaved, submitted.name || nameOf(pool));
      onClose();
    },
    onClose,
  });
  const typed = schema.safeParse({ ...form.watch(), reason: editPoolDialogTexts.givenLater });
  const changes = typed.success ? poolChanges(typed.data, present) : {};
  const replaced = changedSince(dialog.version, listTextsOf(present)).filter((name) => name in changes);
  return (
    <FormDialog
      dialog={dialog}
      title={editPoolDialogTexts.editPool(nameOf(pool))}
      submitLabel={editPoolDialogTexts.savePool}
      failedTitle={editPoolDialogTexts.notSaved}
      effect={
        typed.success ? (
          <>
            {effectOfChanges(changes, pool)}
            <ReplacedFields
              names={replaced.map((name) =>
                name === "extensions" ? extensionPickerTexts.extensions : captureTexts.capture,
              )}
            />
          </>
        ) : undefined
      }
    >
      <PoolFields
        form={form}
        sizeHint={hint}
        isReasonOptional={false}
        profileHint={present.profile === "" ? undefined : editPoolDialogTexts.profileNotRemovable}
      />
      <Checkbox
        checked={form.watch("discard_all_idle")}
        onCheckedChange={(next) => form.setValue("discard_all_idle", next, { shouldDirty: true })}
        label={editPoolDialogTexts.restartIdleBrowsers(formatCount(capacityOf(pool).available))}
      />
    </FormDialog>
  );
}
