"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import type { ApiToken } from "@/lib/bff/api-tokens";
import { apiTokenMutations } from "@/lib/queries/api-tokens";

/** Revokes a token. */
export function ApiTokenActions({ token: { id, name } }: { token: ApiToken }) {
  const [open, setOpen] = useState(false);
  const revoke = useMutation(apiTokenMutations.revoke());
  return (
    <>
      <Button size="sm" aria-label={`Revoke ${name}`} onClick={() => setOpen(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Revoke API token ${name}?`}
        effect="Programs that use it lose access within 5 s. This cannot be undone."
        confirmLabel="Revoke token"
        reason="optional"
        onConfirm={async (reason) => {
          await revoke.mutateAsync({ id, reason });
          notify.done("API token revoked");
        }}
      />
    </>
  );
}
