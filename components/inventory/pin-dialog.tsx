"use client";

import { Dialog } from "@/components/ui/dialog";
import type { InventoryKind } from "@/lib/bff/inventory";
import { pinButtonTexts } from "./inventory-messages.ts";
import { PinForm } from "./pin-form.tsx";

/** The form of a pin, where a menu opens it. */
export function PinDialog({
  kind,
  id,
  name,
  onClose,
}: {
  kind: InventoryKind;
  id: string;
  name: string;
  onClose: () => void;
}) {
  return (
    <Dialog open onOpenChange={onClose} title={pinButtonTexts.pinNamed(name)} width="sm">
      <PinForm kind={kind} id={id} name={name} onDone={onClose} />
    </Dialog>
  );
}
