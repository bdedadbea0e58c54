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
      description={secretDialogTexts.shownOnlyOnce}
      secret={secret}
      copyLabel={secretDialogTexts.copySecret}
      closeLabel={secretDialogTexts.iHaveStoredIt}
      onClose={onClose}
    >
      <p className="mt-3 text-ink-2">
        {secretDialogTexts.verifySignature}
        <code className="font-mono text-label">{webhookHeaders.signature}</code>
        {secretDialogTexts.byLibraryOrCompare}
        <code className="font-mono text-label">v1,</code>
        {secretDialogTexts.base64OfHmac}
        <code className="font-mono text-label">{webhookHeaders.id}</code>,{" "}
        <code className="font-mono text-label">{webhookHeaders.timestamp}</code>
        {secretDialogTexts.rawBodyAndKey}
        <code className="font-mono text-label">{secretDialogTexts.whsec}</code>
        {secretDialogTexts.decodedAndWarnings}
      </p>
    </ShownOnceDialog>
  );
}
