"use client";

import type { ReactNode } from "react";
import { Combobox, type NamedSuggestion } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";

/** The id of a resource: one of the known ones, found by id or name, or any other, typed. */
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
  value: string;
  known: readonly NamedSuggestion[];
  /** What an empty field means. */
  emptyHint: string;
  /** For an id that is not among the known ones. */
  unknownHint: string;
  error?: string | undefined;
  onChange: (id: string) => void;
}) {
  const found = known.find((each) => each.value === value.trim());
  const name = found === undefined ? unknownHint : [found.label, found.detail].filter(Boolean).join(" · ");
  return (
    <Field label={label} optional hint={value.trim() === "" ? emptyHint : name} error={error}>
      <Combobox
        mono
        value={value}
        suggestions={known}
        onValueChange={onChange}
        onCommit={(text) => {
          // A name that was typed and not picked; names need not be unique.
          const [named, another] = known.filter((each) => each.label === text.trim());
          if (named !== undefined && another === undefined) onChange(named.value);
        }}
      />
    </Field>
  );
}
