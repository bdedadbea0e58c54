"use client";

import type { UseFormReturn } from "react-hook-form";
import {
  AdvancedBrowserFields,
  BrowserReferenceFields,
} from "@/components/browser-options/browser-option-fields";
import type { BrowserOptionValues } from "@/components/browser-options/browser-options";
import { ReasonField } from "@/components/form/form-dialog";
import { ApiLabel, enterValue, TextField } from "@/components/form/schema-form";
import { poolFillRate, poolTimeoutSeconds } from "@/lib/contract/pools";
import { poolFieldsTexts } from "../pool-on-demand-messages.ts";
import type { PoolFormValues, SubmittedPool } from "./pool-form.ts";

/** The fields of a pool: name, size and what its browsers use; the rest is folded. */
export function PoolFields({
  form,
  sizeHint,
  profileHint,
  isReasonOptional,
}: {
  form: UseFormReturn<PoolFormValues, unknown, SubmittedPool>;
  sizeHint: string;
  profileHint?: string | undefined;
  isReasonOptional: boolean;
}) {
  const values = form.watch();
  const options = {
    form,
    values,
    onChange: (name: keyof BrowserOptionValues, value: BrowserOptionValues[keyof BrowserOptionValues]) =>
      enterValue(form, name, value),
  };
  const rateFault = form.getFieldState("fill_rate_per_minute", form.formState).invalid;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="name"
          label={<ApiLabel name="name">{poolFieldsTexts.name}</ApiLabel>}
          optional
          hint={poolFieldsTexts.nameHint}
          maxLength={255}
          spellCheck={false}
          autoCapitalize="none"
        />
        <TextField
          form={form}
          name="size"
          label={<ApiLabel name="size">{poolFieldsTexts.size}</ApiLabel>}
          hint={sizeHint}
          inputMode="numeric"
          mono
        />
      </div>
      <BrowserReferenceFields {...options} profileHint={profileHint} />
      <AdvancedBrowserFields
        {...options}
        hasFault={rateFault}
        timeoutHint={poolFieldsTexts.timeoutHint(poolTimeoutSeconds.standard)}
      >
        <TextField
          form={form}
          name="fill_rate_per_minute"
          label={<ApiLabel name="fill_rate_per_minute">{poolFieldsTexts.fillRateInPerMinute}</ApiLabel>}
          optional
          hint={poolFieldsTexts.fillRateHint(poolFillRate.standard)}
          inputMode="numeric"
          mono
        />
      </AdvancedBrowserFields>
      <ReasonField form={form} name="reason" optional={isReasonOptional} />
    </>
  );
}
