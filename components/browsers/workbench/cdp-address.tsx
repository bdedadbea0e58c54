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
import { browserMutations } from "@/lib/queries/browsers";
import { LoopbackNote } from "./loopback-note.tsx";
import { cdpAddressTexts } from "./workbench-on-demand-messages.ts";

/** Shows the CDP address of a session once, to be copied; first it says what the address allows. `name`: in texts. */
export function CdpAddressButton({ id, name }: { id: string; name: string }) {
  const [asking, setAsking] = useState(false);
  const [address, setAddress] = useState<CdpAddress>();
  const reveal = useMutation(browserMutations.revealCdpAddress());
  const blocked = useRoleReason("operator", cdpAddressTexts.needsOperatorRole);
  usePaletteAct("show-cdp-address", cdpAddressTexts.showCdpAddress, () => setAsking(true), blocked);
  return (
    <>
      <Button size="sm" disabledReason={blocked} onClick={() => setAsking(true)}>
        {cdpAddressTexts.showCdpAddress}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={cdpAddressTexts.showCdpAddressOf(name)}
        effect={cdpAddressTexts.effect}
        confirmLabel={cdpAddressTexts.showAddress}
        tone="primary"
        reason="optional"
        draft={`cdp-address-${id}`}
        onConfirm={async (reason) => setAddress(await reveal.mutateAsync({ id, reason }))}
      />
      <ShownOnceDialog
        title={cdpAddressTexts.cdpAddressOf(name)}
        description={cdpAddressTexts.forDevToolsClients}
        secret={address?.url}
        copyLabel={cdpAddressTexts.copyCdpAddress}
        closeLabel={cdpAddressTexts.close}
        onClose={() => {
          setAddress(undefined);
          reveal.reset();
        }}
      >
        <p className="mt-3 text-ink-2">
          {address?.expires_at_ms ? (
            <>
              {cdpAddressTexts.expires}
              <RelativeTime at={address.expires_at_ms} /> (
              <ClockTime at={address.expires_at_ms} withDate />
              {cdpAddressTexts.orWhenTheBrowserEnds}
            </>
          ) : (
            cdpAddressTexts.validUntilTheBrowserEnds
          )}
        </p>
        {address === undefined ? null : <LoopbackNote url={address.url} />}
      </ShownOnceDialog>
    </>
  );
}
