"use client";

import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import * as z from "zod/mini";
import { TextField, useSchemaForm } from "@/components/form/schema-form";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { ErrorState } from "@/components/ui/error-state";
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

/** Edits a webhook's name, URL and state. The draft stays until it is saved or discarded. */
export function WebhookEdit({
  webhook,
  open,
  onOpenChange,
  onSecret,
}: {
  webhook: Webhook;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A new secret was generated because the old one could not be decrypted. */
  onSecret: (secret: string) => void;
}) {
  const { id, name, origin, enabled, waiting } = webhook;
  const formId = useId();
  const change = useMutation(webhookMutations.change());
  const form = useSchemaForm({
    schema,
    faultTexts: webhookFaultTexts,
    failure: change.error,
    // Untouched fields follow the present state, whoever changed it.
    values: { name, url: "", enabled, reason: "" },
    resetOptions: { keepDirtyValues: true },
  });
  const discard = () => {
    // The form's own option would keep what was typed.
    form.reset(undefined, { keepDirtyValues: false });
    change.reset();
    onOpenChange(false);
  };
  const submit = form.handleSubmit(({ reason, ...now }) => {
    const body = changesOf(webhook, now);
    if (Object.keys(body).length === 0) return discard();
    change.mutate(
      { id, ...body, reason },
      {
        onSuccess: (answer) => {
          notify.done(`${now.name} is saved`);
          discard();
          if (answer?.secret !== undefined) onSecret(answer.secret);
        },
      },
    );
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        change.reset();
        onOpenChange(next);
      }}
      pending={change.isPending}
      title={`Edit ${name}`}
      description="A new address is checked like the first one. The secret stays, and so does the log of what was sent."
      foot={
        <DialogButtons
          formId={formId}
          submitLabel="Save webhook"
          pending={change.isPending}
          dismissLabel="Discard"
          onDismiss={discard}
        />
      }
    >
      <form id={formId} className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
        <TextField form={form} name="name" label="Name" maxLength={webhookLimits.nameMax} />
        <TextField
          form={form}
          name="url"
          label="New address"
          optional
          hint={
            waiting === 0 || form.watch("url").trim() === ""
              ? `Empty: it stays at ${origin}/…`
              : `${waiting} that ${waiting === 1 ? "waits goes" : "wait go"} to the new address.`
          }
          mono
          type="url"
          maxLength={webhookLimits.urlMax}
        />
        <Switch
          checked={form.watch("enabled")}
          onCheckedChange={(next) => form.setValue("enabled", next, { shouldDirty: true })}
          label="Sending is"
        />
        <TextField
          form={form}
          name="reason"
          label="Reason"
          optional
          hint="Written to the audit."
          maxLength={500}
        />
        {change.error === null ? null : <ErrorState shape="strip" error={change.error} title="Not saved" />}
      </form>
    </Dialog>
  );
}

const changesOf = (webhook: Webhook, now: Omit<z.output<typeof schema>, "reason">) => ({
  ...(now.name === webhook.name ? {} : { name: now.name }),
  ...(now.enabled === webhook.enabled ? {} : { enabled: now.enabled }),
  ...(now.url === "" ? {} : { url: now.url }),
});
