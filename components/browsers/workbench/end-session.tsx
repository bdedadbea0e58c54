"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import { sessionName } from "@/lib/format/session-name";
import { browserMutations } from "@/lib/queries/browsers";
import { endSessionTexts } from "./workbench-messages.ts";

/** Deletes the session after a confirmation. */
export function EndSession({
  id,
  name,
  ended,
}: {
  id: string;
  name: string | null | undefined;
  ended: boolean;
}) {
  const [open, setOpen] = useState(false);
  const remove = useMutation(browserMutations.delete());
  const roleReason = useRoleReason("operator", endSessionTexts.needsOperatorRole);
  const blocked = ended ? endSessionTexts.thisBrowserHasEnded : roleReason;
  usePaletteAct("end-browser", endSessionTexts.endBrowser, () => setOpen(true), blocked);
  return (
    <>
      <Button variant="danger" disabledReason={blocked} onClick={() => setOpen(true)}>
        {endSessionTexts.endBrowser}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={endSessionTexts.endBrowserQuestion(sessionName({ session_id: id, name }))}
        effect={endSessionTexts.effect}
        confirmLabel={endSessionTexts.endBrowserConfirm}
        reason="optional"
        draft={`end-browser-${id}`}
        onConfirm={async (reason) => {
          await remove.mutateAsync({ id, reason });
          notify.done(endSessionTexts.browserEnded, name || id);
        }}
      />
    </>
  );
}
