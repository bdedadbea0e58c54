"use client";

import { useHoldPage } from "@/components/form/use-hold-page";
import { ShownOnceDialog } from "@/components/ui/shown-once-dialog";
import { oneTimePasswordDialogTexts, oneTimeText } from "./account-messages.ts";

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
  useHoldPage(password !== undefined);
  return (
    <ShownOnceDialog
      title={oneTimePasswordDialogTexts.oneTimePasswordOf(username)}
      description={oneTimePasswordDialogTexts.giveItToThemYourself(oneTimeText)}
      secret={password}
      copyLabel={oneTimePasswordDialogTexts.copyPassword}
      closeLabel={oneTimePasswordDialogTexts.done}
      onClose={onClose}
    />
  );
}
