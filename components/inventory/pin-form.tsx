"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type InventoryKind, inventoryLimits } from "@/lib/bff/inventory";
import { inventoryMutations } from "@/lib/queries/inventory";

/** Asks for the label of a pin, or takes the pin back. `label`: the one it has, empty for none. */
export function PinForm({
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
      <Field label="Label" optional hint="Everyone sees it; lists, their search and the palette find it.">
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
