"use client";

import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { notify } from "@/components/ui/toast";
import { useTextDraft } from "@/components/ui/use-draft";
import { useGone } from "@/components/ui/use-gone";
import { type InventoryKind, inventoryLimits } from "@/lib/bff/inventory";
import { inventoryMutations } from "@/lib/queries/inventory";
import { pinFormTexts } from "./inventory-on-demand-messages.ts";
import { useFreshPin } from "./use-pins.ts";

/** Edits the label of a pin, or removes the pin. An error after the form was closed is shown in a toast. */
export function PinForm({
  kind,
  id,
  name,
  onDone,
}: {
  kind: InventoryKind;
  id: string;
  name: string;
  onDone: () => void;
}) {
  // Until it is edited, the field shows the newest label, whoever set it.
  const pinned = useFreshPin(kind, id);
  const kept = useTextDraft(`pin-${kind}-${id}`, true, pinned?.label ?? "");
  const { text } = kept;
  const done = () => {
    kept.forget();
    onDone();
  };
  const gone = useGone();
  const onError = (error: Error) => {
    if (gone.current) notify.notDone(pinFormTexts.pinNotSaved(name), error);
  };
  const pin = useMutation({ ...inventoryMutations.pin(), onError });
  const unpin = useMutation({ ...inventoryMutations.unpin(), onError });
  const failure = pin.error ?? unpin.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pin.isPending) pin.mutate({ kind, id, label: text }, { onSuccess: done });
  };
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <Field label={pinFormTexts.label} optional hint={pinFormTexts.labelHint}>
        <Input
          maxLength={inventoryLimits.labelMax}
          value={text}
          onChange={(event) => kept.type(event.target.value)}
        />
      </Field>
      {kept.restored ? (
        <div className="flex flex-wrap items-center gap-2 text-label text-ink-2">
          <p role="status">{pinFormTexts.yourLabelWasRestored}</p>
          <Button size="sm" onClick={() => kept.type(pinned?.label ?? "")}>
            {pinFormTexts.startOver}
          </Button>
        </div>
      ) : null}
      {failure === null ? null : <ErrorState shape="strip" error={failure} title={pinFormTexts.notSaved} />}
      <div className="flex justify-end gap-2">
        {pinned !== undefined ? (
          <Button pending={unpin.isPending} onClick={() => unpin.mutate({ kind, id }, { onSuccess: done })}>
            {pinFormTexts.unpin}
          </Button>
        ) : null}
        <Button type="submit" variant="primary" pending={pin.isPending}>
          {pinned === undefined ? pinFormTexts.pin : pinFormTexts.saveLabel}
        </Button>
      </div>
    </form>
  );
}
