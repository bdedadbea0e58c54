"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/schema-form";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { webhookCreate, webhookLimits } from "@/lib/bff/webhooks";
import { webhookMutations } from "@/lib/queries/webhooks";
import { webhookDialogTexts } from "./alert-on-demand-messages.ts";
import { SecretDialog } from "./secret-dialog.tsx";

const isAddress = (url: string) => webhookCreate.shape.url.safeParse(url).success && URL.canParse(url);

/** The address as typed. Its text is not one of `webhookFaultTexts`: the server names other reasons to refuse one. */
export const webhookAddress = ({ optional }: { optional: boolean }) =>
  z.string().check(
    z.trim(),
    z.refine((url) => (optional && url === "") || isAddress(url), webhookDialogTexts.addressInvalid),
  );
export const webhookFaultTexts = { name: webhookDialogTexts.enterAName } as const;

const schema = z.object({
  name: webhookCreate.shape.name,
  url: webhookAddress({ optional: false }),
});

const empty = { name: "", url: "" };

/** Adds a webhook; its secret is shown on creation. */
export function WebhookDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<{ name: string; secret: string }>();
  const { form, dialog } = useFormDialog({
    schema,
    faultTexts: webhookFaultTexts,
    values: empty,
    draft: "webhook",
    // An address may contain a credential.
    secrets: ["url"],
    act: useMutation(webhookMutations.create()),
    toSend: (webhook) => webhook,
    onSaved: (answer) => {
      if (answer === undefined) onClose();
      else setMade({ name: answer.name, secret: answer.secret });
    },
    onClose,
  });
  if (made !== undefined) return <SecretDialog {...made} onClose={onClose} />;
  return (
    <FormDialog
      dialog={dialog}
      title={webhookDialogTexts.addWebhook}
      description={webhookDialogTexts.publicAddressOnly}
      submitLabel={webhookDialogTexts.addWebhook}
      failedTitle={webhookDialogTexts.notAdded}
    >
      <TextField form={form} name="name" label={webhookDialogTexts.name} maxLength={webhookLimits.nameMax} />
      <TextField
        form={form}
        name="url"
        label={webhookDialogTexts.address}
        hint={webhookDialogTexts.addressHint}
        mono
        type="url"
        maxLength={webhookLimits.urlMax}
      />
    </FormDialog>
  );
}
