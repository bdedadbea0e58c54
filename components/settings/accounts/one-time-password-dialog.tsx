"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { oneTimeText } from "./account-messages.ts";

/** A one-time password, shown once. */
export function OneTimePasswordDialog({
  username,
  password,
  onClose,
}: {
  username: string;
  password: string | undefined;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={password !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      byButtonOnly
      title={`One-time password of ${username}`}
      description={`Give it to them yourself: nothing is sent. ${oneTimeText}`}
      foot={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className="flex items-center gap-2 rounded-md bg-sunk px-3 py-2">
        <code className="min-w-0 font-mono text-label break-all">{password ?? ""}</code>
        <CopyButton text={password ?? ""} label="Copy password" />
      </p>
    </Dialog>
  );
}
