"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound, Pencil, Power, Trash2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button, IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import type { Delivery, Webhook } from "@/lib/bff/webhooks";
import { paces } from "@/lib/paces";
import { recorderQueries } from "@/lib/queries/recorder";
import { webhookMutations, webhookQueries } from "@/lib/queries/webhooks";
import { webhookActionsTexts } from "./alert-on-demand-messages.ts";
import { formatAttempt } from "./delivery-columns.tsx";
import type { NewSecret } from "./secret-dialog.tsx";

/** Says what the receiver answered to a test, once it was tried, or that nothing sends it. `sentId`: of its delivery. */
function useTestOutcome(name: string, sentId: string | undefined) {
  const [reportedId, setReportedId] = useState<string>();
  const awaitedId = sentId === reportedId ? undefined : sentId;
  const { data } = useQuery({
    ...webhookQueries.deliveries(),
    enabled: awaitedId !== undefined,
    refetchInterval: paces.refresh.listMs,
  });
  const tried = data?.data.deliveries.find(({ id, attempts }) => id === awaitedId && attempts.length > 0);
  const report = useEffectEvent((delivery: Delivery) => {
    setReportedId(delivery.id);
    const attempt = formatAttempt(delivery);
    if (delivery.state === "delivered") notify.done(webhookActionsTexts.testDeliveredTo(name), attempt);
    else
      notify.failed(
        webhookActionsTexts.testNotAcceptedBy(name),
        delivery.state === "waiting" ? webhookActionsTexts.triedAgain(attempt) : attempt,
      );
  });
  useEffect(() => {
    if (tried !== undefined) report(tried);
  }, [tried]);
  const { data: recorder } = useQuery({ ...recorderQueries.state(), enabled: awaitedId !== undefined });
  const waitsForSender = awaitedId !== undefined && recorder?.data.status === "off";
  const reportWaiting = useEffectEvent(() =>
    notify.failed(webhookActionsTexts.testWaits(name), webhookActionsTexts.noReplicaSends),
  );
  useEffect(() => {
    if (waitsForSender) reportWaiting();
  }, [waitsForSender]);
}

/** Actions on a webhook: operators may test it, an admin may change it. */
export function WebhookActions({
  webhook,
  onEdit,
  onSecret,
}: {
  webhook: Webhook;
  onEdit: () => void;
  /** A new secret was generated. */
  onSecret: (made: NewSecret) => void;
}) {
  const { id, name, enabled, waiting } = webhook;
  const adminAct = { size: "icon-sm", disabledReason: useRoleReason("admin") } as const;
  const [open, setOpen] = useState<"none" | "rotate" | "delete">("none");
  const test = useMutation(webhookMutations.test());
  useTestOutcome(name, test.data?.id);
  const change = useMutation(webhookMutations.change());
  const rotate = useMutation(webhookMutations.rotate());
  const remove = useMutation(webhookMutations.remove());
  const close = () => setOpen("none");
  const failed = (error: Error) => notify.notDone(webhookActionsTexts.notChanged(name), error);
  return (
    <span className="inline-flex items-center justify-end gap-0.5">
      <Button
        size="sm"
        pending={test.isPending}
        disabledReason={enabled ? undefined : webhookActionsTexts.thisWebhookIsOff}
        aria-label={webhookActionsTexts.sendATestTo(name)}
        onClick={() =>
          test.mutate(id, {
            onSuccess: () => notify.note(webhookActionsTexts.sendingATestTo(name)),
            onError: failed,
          })
        }
      >
        {webhookActionsTexts.test}
      </Button>
      <IconButton {...adminAct} label={webhookActionsTexts.edit(name)} onClick={onEdit}>
        <Pencil />
      </IconButton>
      <IconButton
        {...adminAct}
        label={webhookActionsTexts.turnOnOrOff(name, enabled)}
        pending={change.isPending}
        onClick={() => change.mutate({ id, enabled: !enabled }, { onError: failed })}
      >
        <Power />
      </IconButton>
      <IconButton
        {...adminAct}
        label={webhookActionsTexts.replaceSecretOf(name)}
        onClick={() => setOpen("rotate")}
      >
        <KeyRound />
      </IconButton>
      <IconButton {...adminAct} label={webhookActionsTexts.delete(name)} onClick={() => setOpen("delete")}>
        <Trash2 />
      </IconButton>
      <ConfirmDialog
        open={open === "rotate"}
        onOpenChange={close}
        title={webhookActionsTexts.confirmReplaceSecret(name)}
        effect={webhookActionsTexts.oldSecretStopsWorkingNow}
        confirmLabel={webhookActionsTexts.replaceSecret}
        reason="optional"
        draft={`replace-webhook-secret-${id}`}
        onConfirm={async (reason) => {
          const answer = await rotate.mutateAsync({ id, reason });
          if (answer?.secret !== undefined) onSecret({ name, secret: answer.secret });
        }}
      />
      <ConfirmDialog
        open={open === "delete"}
        onOpenChange={close}
        title={webhookActionsTexts.deleteWebhook(name)}
        effect={
          waiting === 0 ? webhookActionsTexts.nothingMoreSent : webhookActionsTexts.waitingNotSent(waiting)
        }
        confirmLabel={webhookActionsTexts.deleteWebhookLabel}
        reason="optional"
        draft={`delete-webhook-${id}`}
        onConfirm={async (reason) => void (await remove.mutateAsync({ id, reason }))}
      />
    </span>
  );
}
