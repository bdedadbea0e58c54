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
import { useFormDialog } from "@/components/form/use-form-dialog";
import { useLeadOn } from "@/components/layout/use-lead-on";
import { notify } from "@/components/ui/toast";
import { browserTimeoutSeconds } from "@/lib/contract/browsers";
import { formatDuration } from "@/lib/format/duration";
import { paths } from "@/lib/paths";
import { browserMutations } from "@/lib/queries/browsers";
import { createBrowserDialogTexts } from "./browser-list-on-demand-messages.ts";

const schema = z.object({ ...browserOptionFields(), reason: z.string().check(z.trim()) });
const newBrowser: BrowserOptionValues & { reason: string } = { ...noBrowserOptions, reason: "" };

/** What a new browser costs: how long it runs. */
function costOf(timeoutSeconds: string): string {
  const seconds = /^\d{1,6}$/.test(timeoutSeconds.trim())
    ? Number(timeoutSeconds)
    : browserTimeoutSeconds.standard;
  return createBrowserDialogTexts.runsUntilYouEndUntilNo(formatDuration(seconds * 1000));
}

/** Starts a browser and opens its page. */
export function CreateBrowserDialog({ onClose }: { onClose: () => void }) {
  const leadOn = useLeadOn();
  const { form, dialog } = useFormDialog({
    schema,
    values: newBrowser,
    draft: "browser",
    act: useMutation(browserMutations.create()),
    toSend: ({ reason, ...options }) => ({ browser: sentOptions(options), reason }),
    onSaved: (made) => {
      onClose();
      if (made === undefined) return;
      notify.done(createBrowserDialogTexts.browserStarted, made.session_id);
      leadOn(paths.browser(made.session_id));
    },
    onClose,
  });
  const values = form.watch();
  const options = {
    form,
    values,
    onChange: (name: keyof BrowserOptionValues, value: string | boolean | string[]) =>
      form.setValue(name, value, { shouldDirty: true }),
  };
  return (
    <FormDialog
      dialog={dialog}
      title={createBrowserDialogTexts.startBrowser}
      submitLabel={createBrowserDialogTexts.startBrowser}
      failedTitle={createBrowserDialogTexts.notStarted}
      effect={costOf(values.timeout_seconds)}
    >
      <BrowserReferenceFields
        {...options}
        canSave
        profileHint={createBrowserDialogTexts.emptyStartsWithoutCookiesSaves}
      />
      <AdvancedBrowserFields
        {...options}
        timeoutHint={createBrowserDialogTexts.endsAfterTimeWithoutClient(browserTimeoutSeconds.standard)}
      />
      <ReasonField form={form} name="reason" />
    </FormDialog>
  );
}
