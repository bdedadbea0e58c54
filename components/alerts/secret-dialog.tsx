"use client";

import { ShownOnceDialog } from "@/components/ui/shown-once-dialog";
import { webhookHeaders } from "@/lib/bff/webhooks";

/** A webhook secret, shown once, and how the receiver uses it. */
export function SecretDialog({
  name,
  secret,
  onClose,
}: {
  name: string;
  secret: string | undefined;
  onClose: () => void;
}) {
  return (
    <ShownOnceDialog
      title={`Secret of ${name}`}
      description="It is shown only once. Give it to the receiver. Anyone with it can sign as this dashboard."
      secret={secret}
      copyLabel="Copy secret"
      closeLabel="I have stored it"
      onClose={onClose}
    >
      <p className="mt-3 text-ink-2">
        Requests are signed with Standard Webhooks. Verify{" "}
        <code className="font-mono text-label">{webhookHeaders.signature}</code> with one of its libraries, or
        compare it with <code className="font-mono text-label">v1,</code> and the base64 of the HMAC-SHA256 of{" "}
        <code className="font-mono text-label">{webhookHeaders.id}</code>,{" "}
        <code className="font-mono text-label">{webhookHeaders.timestamp}</code> and the raw body, joined by
        full stops. The key is the base64 after <code className="font-mono text-label">whsec_</code>, decoded.
        Refuse old timestamps. A message may arrive twice with the same id.
      </p>
    </ShownOnceDialog>
  );
}
