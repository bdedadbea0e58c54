"use client";

import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import {
  AdvancedBrowserFields,
  BrowserReferenceFields,
} from "@/components/browser-options/browser-option-fields";
import {
  type BrowserOptionValues,
  browserOptionFields,
  noBrowserOptions,
  sentOptions,
} from "@/components/browser-options/browser-options";
import { FormDialog, ReasonField } from "@/components/form/form-dialog";
import { ApiLabel, enterValue, TextField } from "@/components/form/schema-form";
import { boundedNumber } from "@/components/form/typed-values";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { useOpenAfterAct } from "@/components/layout/use-open-after-act";
import { notify } from "@/components/ui/toast";
import { browserTimeoutSeconds } from "@/lib/contract/browsers";
import { formatChosenDuration } from "@/lib/format/duration";
import { paths } from "@/lib/paths";
import { browserMutations } from "@/lib/queries/browsers";
import { BrowserNameField, BrowserTagsField } from "./browser-label-fields.tsx";
import { browserLabelFields, noLabels, sentLabels } from "./browser-labels.ts";
import { createBrowserDialogTexts } from "./browser-list-on-demand-messages.ts";

const schema = z.object({
  ...browserOptionFields(),
  ...browserLabelFields(),
  reason: z.string().check(z.trim()),
});
type Values = BrowserOptionValues & Record<keyof typeof noLabels | "reason", string>;
const newBrowser: Values = { ...noBrowserOptions, ...noLabels, reason: "" };

const labelNames = ["name", "start_url", "tags"] as const;

const timeout = boundedNumber(browserTimeoutSeconds, { optional: true });

/** What a new browser costs: how long it runs. Undefined while that is no valid time. */
function costOf(timeoutSeconds: string): string | undefined {
  const read = timeout.safeParse(timeoutSeconds);
  if (!read.success) return undefined;
  const seconds = read.data ?? browserTimeoutSeconds.standard;
  return createBrowserDialogTexts.runsUntil(formatChosenDuration(seconds * 1000));
}

/** Starts a browser and opens its page. */
export function CreateBrowserDialog({ onClose }: { onClose: () => void }) {
  const openAfterAct = useOpenAfterAct();
  const act = useMutation(browserMutations.create());
  const { form, dialog } = useFormDialog({
    schema,
    values: newBrowser,
    draft: "browser",
    conflictField: act.variables?.browser.name ? "name" : undefined,
    act,
    toSend: ({ reason, ...typed }) => ({ browser: { ...sentOptions(typed), ...sentLabels(typed) }, reason }),
    onSaved: (made) => {
      onClose();
      if (made === undefined) return;
      notify.done(createBrowserDialogTexts.browserStarted, made.name || made.session_id);
      openAfterAct(paths.browser(made.session_id));
    },
    onClose,
  });
  const values = form.watch();
  const faultOf = (name: keyof typeof noLabels) => form.getFieldState(name, form.formState).error?.message;
  const options = {
    form,
    values,
    onChange: (name: keyof BrowserOptionValues, value: BrowserOptionValues[keyof BrowserOptionValues]) =>
      enterValue(form, name, value),
  };
  return (
    <FormDialog
      dialog={dialog}
      title={createBrowserDialogTexts.startBrowser}
      submitLabel={createBrowserDialogTexts.startBrowser}
      failedTitle={createBrowserDialogTexts.notStarted}
      effect={costOf(values.timeout_seconds)}
    >
      <BrowserReferenceFields {...options} canSave profileHint={createBrowserDialogTexts.profileHint} />
      <AdvancedBrowserFields
        {...options}
        timeoutHint={createBrowserDialogTexts.timeoutHint(browserTimeoutSeconds.standard)}
        hasFault={labelNames.some((name) => faultOf(name) !== undefined)}
      >
        <BrowserNameField form={form} />
        <TextField
          form={form}
          name="start_url"
          label={<ApiLabel name="start_url">{createBrowserDialogTexts.startUrl}</ApiLabel>}
          optional
          hint={createBrowserDialogTexts.startUrlHint}
          mono
          placeholder="https://example.com/"
        />
        <BrowserTagsField form={form} />
      </AdvancedBrowserFields>
      <ReasonField form={form} name="reason" />
    </FormDialog>
  );
}
