"use client";

import { useMutation } from "@tanstack/react-query";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { useOpenAfterAct } from "@/components/layout/use-open-after-act";
import { notify } from "@/components/ui/toast";
import { paths } from "@/lib/paths";
import { poolMutations } from "@/lib/queries/pool-mutations";
import { nameOf } from "../pool-capacity.ts";
import { createPoolDialogTexts } from "../pool-on-demand-messages.ts";
import { PoolFields } from "./pool-fields.tsx";
import { costOfPool, newPoolSchema, newPoolValues, poolToCreate } from "./pool-form.ts";
import { useSizeLimit } from "./use-size-limit.ts";

/** Makes a pool and opens its page, where it can be seen to fill. */
export function CreatePoolDialog({ onClose }: { onClose: () => void }) {
  const openAfterAct = useOpenAfterAct();
  const { hint, ...bounds } = useSizeLimit();
  const { form, dialog } = useFormDialog({
    schema: newPoolSchema(bounds),
    values: { ...newPoolValues, size: String(Math.min(Number(newPoolValues.size), bounds.max)) },
    draft: "pool",
    conflictField: "name",
    act: useMutation(poolMutations.create()),
    toSend: (pool) => ({ pool: poolToCreate(pool), reason: pool.reason }),
    onSaved: (made) => {
      onClose();
      if (made === undefined) return;
      notify.done(createPoolDialogTexts.poolCreated, nameOf(made));
      openAfterAct(paths.pool(made.id));
    },
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      title={createPoolDialogTexts.createPool}
      description={createPoolDialogTexts.keepsBrowsersReady}
      submitLabel={createPoolDialogTexts.createPool}
      failedTitle={createPoolDialogTexts.notCreated}
      effect={costOfPool({
        size: form.watch("size"),
        fill_rate_per_minute: form.watch("fill_rate_per_minute"),
      })}
    >
      <PoolFields form={form} sizeHint={hint} isReasonOptional />
    </FormDialog>
  );
}
