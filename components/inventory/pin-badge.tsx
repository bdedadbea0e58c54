"use client";

import clsx from "clsx";
import { Pin } from "lucide-react";
import type { InventoryKind } from "@/lib/bff/inventory";
import { visibleMarks } from "@/lib/format/visible-marks";
import { pinBadgeTexts } from "./inventory-messages.ts";
import { usePin } from "./use-pins.ts";

/** After a name or an id: its pin and the label; nothing if it is not pinned. `lead` separates it from the
 *  text before it on the line. */
export function PinBadge({
  kind,
  id,
  lead = true,
  className,
}: {
  kind: InventoryKind;
  id: string;
  lead?: boolean;
  className?: string;
}) {
  const pin = usePin(kind, id);
  if (pin === undefined) return null;
  return (
    <span
      title={pin.label === null ? undefined : visibleMarks(pin.label)}
      className={clsx("font-sans text-ink-2", className)}
    >
      {lead ? (pin.label === null ? " " : " · ") : null}
      <Pin aria-hidden="true" className="mr-1 inline size-3 fill-current align-[-1px] text-ink-3" />
      {visibleMarks(pin.label ?? "")}
      <span className="sr-only">{pinBadgeTexts.pinned}</span>
    </span>
  );
}
