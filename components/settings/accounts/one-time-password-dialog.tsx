"use client";

import { ShownOnceDialog } from "@/components/ui/shown-once-dialog";
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
    <ShownOnceDialog
      title={`One-time password of ${username}`}
      description={`Give it to them yourself. ${oneTimeText}`}
      secret={password}
      copyLabel="Copy password"
      closeLabel="Done"
      onClose={onClose}
    />
  );
}
