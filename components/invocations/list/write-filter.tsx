"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { Select } from "@/components/ui/select";
import type { Invocation } from "@/lib/contract/invocations";
import { formatCount } from "@/lib/format/numbers";
import { appQueries } from "@/lib/queries/apps";
import { type FilterKey, filterFields, isListKey } from "./filter-fields.ts";
import { suggestionsFor, valueFault } from "./filter-values.ts";
import { writeFilterTexts } from "./invocation-list-on-demand-messages.ts";
import type { InvocationSearchParams } from "./invocation-search-params.ts";
import { newestReadLimit } from "./local-filters.ts";
import { maxValues } from "./value-list.ts";

const fieldOptions = filterFields.map(({ key, label }) => ({ value: key, label }));
const conditions = [
  { value: "is", label: writeFilterTexts.is },
  { value: "not", label: writeFilterTexts.isNot },
] as const;
type Condition = (typeof conditions)[number]["value"];

/** The applications whose names are suggested. */
export const suggestedApps = appQueries.list({ limit: 100 });

/** The field's active values, to edit. */
function valuesInForce(
  screen: InvocationSearchParams,
  key: FilterKey,
  condition: Condition,
): readonly string[] {
  if (isListKey(key)) return (condition === "is" ? screen[key] : screen[`not_${key}`]) ?? [];
  const value = screen[key];
  return value === undefined ? [] : [value];
}

/** Edits a filter: field, condition, and one value, or several if the field accepts them. */
export function WriteFilter({
  startKey,
  startCondition,
  screen,
  read,
  onApply,
}: {
  startKey: FilterKey;
  startCondition: Condition;
  screen: InvocationSearchParams;
  /** The rows before the filters that are applied locally: their values are suggested. */
  read: readonly Invocation[];
  onApply: (changes: Partial<InvocationSearchParams>) => void;
}) {
  const draft = useFilterDraft(startKey, startCondition, screen);
  const { key, condition, chosen, text } = draft;
  const apps = useQuery(suggestedApps).data?.items ?? [];
  const several = isListKey(key);
  const field = filterFields.find((each) => each.key === key);
  const isAppliedLocally = field?.kind === "read" || condition === "not" || chosen.length > 0;
  const apply = () => {
    const values = draft.read();
    if (values === undefined) return;
    if (!isListKey(key)) onApply({ [key]: values[0] });
    else onApply({ [condition === "is" ? key : `not_${key}`]: values });
  };

  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className={several ? "grid grid-cols-[minmax(0,1fr)_5.5rem] gap-2" : "grid"}>
        <Field label={writeFilterTexts.field}>
          <Select
            value={key}
            options={fieldOptions}
            onValueChange={(next) => draft.start(next, isListKey(next) ? condition : "is")}
          />
        </Field>
        {several ? (
          <Field label={writeFilterTexts.condition}>
            <Select value={condition} options={conditions} onValueChange={(next) => draft.start(key, next)} />
          </Field>
        ) : null}
      </div>
      {chosen.length === 0 ? null : (
        <ul aria-label={writeFilterTexts.values} className="flex flex-wrap gap-1">
          {chosen.map((value) => (
            <ChosenValue key={value} value={value} onRemove={() => draft.remove(value)} />
          ))}
        </ul>
      )}
      <Field
        label={writeFilterTexts.value}
        error={draft.fault}
        hint={field !== undefined && "hint" in field ? field.hint : undefined}
      >
        <Combobox
          value={text}
          onValueChange={draft.setText}
          suggestions={suggestionsFor(key, apps, read).filter((each) => !chosen.includes(each))}
          mono={field?.mono === true}
        />
      </Field>
      {isAppliedLocally ? (
        <p className="text-label text-ink-3">
          {writeFilterTexts.appliesToTheNewest(formatCount(newestReadLimit))}
        </p>
      ) : null}
      <div className="grid grid-flow-col auto-cols-fr gap-2">
        {several ? <Button onClick={draft.add}>{writeFilterTexts.addValue}</Button> : null}
        <Button type="submit" variant="primary">
          {draft.isNew ? writeFilterTexts.addFilter : writeFilterTexts.changeFilter}
        </Button>
      </div>
    </form>
  );
}

/** What is being edited: a field, a condition, the values already chosen, and the one being typed. */
function useFilterDraft(startKey: FilterKey, startCondition: Condition, screen: InvocationSearchParams) {
  const [target, setTarget] = useState({ key: startKey, condition: startCondition });
  const inForce = valuesInForce(screen, target.key, target.condition);
  const [values, setValues] = useState(() => split(target.key, inForce));
  const [fault, setFault] = useState<string>();
  const { key, condition } = target;
  const { chosen, text } = values;
  /** All values including the one being typed; undefined, with an error shown, if that is invalid. */
  const read = (): readonly string[] | undefined => {
    const value = text.trim();
    if (value === "" && chosen.length > 0) return chosen;
    const all = [...new Set([...chosen, value])];
    const found =
      valueFault(key, value, condition === "not") ??
      (all.length > maxValues ? writeFilterTexts.tooManyValues(maxValues) : undefined);
    setFault(found);
    return found === undefined ? all : undefined;
  };
  return {
    ...target,
    ...values,
    fault,
    /** The field has no such condition yet. */
    isNew: inForce.length === 0,
    read,
    /** Edits another field or condition, from its active values. */
    start(key: FilterKey, condition: Condition) {
      setTarget({ key, condition });
      setValues(split(key, valuesInForce(screen, key, condition)));
      setFault(undefined);
    },
    setText: (next: string) => setValues({ chosen, text: next }),
    /** Moves the typed value to the chosen ones. */
    add() {
      const all = read();
      if (all !== undefined) setValues({ chosen: all, text: "" });
    },
    remove: (value: string) => setValues({ chosen: chosen.filter((each) => each !== value), text }),
  };
}

/** Active values as a draft: several are chosen, a single one is typed. */
const split = (key: FilterKey, values: readonly string[]) => ({
  chosen: isListKey(key) && values.length > 1 ? values : [],
  text: values.length === 1 ? (values[0] ?? "") : "",
});

function ChosenValue({ value, onRemove }: { value: string; onRemove: () => void }) {
  const focusHandoffRef = useFocusHandoff();
  return (
    <li
      ref={focusHandoffRef}
      className="inline-flex h-6 max-w-full items-center gap-1 rounded-sm bg-hover pl-2"
    >
      <span className="truncate text-label">{value}</span>
      <Button variant="ghost" size="icon-sm" aria-label={writeFilterTexts.remove(value)} onClick={onRemove}>
        <X />
      </Button>
    </li>
  );
}
