"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { webhookMutations } from "@/lib/queries/webhooks";
import { SecretDialog } from "./secret-dialog.tsx";

/** Adds a target; its secret is shown when it is made. */
export function WebhookDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const formId = useId();
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [tried, setTried] = useState(false);
  const [made, setMade] = useState<{ name: string; secret: string }>();
  const create = useMutation(webhookMutations.create());
  const noName = name.trim() === "";
  const noUrl = !URL.canParse(url.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (noName || noUrl) return;
    create.mutate(
      { name: name.trim(), url: url.trim() },
      {
        onSuccess: (answer) => {
          if (answer !== undefined) setMade({ name: answer.name, secret: answer.secret });
          setName("");
          setUrl("");
          setTried(false);
          onOpenChange(false);
        },
      },
    );
  };
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
        <form id={formId} className="grid gap-4" onSubmit={submit} noValidate>
          <Field label="Name" error={tried && noName ? "Give a name." : undefined}>
            <Input value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
          </Field>
          <Field
            label="Address"
            hint="Kept encrypted; after this only its host is shown."
            error={tried && noUrl ? "An absolute URL such as https://hooks.example.com/x." : undefined}
          >
            <Input
              mono
              type="url"
              autoComplete="off"
              maxLength={2_000}
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          </Field>
          {create.error === null ? null : <ErrorState shape="strip" error={create.error} title="Not added" />}
        </form>
      </Dialog>
      <SecretDialog name={made?.name ?? ""} secret={made?.secret} onClose={() => setMade(undefined)} />
    </>
  );
}
