"use client";

import { type FormEvent, useState } from "react";
import { dayMs } from "@/lib/bff/time-units";
import { formatOffset } from "@/lib/format/time-zone";
import { presentMs } from "@/lib/present";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";
import { instantsOfLocal, localOfEpoch } from "./local-time.ts";
import { Popover } from "./popover.tsx";
import { Select } from "./select.tsx";
import { useTimeZone } from "./time-zone.tsx";
import { customRangeTexts } from "./ui-messages.ts";

type Which = "first" | "second";

/** An end as it is typed; `which`: chosen where its time comes twice. */
interface End {
  readonly text: string;
  readonly which?: Which;
}
const noTime: End = { text: "" };

/** A time range chosen by its two ends, in the operator's time zone. */
export function CustomRange({
  range,
  longestDays,
  onChange,
}: {
  range: { fromMs: number; toMs: number } | undefined;
  /** Longer ranges are refused. */
  longestDays: number;
  onChange: (fromMs: number, toMs: number) => void;
}) {
  const { zone } = useTimeZone();
  const [open, setOpen] = useState(false);
  /** The range that was shown when it was opened: a live one goes on meanwhile. */
  const [shown, setShown] = useState(range);
  const [from, setFrom] = useState<End>(noTime);
  const [to, setTo] = useState<End>(noTime);
  const [error, setError] = useState<string>();

  const show = (next: boolean) => {
    setOpen(next);
    setError(undefined);
    if (!next || range === undefined) return;
    setShown(range);
    setFrom({ text: localOfEpoch(range.fromMs, zone) });
    setTo({ text: localOfEpoch(range.toMs, zone) });
  };
  const fromMs = instantOf(from, shown?.fromMs, zone, "first");
  const toMs = instantOf(to, shown?.toMs, zone, "second");
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (fromMs === undefined || toMs === undefined) return setError(customRangeTexts.enterBothTimes);
    if (toMs <= fromMs) return setError(customRangeTexts.endNotAfterStart);
    if (toMs - fromMs > longestDays * dayMs) return setError(customRangeTexts.chooseUpToDays(longestDays));
    if (fromMs >= presentMs()) return setError(customRangeTexts.startInFuture);
    setOpen(false);
    onChange(fromMs, toMs);
  };
  return (
    <Popover
      label={customRangeTexts.customRange}
      align="end"
      open={open}
      onOpenChange={show}
      trigger={<Button>{customRangeTexts.custom}</Button>}
    >
      <form className="grid gap-3" onSubmit={apply}>
        <EndField label={customRangeTexts.from} zone={zone} end={from} atMs={fromMs} onChange={setFrom} />
        <EndField
          label={customRangeTexts.to}
          zone={zone}
          end={to}
          atMs={toMs}
          onChange={setTo}
          hint={customRangeTexts.timesIn(zone)}
          error={error}
        />
        <Button type="submit">{customRangeTexts.apply}</Button>
      </form>
    </Popover>
  );
}

/** One end, and a choice between two times where its time comes twice on its day. */
function EndField({
  label,
  hint,
  error,
  zone,
  end: { text },
  atMs,
  onChange,
}: {
  label: string;
  hint?: string;
  error?: string | undefined;
  zone: string;
  end: End;
  /** The moment it means. */
  atMs: number | undefined;
  onChange: (end: End) => void;
}) {
  const [first, second] = instantsOfLocal(text, zone);
  return (
    <>
      <Field label={label} hint={hint} error={error}>
        <Input
          type="datetime-local"
          mono
          value={text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </Field>
      {first === undefined || second === undefined ? null : (
        <Field label={customRangeTexts.comesTwice(label, text.slice(-5))}>
          <Select<Which>
            value={atMs !== undefined && atMs < second ? "first" : "second"}
            options={[
              { value: "first", label: customRangeTexts.firstTime(formatOffset(zone, first)) },
              { value: "second", label: customRangeTexts.secondTime(formatOffset(zone, second)) },
            ]}
            onValueChange={(which) => onChange({ text, which })}
          />
        </Field>
      )}
    </>
  );
}

/**
 * What an end means: of a time that comes twice the one that was chosen; exactly what was shown, unless it was changed; else
 * of two times `usual`.
 */
function instantOf({ text, which }: End, shownMs: number | undefined, zone: string, usual: Which) {
  const typed = (one: Which) => instantsOfLocal(text, zone).at(one === "first" ? 0 : -1);
  if (which !== undefined) return typed(which);
  if (shownMs !== undefined && text === localOfEpoch(shownMs, zone)) return shownMs;
  return typed(usual);
}
