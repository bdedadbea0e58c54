"use client";

import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { FormDialog, ReasonField } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/schema-form";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { Switch } from "@/components/ui/switch";
import { notify } from "@/components/ui/toast";
import { type Webhook, webhookCreate, webhookLimits } from "@/lib/bff/webhooks";
import { webhookMutations } from "@/lib/queries/webhooks";
import { webhookEditTexts } from "./alert-on-demand-messages.ts";
import type { NewSecret } from "./secret-dialog.tsx";
import { webhookAddress, webhookFaultTexts } from "./webhook-dialog.tsx";

const schema = z.object({
  name: webhookCreate.shape.name,
  /** Empty: it is unchanged. */
  url: webhookAddress({ optional: true }),
  enabled: z.boolean(),
  reason: z.string().check(z.trim()),
});

/** Edits a webhook's name, URL and state. */
export function WebhookEdit({
  webhook,
  isDeleted,
  onClose,
  onSecret,
}: {
  webhook: Webhook;
  isDeleted: boolean;
  onClose: () => void;
  /** A new secret was generated because the old one could not be decrypted. */
  onSecret: (made: NewSecret) => void;
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
      notify.done(webhookEditTexts.webhookSaved, now.name);
      onClose();
      if (answer?.secret !== undefined) onSecret({ name: now.name, secret: answer.secret });
    },
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      title={webhookEditTexts.edit(name)}
      description={webhookEditTexts.secretAndLogStay}
      submitLabel={webhookEditTexts.saveWebhook}
      failedTitle={webhookEditTexts.notSaved}
      disabledReason={isDeleted ? webhookEditTexts.webhookDeleted : undefined}
      effect={isDeleted ? <span className="text-warn">{webhookEditTexts.webhookDeleted}</span> : undefined}
    >
      <TextField form={form} name="name" label={webhookEditTexts.name} maxLength={webhookLimits.nameMax} />
      <TextField
        form={form}
        name="url"
        label={webhookEditTexts.newAddress}
        optional
        hint={
          waiting === 0 || form.watch("url").trim() === ""
            ? webhookEditTexts.emptyStaysAt(origin)
            : webhookEditTexts.waitingToTheNewAddress(waiting)
        }
        mono
        type="url"
        maxLength={webhookLimits.urlMax}
      />
      <Switch
        checked={form.watch("enabled")}
        onCheckedChange={(next) => form.setValue("enabled", next, { shouldDirty: true })}
        label={webhookEditTexts.sending}
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
