"use client";

import { X } from "lucide-react";
import { useRef, useState } from "react";
import { ApiLabel } from "@/components/form/schema-form";
import { useKnownExtensions } from "@/components/inventory/known-resources";
import { IconButton } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { RemovableItem } from "@/components/ui/removable-item";
import { extensionPickerTexts } from "./browser-option-on-demand-messages.ts";

/** Stored extensions by id or name: chosen ones as a list, and a box that adds one. */
export function ExtensionPicker({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}) {
  const known = useKnownExtensions();
  const [text, setText] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const add = (added: string) => {
    const name = added.trim();
    setText("");
    if (name !== "" && !chosen.includes(name)) onChange([...chosen, name]);
  };
  return (
    // Enter adds an extension; it does not submit the form.
    <div
      ref={box}
      className="grid gap-2"
      onKeyDownCapture={(event) => {
        if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <Field
        label={<ApiLabel name="extensions">{extensionPickerTexts.extensions}</ApiLabel>}
        optional
        hint={extensionPickerTexts.extensionsHint}
        error={error}
      >
        <Combobox
          value={text}
          suggestions={known.filter(({ value }) => !chosen.includes(value))}
          onValueChange={setText}
          onCommit={add}
        />
      </Field>
      {chosen.length === 0 ? null : (
        <ul aria-label={extensionPickerTexts.chosenExtensions} className="flex flex-wrap gap-1.5">
          {chosen.map((name) => (
            <RemovableItem
              key={name}
              last={chosen.length === 1 ? () => box.current?.querySelector("input") : undefined}
              className="inline-flex max-w-full items-center gap-1 rounded-md border border-line bg-sunk pl-2"
            >
              <span className="truncate">{name}</span>
              <IconButton
                size="icon-sm"
                label={extensionPickerTexts.remove(name)}
                onClick={() => onChange(chosen.filter((each) => each !== name))}
              >
                <X />
              </IconButton>
            </RemovableItem>
          ))}
        </ul>
      )}
    </div>
  );
}
