"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { notify } from "@/components/ui/toast";
import type { Pool } from "@/lib/contract/pools";
import { poolMutations } from "@/lib/queries/pool-acts";
import { nameOf } from "./pool-capacity.ts";

/** Gives an acquired browser back to its pool, by the id of its session. `sessionId` undefined: closed. */
export function ReleaseDialog({
  pool,
  sessionId,
  onClose,
  onReleased,
}: {
  pool: Pool;
  /** Filled in beforehand; empty to ask for it. */
  sessionId: string | undefined;
  onClose: () => void;
  onReleased: (sessionId: string) => void;
}) {
  const [id, setId] = useState("");
  const [reuse, setReuse] = useState(true);
  const release = useMutation(poolMutations.release());
  useEffect(() => {
    if (sessionId !== undefined) setId(sessionId);
  }, [sessionId]);
  return (
    <ConfirmDialog
      open={sessionId !== undefined}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Release a browser of ${nameOf(pool)}?`}
      effect={
        reuse
          ? "Whoever holds it is cut off. It is cleaned and available again."
          : "Whoever holds it is cut off. It is discarded and another is started in its place."
      }
      confirmLabel="Release browser"
      reason="required"
      onConfirm={async (reason) => {
        const wanted = id.trim();
        if (wanted === "") throw new Error("Give the id of the session.");
        await release.mutateAsync({ idOrName: pool.id, sessionId: wanted, reuse, reason });
        onReleased(wanted);
        notify.done("Browser released", wanted);
      }}
    >
      <Field
        label="Session id"
        hint="The API does not tell which acquired browsers are idle: ask their holders."
      >
        <Input mono value={id} onChange={(event) => setId(event.target.value)} />
      </Field>
      <Checkbox checked={reuse} onCheckedChange={setReuse} label="Clean and reuse it" />
    </ConfirmDialog>
  );
}
