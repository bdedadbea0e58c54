"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import type { ApiToken } from "@/lib/bff/api-tokens";
import { apiTokenMutations } from "@/lib/queries/api-tokens";
import { apiTokenActionsTexts } from "./setting-on-demand-messages.ts";

/** Revokes a token. */
export function ApiTokenActions({ token: { id, name } }: { token: ApiToken }) {
  const [open, setOpen] = useState(false);
  const revoke = useMutation(apiTokenMutations.revoke());
  return (
    <>
      <Button size="sm" aria-label={apiTokenActionsTexts.revoke(name)} onClick={() => setOpen(true)}>
        {apiTokenActionsTexts.revokeLabel}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={apiTokenActionsTexts.revokeApiToken(name)}
        effect={apiTokenActionsTexts.programsLoseAccess}
        confirmLabel={apiTokenActionsTexts.revokeToken}
        reason="optional"
        draft={`revoke-api-token-${id}`}
        onConfirm={async (reason) => {
          await revoke.mutateAsync({ id, reason });
          notify.done(apiTokenActionsTexts.apiTokenRevoked);
        }}
      />
    </>
  );
}
