"use client";

import { Plus, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import { Popover } from "@/components/ui/popover";
import { Select } from "@/components/ui/select";
import { isTyping } from "@/components/ui/typing";
import { invocationFilters } from "@/lib/contract/invocations";
import { type FilterKey, filterFields, filterText, type InvocationScreen } from "./filter-fields.ts";

type Values = Readonly<Partial<Record<FilterKey, string | undefined>>>;

/** The filters in force as chips, and a way to add one. What is typed is checked by the API's own schema. */
export function InvocationFilters({
  values,
  suggestions,
  onChange,
}: {
  values: Values;
  suggestions: (key: FilterKey) => readonly string[];
  onChange: (changes: Partial<InvocationScreen>) => void;
}) {
  // The field whose filter is being written; "new" where none is chosen yet.
  const [writing, setWriting] = useState<FilterKey | "new">();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "f" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      event.preventDefault();
      setWriting("new");
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return (
    <>
      {filterFields.map(({ key, label }) => {
        const value = values[key];
        if (value === undefined) return null;
        return (
          <span
            key={key}
            className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-md border border-line bg-raised pl-2 text-label"
          >
            <button
              type="button"
              title="Change this filter"
              className="flex min-w-0 gap-1.5 rounded-sm hover:underline hover:decoration-dotted hover:underline-offset-2"
              onClick={() => setWriting(key)}
            >
              <span className="text-ink-3">{label}</span>
              <span className="min-w-0 truncate font-medium">{filterText(key, value)}</span>
            </button>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Remove filter ${label} ${value}`}
              onClick={() => onChange({ [key]: undefined })}
            >
              <X />
            </Button>
          </span>
        );
      })}
      <Popover
        label="Add a filter"
        open={writing !== undefined}
        onOpenChange={(open) => setWriting(open ? "new" : undefined)}
        trigger={
          <Button>
            <Plus /> Filter <Kbd>f</Kbd>
          </Button>
        }
      >
        {writing === undefined ? null : (
          <WriteFilter
            key={writing}
            startKey={writing === "new" ? "status" : writing}
            values={values}
            suggestions={suggestions}
            onApply={(changes) => {
              onChange(changes);
              setWriting(undefined);
            }}
          />
        )}
      </Popover>
    </>
  );
}

const fieldOptions = filterFields.map(({ key, label }) => ({ value: key, label }));

function WriteFilter({
  startKey,
  values,
  suggestions,
  onApply,
}: {
  startKey: FilterKey;
  values: Values;
  suggestions: (key: FilterKey) => readonly string[];
  onApply: (changes: Partial<InvocationScreen>) => void;
}) {
  const [key, setKey] = useState(startKey);
  const [text, setText] = useState(values[startKey] ?? "");
  const [fault, setFault] = useState<string>();
  const apply = () => {
    const read = invocationFilters.shape[key].safeParse(text.trim());
    if (text.trim() === "" || !read.success) {
      setFault(text.trim() === "" ? "Give a value." : read.error?.issues[0]?.message);
      return;
    }
    onApply({ [key]: read.data });
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Field label="Field">
        <Select
          value={key}
          options={fieldOptions}
          onValueChange={(next) => {
            setKey(next);
            setText(values[next] ?? "");
            setFault(undefined);
          }}
        />
      </Field>
      <Field
        label="Value"
        error={fault}
        hint={key === "since" ? "A duration such as 15m, or an RFC 3339 time" : undefined}
      >
        <Combobox
          value={text}
          onValueChange={setText}
          suggestions={suggestions(key)}
          mono={key !== "status"}
        />
      </Field>
      <Button type="submit" variant="primary">
        {values[key] === undefined ? "Add filter" : "Change filter"}
      </Button>
    </form>
  );
}
