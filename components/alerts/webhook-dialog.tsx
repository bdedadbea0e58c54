"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import * as z from "zod/mini";
import { TextField, useSchemaForm } from "@/components/form/schema-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { webhookCreate, webhookLimits } from "@/lib/bff/webhooks";
import { webhookMutations } from "@/lib/queries/webhooks";
import { SecretDialog } from "./secret-dialog.tsx";

/** The name and the address as typed. */
export const webhookFields = {
  name: webhookCreate.shape.name,
  url: webhookCreate.shape.url.check(z.refine((url) => URL.canParse(url))),
} as const;
export const webhookFaultTexts = {
  name: "Give a name.",
  url: "An absolute URL such as https://hooks.example.com/x.",
} as const;

const schema = z.object(webhookFields);

/** Adds a webhook; its secret is shown on creation. */
export function WebhookDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const formId = useId();
  const [made, setMade] = useState<{ name: string; secret: string }>();
  const create = useMutation(webhookMutations.create());
  const form = useSchemaForm({
    schema,
    faultTexts: webhookFaultTexts,
    failure: create.error,
    defaultValues: { name: "", url: "" },
  });
  const submit = form.handleSubmit((webhook) =>
    create.mutate(webhook, {
      onSuccess: (answer) => {
        if (answer !== undefined) setMade({ name: answer.name, secret: answer.secret });
        form.reset();
        onOpenChange(false);
      },
    }),
  );
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => {
          create.reset();
          onOpenChange(next);
        }}
        pending={create.isPending}
        title="Add webhook"
        description="An https address of the public internet. No redirect is followed, and the answer's body is not read."
        foot={
          <Button type="submit" form={formId} variant="primary" pending={create.isPending}>
            Add webhook
          </Button>
        }
      >
        <form id={formId} className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
          <TextField form={form} name="name" label="Name" maxLength={webhookLimits.nameMax} />
          <TextField
            form={form}
            name="url"
            label="Address"
            hint="Kept encrypted; after this only its host is shown."
            mono
            type="url"
            maxLength={webhookLimits.urlMax}
          />
          {create.error === null ? null : <ErrorState shape="strip" error={create.error} title="Not added" />}
        </form>
      </Dialog>
      <SecretDialog name={made?.name ?? ""} secret={made?.secret} onClose={() => setMade(undefined)} />
    </>
  );
}
