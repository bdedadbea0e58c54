"use client";

import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { Select } from "@/components/ui/select";
import { type AuditEntry, type AuditFilters, type AuditPhase, auditPhases } from "@/lib/bff/audit";
import { shortId } from "@/lib/format/short-id";

export type AuditFilterChange = Partial<
  Pick<AuditFilters, "actor" | "action" | "target" | "phase" | "request_id">
>;

const any = "any phase";
const phaseOptions = [any, ...auditPhases].map((phase) => ({ value: phase, label: phase }));

/** Filters of the audit log. Texts match exactly; values on screen are suggested. */
export function AuditFilterBar({
  filters,
  shown,
  onChange,
}: {
  filters: AuditFilters;
  shown: readonly AuditEntry[];
  onChange: (change: AuditFilterChange) => void;
}) {
  const focusHandoffRef = useFocusHandoff();
  const isPhase = (text: string): text is AuditPhase => auditPhases.some((phase) => phase === text);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TextFilter
        label="Who"
        value={filters.actor}
        maxLength={64}
        suggestions={[...new Set(shown.map(({ actor }) => actor))]}
        onCommit={(actor) => onChange({ actor })}
      />
      <TextFilter
        label="Action"
        value={filters.action}
        maxLength={64}
        suggestions={useActions()}
        onCommit={(action) => onChange({ action })}
      />
      <TextFilter
        label="Target"
        value={filters.target}
        maxLength={255}
        suggestions={[...new Set(shown.map(({ target }) => target).filter((target) => target !== ""))]}
        onCommit={(target) => onChange({ target })}
      />
      <Select
        label="Phase"
        className="!w-32"
        value={filters.phase ?? any}
        options={phaseOptions}
        onValueChange={(phase) => onChange({ phase: isPhase(phase) ? phase : undefined })}
      />
      {filters.request_id === undefined ? null : (
        <span
          ref={focusHandoffRef}
          className="inline-flex h-8 items-center gap-1.5 rounded-md border border-line bg-raised pl-2 text-label"
        >
          <span className="text-ink-3">Request</span>
          <span className="font-mono">{shortId(filters.request_id)}</span>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Remove the request filter"
            onClick={() => onChange({ request_id: undefined })}
          >
            <X />
          </Button>
        </span>
      )}
    </div>
  );
}

/** Known actions, once loaded: only suggestions, so the page does not wait for them. */
function useActions(): readonly string[] {
  const [actions, setActions] = useState<readonly string[]>([]);
  useEffect(() => {
    void import("./audit-actions.ts").then(
      ({ auditActions }) => setActions(auditActions),
      () => undefined,
    );
  }, []);
  return actions;
}

function TextFilter({
  label,
  value = "",
  maxLength,
  suggestions,
  onCommit,
}: {
  label: string;
  value: string | undefined;
  maxLength: number;
  suggestions: readonly string[];
  onCommit: (value: string | undefined) => void;
}) {
  const [text, setText] = useState(value);
  const [activeValue, setActiveValue] = useState(value);
  // Back, forward and a click on a cell change the active filter; the box follows.
  if (activeValue !== value) {
    setActiveValue(value);
    setText(value);
  }
  return (
    <div className="w-44 max-sm:w-[calc(50%-4px)]">
      <Combobox
        label={`Filter by ${label.toLowerCase()}`}
        placeholder={label}
        value={text}
        onValueChange={(next) => setText(next.slice(0, maxLength))}
        onCommit={(next) => {
          const searchText = next.trim().slice(0, maxLength);
          if (searchText !== value) onCommit(searchText === "" ? undefined : searchText);
        }}
        suggestions={suggestions}
      />
    </div>
  );
}
