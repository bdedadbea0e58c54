"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ClockTime, RelativeTime } from "@/components/ui/relative-time";
import { ShownOnceDialog } from "@/components/ui/shown-once-dialog";
import type { CdpAddress } from "@/lib/bff/operations/browsers";
import { shortId } from "@/lib/format/short-id";
import { browserMutations } from "@/lib/queries/browsers";

/** Shows the CDP address of a session once, to be copied; first it says what the address allows. */
export function CdpAddressButton({ id }: { id: string }) {
  const [asking, setAsking] = useState(false);
  const [address, setAddress] = useState<CdpAddress>();
  const reveal = useMutation(browserMutations.revealCdpAddress());
  const blocked = useRoleReason("operator", "Showing the CDP address needs the operator role.");
  usePaletteAct("show-cdp-address", "Show CDP address…", () => setAsking(true), blocked);
  return (
    <>
      <Button size="sm" disabledReason={blocked} onClick={() => setAsking(true)}>
        Show CDP address…
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Show CDP address of ${shortId(id)}?`}
        effect="Anyone with this address controls the browser and every account it is signed in to. Showing it is written to the audit."
        confirmLabel="Show address"
        tone="primary"
        reason="optional"
        onConfirm={async (reason) => setAddress(await reveal.mutateAsync({ id, reason }))}
      />
      <ShownOnceDialog
        title={`CDP address of ${shortId(id)}`}
        description="For Playwright, Puppeteer and other DevTools clients."
        secret={address?.url}
        copyLabel="Copy CDP address"
        closeLabel="Close"
        onClose={() => {
          setAddress(undefined);
          reveal.reset();
        }}
      >
        <p className="mt-3 text-ink-2">
          {address?.expires_at_ms ? (
            <>
              Expires <RelativeTime at={address.expires_at_ms} /> (
              <ClockTime at={address.expires_at_ms} withDate />
              ), or when the browser ends.
            </>
          ) : (
            "Valid until the browser ends."
          )}
        </p>
      </ShownOnceDialog>
    </>
  );
}
