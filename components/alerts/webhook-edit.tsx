"use client";

import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { FormDialog, ReasonField } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/schema-form";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { Switch } from "@/components/ui/switch";
import { notify } from "@/components/ui/toast";
import { type Webhook, webhookLimits } from "@/lib/bff/webhooks";
import { webhookMutations } from "@/lib/queries/webhooks";
import { webhookFaultTexts, webhookFields } from "./webhook-dialog.tsx";

const schema = z.object({
  name: webhookFields.name,
  /** Empty: it is unchanged. */
  url: z.union([z.pipe(z.string().check(z.trim()), z.literal("")), webhookFields.url]),
  enabled: z.boolean(),
  reason: z.string().check(z.trim()),
});

/** Edits a webhook's name, URL and state. */
export function WebhookEdit({
  webhook,
  onClose,
  onSecret,
}: {
  webhook: Webhook;
  onClose: () => void;
  /** A new secret was generated because the old one could not be decrypted. */
  onSecret: (secret: string) => void;
}) {
  const { id, name, origin, enabled, waiting } = webhook;
  const { form, dialog } = useFormDialog({
    schema,
    faultTexts: webhookFaultTexts,
    values: { name, url: "", enabled, reason: "" },
    draft: `webhook-${id}`,
    // An address may contain a credential.
    secrets: ["url"],
    act: useMutation(webhookMutations.change()),
    toSend: ({ reason, ...now }) => {
      const body = changesOf(webhook, now);
      return Object.keys(body).length === 0 ? undefined : { id, ...body, reason };
    },
    onSaved: (answer, now) => {
      notify.done("Webhook saved", now.name);
      onClose();
      if (answer?.secret !== undefined) onSecret(answer.secret);
    },
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      title={`Edit ${name}`}
      description="The secret and the delivery log stay the same."
      submitLabel="Save webhook"
      failedTitle="Not saved"
    >
      <TextField form={form} name="name" label="Name" maxLength={webhookLimits.nameMax} />
      <TextField
        form={form}
        name="url"
        label="New address"
        optional
        hint={
          waiting === 0 || form.watch("url").trim() === ""
            ? `Empty: stays at ${origin}/…`
            : `${waiting} waiting ${waiting === 1 ? "message goes" : "messages go"} to the new address.`
        }
        mono
        type="url"
        maxLength={webhookLimits.urlMax}
      />
      <Switch
        checked={form.watch("enabled")}
        onCheckedChange={(next) => form.setValue("enabled", next, { shouldDirty: true })}
        label="Sending"
      />
      <ReasonField form={form} name="reason" />
    </FormDialog>
  );
}

const changesOf = (webhook: Webhook, now: Omit<z.output<typeof schema>, "reason">) => ({
  ...(now.name === webhook.name ? {} : { name: now.name }),
  ...(now.enabled === webhook.enabled ? {} : { enabled: now.enabled }),
  ...(now.url === "" ? {} : { url: now.url }),
});
