"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { useHandOnFocus } from "@/components/ui/return-focus";
import { Select } from "@/components/ui/select";
import { formatCount } from "@/lib/format/numbers";
import { type FilterKey, filterFields, isListKey, valueFault } from "./filter-fields.ts";
import type { InvocationScreen } from "./invocation-screen.ts";
import { newestRead } from "./narrowing.ts";

const fieldOptions = filterFields.map(({ key, label }) => ({ value: key, label }));
const conditions = [
  { value: "is", label: "is" },
  { value: "not", label: "is not" },
] as const;
type Condition = (typeof conditions)[number]["value"];

/** The values a field has in force, as they are edited. */
export function valuesInForce(
  screen: InvocationScreen,
  key: FilterKey,
  condition: Condition,
): readonly string[] {
  if (isListKey(key)) return (condition === "is" ? screen[key] : screen[`not_${key}`]) ?? [];
  const value = screen[key];
  return value === undefined ? [] : [value];
}

/** A filter being written: field, condition, and one value or several where the field takes several. */
export function WriteFilter({
  startKey,
  startCondition,
  screen,
  suggestions,
  onApply,
}: {
  startKey: FilterKey;
  startCondition: Condition;
  screen: InvocationScreen;
  suggestions: (key: FilterKey) => readonly string[];
  onApply: (changes: Partial<InvocationScreen>) => void;
}) {
  const [key, setKey] = useState(startKey);
  const [condition, setCondition] = useState(startCondition);
  const inForce = valuesInForce(screen, key, condition);
  const several = isListKey(key);
  const [kept, setKept] = useState(several && inForce.length > 1 ? inForce : []);
  const [text, setText] = useState(inForce.length === 1 ? (inForce[0] ?? "") : "");
  const [fault, setFault] = useState<string>();
  const field = filterFields.find((each) => each.key === key);

  const start = (nextKey: FilterKey, nextCondition: Condition) => {
    const values = valuesInForce(screen, nextKey, nextCondition);
    setKey(nextKey);
    setCondition(nextCondition);
    setKept(isListKey(nextKey) && values.length > 1 ? values : []);
    setText(values.length === 1 ? (values[0] ?? "") : "");
    setFault(undefined);
  };
  /** All values with the one being typed; undefined, and a fault shown, when that is none. */
  const read = (): readonly string[] | undefined => {
    const value = text.trim();
    if (value === "" && kept.length > 0) return kept;
    const found = valueFault(key, value, condition === "not");
    setFault(found);
    return found === undefined ? [...new Set([...kept, value])] : undefined;
  };
  const apply = () => {
    const values = read();
    if (values === undefined) return;
    if (!isListKey(key)) onApply({ [key]: values[0] });
    else onApply({ [condition === "is" ? key : `not_${key}`]: values });
  };
  const withinRead = field?.kind === "read" || condition === "not" || kept.length > 0;

  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className={several ? "grid grid-cols-[minmax(0,1fr)_5.5rem] gap-2" : "grid"}>
        <Field label="Field">
          <Select
            value={key}
            options={fieldOptions}
            onValueChange={(next) => start(next, isListKey(next) ? condition : "is")}
          />
        </Field>
        {several ? (
          <Field label="Condition">
            <Select value={condition} options={conditions} onValueChange={(next) => start(key, next)} />
          </Field>
        ) : null}
      </div>
      {kept.length === 0 ? null : (
        <ul aria-label="Values" className="flex flex-wrap gap-1">
          {kept.map((value) => (
            <Kept key={value} value={value} onRemove={() => setKept(kept.filter((each) => each !== value))} />
          ))}
        </ul>
      )}
      <Field
        label="Value"
        error={fault}
        hint={field !== undefined && "hint" in field ? field.hint : undefined}
      >
        <Combobox
          value={text}
          onValueChange={setText}
          suggestions={suggestions(key).filter((each) => !kept.includes(each))}
          mono={field?.mono === true}
        />
      </Field>
      {withinRead ? (
        <p className="text-label text-ink-3">
          The API has no such filter: it is applied to the newest {formatCount(newestRead)} runs read.
        </p>
      ) : null}
      <div className="grid grid-flow-col auto-cols-fr gap-2">
        {several ? (
          <Button
            onClick={() => {
              const values = read();
              if (values === undefined) return;
              setKept(values);
              setText("");
            }}
          >
            Or another…
          </Button>
        ) : null}
        <Button type="submit" variant="primary">
          {inForce.length === 0 ? "Add filter" : "Change filter"}
        </Button>
      </div>
    </form>
  );
}

function Kept({ value, onRemove }: { value: string; onRemove: () => void }) {
  const handOn = useHandOnFocus();
  return (
    <li ref={handOn} className="inline-flex h-6 max-w-full items-center gap-1 rounded-sm bg-hover pl-2">
      <span className="truncate text-label">{value}</span>
      <Button variant="ghost" size="icon-sm" aria-label={`Take out ${value}`} onClick={onRemove}>
        <X />
      </Button>
    </li>
  );
}
