"use client";

import { Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useKnownActions, useKnownPools } from "@/components/inventory/known-resources";
import { Button, IconButton } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { Select } from "@/components/ui/select";
import { type EvidenceKind, evidenceKinds, maxExceptions } from "@/lib/bff/evidence";
import { canAddException, type ExceptionDraft, exceptionRulesOf, newException } from "./evidence-draft.ts";
import { exceptionRuleTexts, kindNames } from "./evidence-messages.ts";
import { evidenceExceptionsTexts } from "./setting-on-demand-messages.ts";

const subjects = [
  { value: "app", label: evidenceExceptionsTexts.application },
  { value: "pool", label: evidenceExceptionsTexts.pool },
] as const;
const ruleOptions = (kind: EvidenceKind) =>
  exceptionRulesOf(kind).map((value) => ({ value, label: exceptionRuleTexts[value] }));

/** Rules of single applications and pools. */
export function EvidenceExceptions({
  exceptions,
  errorOf,
  onChange,
}: {
  exceptions: readonly ExceptionDraft[];
  errorOf: (at: number) => string | undefined;
  onChange: (exceptions: ExceptionDraft[]) => void;
}) {
  // Any other may be typed: an application or pool may come later.
  const known = {
    app: useKnownActions().apps.map(({ label }) => label),
    pool: useKnownPools().map(({ label }) => label),
  } satisfies Record<ExceptionDraft["of"], readonly string[]>;
  const add = useRef<HTMLButtonElement>(null);
  return (
    <fieldset className="grid min-w-0 gap-2 border-t border-line pt-3">
      <legend className="float-left text-label font-medium text-ink-2">
        {evidenceExceptionsTexts.exceptions}
      </legend>
      <p className="clear-both text-label text-ink-3">{evidenceExceptionsTexts.applicationTakesPrecedence}</p>
      {exceptions.map((exception, at) => (
        <Exception
          key={exception.key}
          exception={exception}
          number={at + 1}
          suggestions={known[exception.of]}
          error={errorOf(at)}
          onChange={(changed) => onChange(exceptions.with(at, changed))}
          onRemove={() => onChange(exceptions.toSpliced(at, 1))}
          onGone={exceptions.length === 1 ? () => add.current : undefined}
        />
      ))}
      <div>
        <Button
          ref={add}
          onClick={() => onChange([...exceptions, newException()])}
          disabledReason={
            canAddException(exceptions) ? undefined : evidenceExceptionsTexts.tooManyExceptions(maxExceptions)
          }
        >
          <Plus aria-hidden="true" />
          {evidenceExceptionsTexts.addException}
        </Button>
      </div>
    </fieldset>
  );
}

function Exception({
  exception,
  number,
  suggestions,
  error,
  onChange,
  onRemove,
  onGone,
}: {
  exception: ExceptionDraft;
  /** Counted from 1. */
  number: number;
  suggestions: readonly string[];
  error: string | undefined;
  onChange: (exception: ExceptionDraft) => void;
  onRemove: () => void;
  /** The element to focus once it is removed; undefined: another exception. */
  onGone: (() => Element | null) | undefined;
}) {
  const { of, name } = exception;
  return (
    <fieldset
      ref={useFocusHandoff(onGone)}
      data-item=""
      className="grid min-w-0 gap-3 rounded-md border border-line p-3"
    >
      <legend className="sr-only">{evidenceExceptionsTexts.exception(number)}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 sm:grid-cols-[9rem_minmax(0,1fr)_auto]">
        <Field label={evidenceExceptionsTexts.for} className="max-sm:col-span-2">
          <Select
            value={of}
            options={subjects}
            onValueChange={(next) => onChange({ ...exception, of: next })}
          />
        </Field>
        <Field
          label={of === "app" ? evidenceExceptionsTexts.application : evidenceExceptionsTexts.poolIdOrName}
          error={error}
        >
          <Combobox
            value={name}
            suggestions={suggestions}
            onValueChange={(next) => onChange({ ...exception, name: next })}
          />
        </Field>
        <IconButton
          label={evidenceExceptionsTexts.removeException(number)}
          className="mt-5"
          onClick={onRemove}
        >
          <Trash2 />
        </IconButton>
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {evidenceKinds.map((kind) => (
          <Field key={kind} label={kindNames[kind]}>
            <Select
              value={exception[kind]}
              options={ruleOptions(kind)}
              onValueChange={(rule) => onChange({ ...exception, [kind]: rule })}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
