"use client";

import { useHoldPage } from "@/components/form/use-hold-page";
import { ShownOnceDialog } from "@/components/ui/shown-once-dialog";
import { webhookHeaders } from "@/lib/bff/webhooks";
import { secretDialogTexts } from "./alert-on-demand-messages.ts";

/** A webhook's secret, and the webhook's name. */
export interface NewSecret {
  readonly name: string;
  readonly secret: string;
}

/** A webhook secret, shown once, and how the receiver uses it. */
export function SecretDialog({ name, secret, onClose }: NewSecret & { onClose: () => void }) {
  useHoldPage(true);
  return (
    <ShownOnceDialog
      title={secretDialogTexts.secretOf(name)}
      description={secretDialogTexts.shownOnlyOnceGiveReceiver}
      secret={secret}
      copyLabel={secretDialogTexts.copySecret}
      closeLabel={secretDialogTexts.iHaveStoredIt}
      onClose={onClose}
    >
      <p className="mt-3 text-ink-2">
        {secretDialogTexts.requestsSignedStandardWebhooksVerify}
        <code className="font-mono text-label">{webhookHeaders.signature}</code>
        {secretDialogTexts.oneLibrariesCompare}
        <code className="font-mono text-label">v1,</code>
        {secretDialogTexts.base64HmacSha256}
        <code className="font-mono text-label">{webhookHeaders.id}</code>,{" "}
        <code className="font-mono text-label">{webhookHeaders.timestamp}</code>
        {secretDialogTexts.rawBodyJoinedFullStops}
        <code className="font-mono text-label">{secretDialogTexts.whsec}</code>
        {secretDialogTexts.decodedRefuseOldTimestampsMessage}
      </p>
    </ShownOnceDialog>
  );
}
