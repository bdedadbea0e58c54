"use client";

import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import type { StoredLog } from "@/lib/bff/stored-logs";
import { formatCount } from "@/lib/format/numbers";
import { storedLogMutations } from "@/lib/queries/stored-logs";
import { deleteStoredLogTexts } from "./layout-on-demand-messages.ts";
import { useRoleReason } from "./use-role-reason.ts";

/** Deletes a stored log after a confirmation. */
export function DeleteStoredLog({
  log,
  name,
  owner,
  consequence,
}: {
  log: StoredLog;
  /** What the log is called where it is listed. */
  name: string;
  /** The browser or invocation whose log it is. */
  owner: string;
  /** What the deletion means, as a sentence. */
  consequence: string;
}) {
  const [open, setOpen] = useState(false);
  const remove = useMutation(storedLogMutations.delete());
  const roleReason = useRoleReason("operator", deleteStoredLogTexts.needsOperatorRole);
  const openReason = log.ended_at_ms === null ? deleteStoredLogTexts.logInProgress : undefined;
  return (
    <>
      <IconButton
        label={deleteStoredLogTexts.deleteLogOf(name)}
        size="icon-sm"
        disabledReason={openReason ?? roleReason}
        onClick={() => setOpen(true)}
      >
        <Trash2 />
      </IconButton>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={deleteStoredLogTexts.deleteLogOfQuestion(name)}
        effect={deleteStoredLogTexts.deletesForEveryone({ linesOf: linesOf(log), owner, consequence })}
        confirmLabel={deleteStoredLogTexts.deleteLog}
        reason="optional"
        draft={`delete-log-${log.id}`}
        onConfirm={async (reason) => {
          await remove.mutateAsync({ id: log.id, reason });
          notify.done(deleteStoredLogTexts.logDeleted, name);
        }}
      />
    </>
  );
}

const linesOf = ({ lines }: StoredLog) => deleteStoredLogTexts.storedLines(formatCount(lines));
