"use client";

import { type ReactNode, useState } from "react";
import { Combobox, type NamedSuggestion } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";

/** A resource: one of the known ones, found by id or name and shown by its name, or the id of any other, typed. */
export function ReferenceField({
  label,
  value,
  known,
  emptyHint,
  unknownHint,
  error,
  onChange,
}: {
  label: ReactNode;
  /** Its id. */
  value: string;
  known: readonly NamedSuggestion[];
  /** What an empty field means. */
  emptyHint: string;
  /** For an id that is not among the known ones. */
  unknownHint: string;
  error?: string | undefined;
  onChange: (id: string) => void;
}) {
  /** The text while it is typed. */
  const [typed, setTyped] = useState<string>();
  const found = known.find((each) => each.value === value.trim());
  const shown = typed ?? found?.label ?? value;
  const details = found && [found.value === shown ? "" : found.value, found.detail].filter(Boolean);
  return (
    <Field
      label={label}
      optional
      hint={value.trim() === "" ? emptyHint : (details?.join(" · ") ?? unknownHint)}
      error={error}
    >
      <Combobox
        mono={shown === value}
        value={shown}
        suggestions={known}
        onValueChange={(text) => {
          if (text === shown) return;
          setTyped(text);
          onChange(text);
        }}
        onCommit={(text) => {
          if (typed === undefined && text === shown) return;
          setTyped(undefined);
          // A name that was typed and not picked; names need not be unique.
          const [named, another] = known.filter((each) => each.label === text.trim());
          if (named !== undefined && another === undefined) onChange(named.value);
        }}
      />
    </Field>
  );
}
