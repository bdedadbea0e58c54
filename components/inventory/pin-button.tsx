"use client";

import { useMutation } from "@tanstack/react-query";
import { Pin } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Popover } from "@/components/ui/popover";
import { type InventoryKind, inventoryLimits } from "@/lib/bff/inventory";
import { inventoryMutations } from "@/lib/queries/inventory";
import { usePins } from "./use-pins.ts";

/** Keeps an id by hand under a label, for everyone: pinned ids stand first and are never forgotten. */
export function PinButton({ kind, id, name }: { kind: InventoryKind; id: string; name: string }) {
  const pinned = usePins(kind).get(id);
  const [open, setOpen] = useState(false);
  const disabledReason = useRoleReason("operator");
  const trigger = (
    <Button size="sm" disabledReason={disabledReason} aria-label={`${pinned ? "Pinned" : "Pin"} ${name}`}>
      <Pin aria-hidden="true" className={pinned ? "fill-current" : ""} />
      {pinned ? "Pinned" : "Pin"}
    </Button>
  );
  if (disabledReason !== undefined) return trigger;
  return (
    <Popover label={`Pin ${name}`} align="end" open={open} onOpenChange={setOpen} trigger={trigger}>
      <PinForm
        kind={kind}
        id={id}
        label={pinned?.label ?? ""}
        pinned={pinned !== undefined}
        onDone={() => setOpen(false)}
      />
    </Popover>
  );
}

function PinForm({
  kind,
  id,
  label,
  pinned,
  onDone,
}: {
  kind: InventoryKind;
  id: string;
  label: string;
  pinned: boolean;
  onDone: () => void;
}) {
  const [text, setText] = useState(label);
  const pin = useMutation(inventoryMutations.pin());
  const unpin = useMutation(inventoryMutations.unpin());
  const failure = pin.error ?? unpin.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pin.isPending) pin.mutate({ kind, id, label: text }, { onSuccess: onDone });
  };
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <Field label="Label" optional hint="Everyone sees it; the palette finds it.">
        <Input
          maxLength={inventoryLimits.labelMax}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {failure === null ? null : <ErrorState shape="strip" error={failure} title="Not saved" />}
      <div className="flex justify-end gap-2">
        {pinned ? (
          <Button pending={unpin.isPending} onClick={() => unpin.mutate({ kind, id }, { onSuccess: onDone })}>
            Unpin
          </Button>
        ) : null}
        <Button type="submit" variant="primary" pending={pin.isPending}>
          {pinned ? "Save label" : "Pin"}
        </Button>
      </div>
    </form>
  );
}
