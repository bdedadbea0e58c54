"use client";

import clsx from "clsx";
import { Plus, Regex, Trash2, WholeWord } from "lucide-react";
import { type ReactElement, useEffect, useEffectEvent, useId, useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { Select } from "@/components/ui/select";
import { type HighlightRule, highlightHues, ruleFault } from "@/lib/live/log-highlights";
import { hueClasses } from "./hue-class.ts";
import { highlightEditorTexts } from "./log-pane-on-demand-messages.ts";
import { useHighlightRules } from "./use-pane-preferences.ts";

const maxRules = 50;

const hueOptions = highlightHues.map((hue) => ({
  value: hue,
  label: <span className={clsx("rounded-sm px-1", hueClasses[hue])}>{hue}</span>,
}));

/** Edits the operator's highlights. Changes apply at once in all panes, a text once its field is left. */
export function HighlightEditor() {
  const [rules, prefer] = useHighlightRules();
  const change = (id: string, part: Partial<HighlightRule>) =>
    // Unless it was removed in another tab meanwhile.
    prefer((now) =>
      now.some((rule) => rule.id === id)
        ? now.map((rule) => (rule.id === id ? { ...rule, ...part } : rule))
        : now,
    );
  const add = () => {
    const hue = highlightHues[rules.length % highlightHues.length] ?? "amber";
    const rule: HighlightRule = {
      id: crypto.randomUUID(),
      text: "",
      regex: false,
      word: false,
      hue,
      on: true,
    };
    prefer((now) => [...now, rule]);
  };
  return (
    <div className="grid gap-2">
      <p className="text-label text-ink-2">{highlightEditorTexts.appliesToEveryLog}</p>
      {rules.length === 0 ? null : (
        <ul className="grid max-h-72 gap-2 overflow-y-auto p-0.5">
          {rules.map((rule, index) => (
            <Rule
              key={rule.id}
              rule={rule}
              number={index + 1}
              onChange={(part) => change(rule.id, part)}
              onRemove={() => prefer((now) => now.filter(({ id }) => id !== rule.id))}
            />
          ))}
        </ul>
      )}
      <Button
        className="justify-self-start"
        onClick={add}
        {...(rules.length < maxRules
          ? {}
          : { disabledReason: highlightEditorTexts.tooManyHighlights(maxRules) })}
      >
        <Plus />
        {highlightEditorTexts.addHighlight}
      </Button>
    </div>
  );
}

function Rule({
  rule,
  number,
  onChange,
  onRemove,
}: {
  rule: HighlightRule;
  number: number;
  onChange: (part: Partial<HighlightRule>) => void;
  onRemove: () => void;
}) {
  const faultId = useId();
  const focusHandoffRef = useFocusHandoff();
  // Not applied while typed: half a pattern can take so long that the page stops.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? rule.text;
  const fault = ruleFault({ ...rule, text });
  const apply = () => {
    if (typed !== undefined && typed !== rule.text) onChange({ text: typed });
    setTyped(undefined);
  };
  // A dialog that closes removes the field without a blur.
  const leave = useEffectEvent(apply);
  useEffect(() => () => leave(), []);
  return (
    <li ref={focusHandoffRef} className="grid gap-1">
      <div className="flex items-center gap-1">
        <Checkbox
          checked={rule.on}
          onCheckedChange={(on) => onChange({ on })}
          label={highlightEditorTexts.useHighlight(number)}
          hideLabel
        />
        <Input
          mono
          className="ml-1 min-w-0 flex-1"
          aria-label={highlightEditorTexts.highlight(number)}
          placeholder={rule.regex ? highlightEditorTexts.pattern : highlightEditorTexts.text}
          maxLength={500}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={text}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={apply}
          onKeyDown={({ key }) => {
            if (key === "Enter") apply();
          }}
          {...(fault === undefined ? {} : { "aria-invalid": true, "aria-describedby": faultId })}
        />
        <Toggle
          label={highlightEditorTexts.regularExpression}
          on={rule.regex}
          onToggle={() => onChange({ regex: !rule.regex })}
          icon={<Regex />}
        />
        <Toggle
          label={highlightEditorTexts.wholeWords}
          on={rule.word}
          onToggle={() => onChange({ word: !rule.word })}
          icon={<WholeWord />}
        />
        <Select
          label={highlightEditorTexts.colourOfHighlight(number)}
          className="w-24! shrink-0"
          value={rule.hue}
          options={hueOptions}
          onValueChange={(hue) => onChange({ hue })}
        />
        <IconButton label={highlightEditorTexts.removeHighlight(number)} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
      {fault === undefined ? null : (
        <p id={faultId} role="alert" className="pl-7 text-label break-words text-bad">
          {fault}
        </p>
      )}
    </li>
  );
}

function Toggle({
  label,
  on,
  onToggle,
  icon,
}: {
  label: string;
  on: boolean;
  onToggle: () => void;
  icon: ReactElement;
}) {
  return (
    <IconButton
      label={label}
      aria-pressed={on}
      className={on ? "bg-selected text-ink" : ""}
      onClick={onToggle}
    >
      {icon}
    </IconButton>
  );
}
