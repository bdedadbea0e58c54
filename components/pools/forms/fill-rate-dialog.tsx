"use client";

import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { FormDialog, ReasonField } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/schema-form";
import { requiredText } from "@/components/form/typed-values";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { notify } from "@/components/ui/toast";
import { poolMutations } from "@/lib/queries/pool-mutations";
import { editPoolDialogTexts, fillRateDialogTexts } from "../pool-on-demand-messages.ts";

const maxPerMinute = 1000;
const schema = z.object({
  /** Empty: the observed rate. */
  rate: z.string().check(
    z.trim(),
    z.refine(
      (text) => text === "" || (/^\d{1,4}(\.\d{1,3})?$/.test(text) && Number(text) <= maxPerMinute),
      fillRateDialogTexts.enterNumber(maxPerMinute),
    ),
  ),
  reason: requiredText,
});
const faultTexts = { reason: editPoolDialogTexts.giveAReason } as const;

/** Sets the fill rate that forecasts and alerts use, or leaves it to what is observed. */
export function FillRateDialog({
  poolId,
  present,
  onClose,
}: {
  poolId: string;
  /** Set by hand before; undefined: not. */
  present: number | undefined;
  onClose: () => void;
}) {
  const { form, dialog } = useFormDialog({
    schema,
    faultTexts,
    values: { rate: present === undefined ? "" : String(present), reason: "" },
    draft: `fill-rate-${poolId}`,
    act: useMutation(poolMutations.setRate()),
    toSend: ({ rate, reason }) => ({ id: poolId, perMinute: rate === "" ? null : Number(rate), reason }),
    onSaved: (_answer, { rate }) => {
      notify.done(rate === "" ? fillRateDialogTexts.observedRateUsed : fillRateDialogTexts.rateSet);
      onClose();
    },
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      title={fillRateDialogTexts.setFillRateForForecast}
      description={fillRateDialogTexts.forecastsAndAlertsOnly}
      width="sm"
      submitLabel={
        form.watch("rate").trim() === "" ? fillRateDialogTexts.useObservedRate : fillRateDialogTexts.setRate
      }
      failedTitle={fillRateDialogTexts.notSet}
    >
      <TextField
        form={form}
        name="rate"
        label={fillRateDialogTexts.browsersPerMinute}
        hint={fillRateDialogTexts.rateHint}
        inputMode="decimal"
        mono
      />
      <ReasonField form={form} name="reason" optional={false} />
    </FormDialog>
  );
}
