"use client";

import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";

/** A secret that is shown once: only its button closes the dialog, so that no stray key or click loses it. */
export function ShownOnceDialog({
  title,
  description,
  secret,
  copyLabel,
  closeLabel,
  onClose,
  children,
}: {
  title: string;
  description: string;
  /** Undefined: closed. */
  secret: string | undefined;
  copyLabel: string;
  closeLabel: string;
  onClose: () => void;
  /** Below the secret: how it is used. */
  children?: ReactNode;
}) {
  return (
    <Dialog
      open={secret !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      byButtonOnly
      title={title}
      description={description}
      foot={
        <Button variant="primary" onClick={onClose}>
          {closeLabel}
        </Button>
      }
    >
      <p className="flex items-center gap-2 rounded-md bg-sunk px-3 py-2">
        <code className="min-w-0 font-mono text-label break-all">{secret ?? ""}</code>
        <CopyButton text={secret ?? ""} label={copyLabel} />
      </p>
      {children}
    </Dialog>
  );
}
