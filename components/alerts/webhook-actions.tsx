"use client";

import { useMutation } from "@tanstack/react-query";
import { KeyRound, Pencil, Power, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button, IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import type { Webhook } from "@/lib/bff/webhooks";
import { readFailure } from "@/lib/format/error-message";
import { webhookMutations } from "@/lib/queries/webhooks";
import { SecretDialog } from "./secret-dialog.tsx";

const WebhookEdit = dynamic(() => import("./webhook-edit.tsx").then((module) => module.WebhookEdit), {
  ssr: false,
});

/** Actions on a webhook: operators may test it, an admin may change it. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { id, name, enabled, waiting } = webhook;
  const adminAct = { size: "icon-sm", disabledReason: useRoleReason("admin") } as const;
  const [open, setOpen] = useState<"none" | "edit" | "rotate" | "delete">("none");
  const [secret, setSecret] = useState<string>();
  const test = useMutation(webhookMutations.test());
  const change = useMutation(webhookMutations.change());
  const rotate = useMutation(webhookMutations.rotate());
  const remove = useMutation(webhookMutations.remove());
  const close = () => setOpen("none");
  const failed = (error: Error) => notify.failed(`${name} not changed`, readFailure(error).message);
  return (
    <span className="inline-flex items-center justify-end gap-0.5">
      <Button
        size="sm"
        pending={test.isPending}
        disabledReason={enabled ? undefined : "This webhook is off."}
        aria-label={`Send a test to ${name}`}
        onClick={() =>
          test.mutate(id, {
            onSuccess: () => notify.done(`Test sent to ${name}`),
            onError: failed,
          })
        }
      >
        Test
      </Button>
      <IconButton {...adminAct} label={`Edit ${name}`} onClick={() => setOpen("edit")}>
        <Pencil />
      </IconButton>
      <IconButton
        {...adminAct}
        label={`Turn ${name} ${enabled ? "off" : "on"}`}
        pending={change.isPending}
        onClick={() => change.mutate({ id, enabled: !enabled }, { onError: failed })}
      >
        <Power />
      </IconButton>
      <IconButton {...adminAct} label={`Replace secret of ${name}`} onClick={() => setOpen("rotate")}>
        <KeyRound />
      </IconButton>
      <IconButton {...adminAct} label={`Delete ${name}`} onClick={() => setOpen("delete")}>
        <Trash2 />
      </IconButton>
      {open === "edit" ? <WebhookEdit webhook={webhook} onClose={close} onSecret={setSecret} /> : null}
      <ConfirmDialog
        open={open === "rotate"}
        onOpenChange={close}
        title={`Replace secret of ${name}?`}
        effect="The old secret stops working now. The receiver refuses messages until it has the new one."
        confirmLabel="Replace secret"
        reason="optional"
        onConfirm={async (reason) => setSecret((await rotate.mutateAsync({ id, reason }))?.secret)}
      />
      <ConfirmDialog
        open={open === "delete"}
        onOpenChange={close}
        title={`Delete webhook ${name}?`}
        effect={
          waiting === 0
            ? "Nothing more is sent there. Its delivery log is deleted."
            : `${waiting} waiting ${waiting === 1 ? "message is" : "messages are"} not sent. Its delivery log is deleted.`
        }
        confirmLabel="Delete webhook"
        reason="optional"
        onConfirm={async (reason) => void (await remove.mutateAsync({ id, reason }))}
      />
      <SecretDialog name={name} secret={secret} onClose={() => setSecret(undefined)} />
    </span>
  );
}
