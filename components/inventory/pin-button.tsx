"use client";

import { Pin } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import type { InventoryKind } from "@/lib/bff/inventory";
import { pinButtonTexts } from "./inventory-messages.ts";
import { usePin } from "./use-pins.ts";

const PinForm = dynamic(
  loadPart(() => import("./pin-form.tsx").then((module) => module.PinForm)),
  {
    ssr: false,
    loading: () => <Skeleton className="h-28" />,
  },
);

/** Pins an id with a label, for all operators: pinned ids come first and are never deleted by retention. */
export function PinButton({
  kind,
  id,
  name,
  size = "sm",
  awaited = false,
  exists = true,
}: {
  kind: InventoryKind;
  id: string;
  name: string;
  size?: "sm" | "md";
  /** Whether it is still loading: until then `id` may be its name. */
  awaited?: boolean;
  /** Without an object of this id there is nothing to pin: only a pin that is left of it can be removed. */
  exists?: boolean;
}) {
  const pinned = usePin(kind, id) !== undefined;
  const [open, setOpen] = useState(false);
  const roleReason = useRoleReason("operator");
  const disabledReason = roleReason ?? (awaited ? pinButtonTexts.loading : undefined);
  if (!exists && !pinned) return null;
  const trigger = (
    <Button
      size={size}
      disabledReason={disabledReason}
      aria-label={`${pinned ? pinButtonTexts.pinned : pinButtonTexts.pin} ${name}`}
    >
      <Pin aria-hidden="true" className={pinned ? "fill-current" : ""} />
      {pinned ? pinButtonTexts.pinned : pinButtonTexts.pin}
    </Button>
  );
  if (disabledReason !== undefined) return trigger;
  return (
    <Popover
      label={pinButtonTexts.pinNamed(name)}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
    >
      <PinForm kind={kind} id={id} name={name} onDone={() => setOpen(false)} />
    </Popover>
  );
}
