"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import { notify } from "@/components/ui/toast";
import { type Webhook, webhookLimits } from "@/lib/bff/webhooks";
import { webhookMutations } from "@/lib/queries/webhooks";

interface Draft {
  name: string;
  /** Empty: the address stays. */
  url: string;
  enabled: boolean;
  reason: string;
}

/** Renames a webhook, sends it elsewhere, turns it on or off. What was typed stays until it is saved or discarded. */
export function WebhookEdit({
  webhook,
  open,
  onOpenChange,
  onSecret,
}: {
  webhook: Webhook;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The old secret could not be read any more: this is the new one. */
  onSecret: (secret: string) => void;
}) {
  const { id, name, origin, enabled, waiting } = webhook;
  const formId = useId();
  const change = useMutation(webhookMutations.change());
  const [draft, setDraft] = useState<Partial<Draft>>({});
  const [tried, setTried] = useState(false);
  // What was not touched is as it is now, whoever changed it.
  const now: Draft = { name, url: "", enabled, reason: "", ...draft };
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const discard = () => {
    setDraft({});
    setTried(false);
    change.reset();
    onOpenChange(false);
  };
  const url = now.url.trim();
  const noName = now.name.trim() === "";
  const noUrl = url !== "" && !URL.canParse(url);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (noName || noUrl) return;
    const newName = now.name.trim();
    const body = {
      ...(newName === name ? {} : { name: newName }),
      ...(now.enabled === enabled ? {} : { enabled: now.enabled }),
      ...(url === "" ? {} : { url }),
    };
    if (Object.keys(body).length === 0) return discard();
    change.mutate(
      { id, ...body, reason: now.reason.trim() },
      {
        onSuccess: (answer) => {
          notify.done(`${newName} is saved`);
          discard();
          if (answer?.secret !== undefined) onSecret(answer.secret);
        },
      },
    );
  };
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
        <>
          <Button
            disabledReason={change.isPending ? "The change is under way." : undefined}
            onClick={discard}
          >
            Discard
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={change.isPending}>
            Save webhook
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-4" onSubmit={submit} noValidate>
        <Field label="Name" error={tried && noName ? "Give a name." : undefined}>
          <Input
            value={now.name}
            maxLength={webhookLimits.nameMax}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field
          label="New address"
          optional
          hint={
            url === "" || waiting === 0
              ? `Empty: it stays at ${origin}/…`
              : `${waiting} that ${waiting === 1 ? "waits goes" : "wait go"} to the new address.`
          }
          error={tried && noUrl ? "An absolute URL such as https://hooks.example.com/x." : undefined}
        >
          <Input
            mono
            type="url"
            autoComplete="off"
            maxLength={webhookLimits.urlMax}
            value={now.url}
            onChange={(event) => set({ url: event.target.value })}
          />
        </Field>
        <Switch checked={now.enabled} onCheckedChange={(next) => set({ enabled: next })} label="Sending is" />
        <Field label="Reason" optional hint="Written to the audit.">
          <Input
            value={now.reason}
            maxLength={500}
            onChange={(event) => set({ reason: event.target.value })}
          />
        </Field>
        {change.error === null ? null : <ErrorState shape="strip" error={change.error} title="Not saved" />}
      </form>
    </Dialog>
  );
}
