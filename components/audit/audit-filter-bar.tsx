"use client";

import clsx from "clsx";
import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { CustomRange } from "@/components/ui/custom-range";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { SearchBox } from "@/components/ui/search-box";
import { Select } from "@/components/ui/select";
import { useTimeZone } from "@/components/ui/time-zone";
import { type ActOutcome, type AuditedAct, actOutcomes } from "@/lib/bff/audit";
import { isoTime } from "@/lib/clock";
import { actionsWithText, formatActName, outcomeTexts } from "@/lib/format/act-messages";
import { shortId } from "@/lib/format/short-id";
import { auditColumnsTexts, auditFilterBarTexts } from "./audit-messages.ts";
import { type AuditFilterValues, sinceOptions, timeText } from "./audit-search-params.ts";

const anyOutcome = { value: "any", label: auditFilterBarTexts.anyOutcome } as const;
const outcomeOptions = [
  anyOutcome,
  ...actOutcomes.map((outcome) => ({
    value: outcome,
    label: outcomeTexts[outcome].charAt(0).toUpperCase() + outcomeTexts[outcome].slice(1),
  })),
];
const anyTime = { value: "any", label: auditFilterBarTexts.anyTime } as const;
const longestDays = 3_660;

const actionLabels = actionsWithText.map(formatActName);
const labels = [...new Set(actionLabels)].sort();
/** The operation of a typed act: its label, its id, or the only label that contains the text. */
function actionOf(text: string): string {
  const typed = text.toLowerCase();
  const exact = actionLabels.findIndex((label) => label.toLowerCase() === typed);
  if (exact !== -1) return actionsWithText[exact] ?? text;
  const [only, ...others] = actionsWithText.filter((_, at) =>
    actionLabels[at]?.toLowerCase().includes(typed),
  );
  return only !== undefined && others.length === 0 ? only : text;
}

/** Filters of the audit: object, person, act, outcome and time. */
export function AuditFilterBar({
  filters,
  shown,
  onChange,
}: {
  filters: AuditFilterValues;
  shown: readonly AuditedAct[];
  onChange: (change: Partial<AuditFilterValues>, history?: "push" | "replace") => void;
}) {
  const isOutcome = (text: string): text is ActOutcome => actOutcomes.some((each) => each === text);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        label={auditFilterBarTexts.object}
        placeholder={auditFilterBarTexts.objectNameOrId}
        className="w-52 max-sm:w-full"
        value={filters.target ?? ""}
        onCommit={(target) => onChange({ target: target === "" ? undefined : target }, "replace")}
      />
      <TextFilter
        label={auditFilterBarTexts.person}
        value={filters.actor ?? ""}
        suggestions={[...new Set(shown.map(({ actor }) => actor).filter((actor) => actor !== ""))].sort()}
        onCommit={(actor) => onChange({ actor })}
      />
      <TextFilter
        label={auditColumnsTexts.act}
        value={filters.action === undefined ? "" : formatActName(filters.action)}
        suggestions={labels}
        onCommit={(text) => onChange({ action: text === undefined ? undefined : actionOf(text) })}
      />
      <Select
        label={auditColumnsTexts.outcome}
        className="!w-40 max-sm:!w-[calc(40%-6px)]"
        value={filters.outcome ?? anyOutcome.value}
        options={outcomeOptions}
        onValueChange={(outcome) => onChange({ outcome: isOutcome(outcome) ? outcome : undefined })}
      />
      <TimeFilter filters={filters} onChange={onChange} />
      {filters.request_id === undefined ? null : (
        <IdChip
          name={auditFilterBarTexts.request}
          id={filters.request_id}
          removeLabel={auditFilterBarTexts.removeRequestFilter}
          onRemove={() => onChange({ request_id: undefined })}
        />
      )}
      {filters.batch_id === undefined ? null : (
        <IdChip
          name={auditFilterBarTexts.batch}
          id={filters.batch_id}
          removeLabel={auditFilterBarTexts.removeBatchFilter}
          onRemove={() => onChange({ batch_id: undefined })}
        />
      )}
    </div>
  );
}

function TimeFilter({
  filters,
  onChange,
}: {
  filters: AuditFilterValues;
  onChange: (change: Partial<AuditFilterValues>) => void;
}) {
  const { zone } = useTimeZone();
  const { since, until } = filters;
  const isPreset = until === undefined && sinceOptions.some(({ value }) => value === since);
  const chosen = timeText(filters, zone);
  const fromMs = Date.parse(since ?? "");
  const toMs = Date.parse(until ?? "");
  return (
    <>
      <Select
        label={auditFilterBarTexts.time}
        className={clsx("max-sm:min-w-0 max-sm:flex-1", (isPreset || chosen === undefined) && "sm:!w-36")}
        value={chosen === undefined ? anyTime.value : isPreset ? since : undefined}
        placeholder={chosen ?? anyTime.label}
        options={[anyTime, ...sinceOptions]}
        onValueChange={(next) =>
          onChange({ since: next === anyTime.value ? undefined : next, until: undefined })
        }
      />
      <CustomRange
        longestDays={longestDays}
        range={Number.isNaN(fromMs) || Number.isNaN(toMs) ? undefined : { fromMs, toMs }}
        onChange={(from, to) => onChange({ since: isoTime(from), until: isoTime(to) })}
      />
    </>
  );
}

function IdChip({
  name,
  id,
  removeLabel,
  onRemove,
}: {
  name: string;
  id: string;
  removeLabel: string;
  onRemove: () => void;
}) {
  const focusHandoffRef = useFocusHandoff();
  return (
    <span
      ref={focusHandoffRef}
      className="inline-flex h-8 items-center gap-1.5 rounded-md border border-line bg-raised pl-2 text-label"
    >
      <span className="text-ink-3">{name}</span>
      <span className="font-mono">{shortId(id)}</span>
      <Button variant="ghost" size="icon-sm" aria-label={removeLabel} onClick={onRemove}>
        <X />
      </Button>
    </span>
  );
}

function TextFilter({
  label,
  value,
  suggestions,
  onCommit,
}: {
  label: string;
  value: string;
  suggestions: readonly string[];
  onCommit: (value: string | undefined) => void;
}) {
  const [text, setText] = useState(value);
  const [activeValue, setActiveValue] = useState(value);
  // Back, forward and a link change the active filter; the box follows.
  if (activeValue !== value) {
    setActiveValue(value);
    setText(value);
  }
  return (
    <div className="w-40 max-sm:w-[calc(30%-5px)]">
      <Combobox
        label={label}
        placeholder={label}
        value={text}
        onValueChange={(next) => setText(next.slice(0, 64))}
        onCommit={(next) => {
          const typed = next.trim().slice(0, 64);
          if (typed !== value) onCommit(typed === "" ? undefined : typed);
        }}
        suggestions={suggestions}
      />
    </div>
  );
}
