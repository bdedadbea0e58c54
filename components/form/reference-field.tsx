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
  /** The text while it is typed, and what was picked before. */
  const [typing, setTyping] = useState<{ text: string; before: NamedSuggestion | undefined }>();
  const found = known.find((each) => each.value === value.trim());
  const shown = typing?.text ?? found?.label ?? value;
  const details = found && [found.value === shown ? "" : found.value, found.detail].filter(Boolean);
  return (
    <Field
      label={label}
      optional
      hint={value.trim() === "" ? emptyHint : details ? details.join(" · ") || undefined : unknownHint}
      error={error}
    >
      <Combobox
        mono={shown === value}
        value={shown}
        suggestions={known}
        onValueChange={(text) => {
          if (text === shown) return;
          setTyping({ text, before: typing === undefined ? found : typing.before });
          onChange(text);
        }}
        onCommit={(text) => {
          if (typing === undefined && text === shown) return;
          setTyping(undefined);
          // A name that was typed and not picked; names need not be unique, so one that is as before is what it was.
          const isNamed = ({ label: name }: NamedSuggestion) => name.trim() === text.trim();
          const [named, another] = known.filter(isNamed);
          const picked =
            typing?.before && isNamed(typing.before) ? typing.before : another ? undefined : named;
          if (picked !== undefined) onChange(picked.value);
        }}
      />
    </Field>
  );
}
