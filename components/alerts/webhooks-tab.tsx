"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { DataTable } from "@/components/data-table/data-table";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { loadPart } from "@/components/ui/load-part";
import type { Webhook } from "@/lib/bff/webhooks";
import { paces } from "@/lib/paces";
import { webhookQueries } from "@/lib/queries/webhooks";
import { webhooksTabTexts } from "./alert-on-demand-messages.ts";
import { deliveryColumns } from "./delivery-columns.tsx";
import { type NewSecret, SecretDialog } from "./secret-dialog.tsx";
import { webhookColumns } from "./webhook-columns.tsx";

const WebhookDialog = dynamic(
  loadPart(() => import("./webhook-dialog.tsx").then((module) => module.WebhookDialog)),
  {
    ssr: false,
  },
);

const WebhookEdit = dynamic(
  loadPart(() => import("./webhook-edit.tsx").then((module) => module.WebhookEdit)),
  {
    ssr: false,
  },
);

/** Webhooks, and the results of their deliveries. */
export function WebhooksTab() {
  const refusal = useRoleReason("operator");
  const adminReason = useRoleReason("admin");
  const [adding, setAdding] = useState(false);
  // Beside the table: both outlive the row of a webhook that somebody else deletes.
  const [edited, setEdited] = useState<Webhook>();
  const [made, setMade] = useState<NewSecret>();
  const [columns] = useState(() => webhookColumns({ onEdit: setEdited, onSecret: setMade }));
  usePaletteAct("add-webhook", webhooksTabTexts.addWebhook, () => setAdding(true), adminReason);
  const options = { enabled: refusal === undefined, refetchInterval: paces.refresh.listMs };
  const webhooks = useQuery({ ...webhookQueries.list(), ...options });
  const deliveries = useQuery({ ...webhookQueries.deliveries(), ...options });
  const now = webhooks.data?.data.webhooks.find(({ id }) => id === edited?.id);
  if (refusal !== undefined)
    return <EmptyState title={webhooksTabTexts.notForYourRole}>{refusal}</EmptyState>;
  const add = (
    <Button disabledReason={adminReason} onClick={() => setAdding(true)}>
      {webhooksTabTexts.addWebhook}
    </Button>
  );
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-label text-ink-3">{webhooksTabTexts.howAlertsAreSent}</p>
          {webhooks.data?.data.webhooks.length === 0 ? null : add}
        </div>
        <DataTable
          caption={webhooksTabTexts.webhooks}
          columns={columns}
          rows={webhooks.data?.data.webhooks}
          rowKey={({ id }) => id}
          read={webhooks}
          embedded
          skeletonRows={2}
          empty={
            <EmptyState title={webhooksTabTexts.noWebhooksYet} action={add}>
              {webhooksTabTexts.webhooksAppearHere}
            </EmptyState>
          }
        />
      </div>
      <section aria-label={webhooksTabTexts.recentlySent} className="grid gap-2">
        <h2 className="font-semibold">{webhooksTabTexts.recentlySent}</h2>
        <DataTable
          caption={webhooksTabTexts.deliveries}
          columns={deliveryColumns}
          rows={deliveries.data?.data.deliveries}
          rowKey={({ id }) => id}
          read={deliveries}
          embedded
          skeletonRows={3}
          empty={<EmptyState title={webhooksTabTexts.nothingSentYet} />}
        />
        {(deliveries.data?.data.deliveries.length ?? 0) >= 50 ? (
          <p className="text-caption text-ink-3">{webhooksTabTexts.newest50Only}</p>
        ) : null}
      </section>
      {adding ? <WebhookDialog onClose={() => setAdding(false)} /> : null}
      {edited === undefined ? null : (
        <WebhookEdit
          webhook={now ?? edited}
          isDeleted={now === undefined}
          onClose={() => setEdited(undefined)}
          onSecret={setMade}
        />
      )}
      {made === undefined ? null : <SecretDialog {...made} onClose={() => setMade(undefined)} />}
    </div>
  );
}
