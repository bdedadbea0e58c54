"use client";

import { type FormEvent, useState } from "react";
import { formatOffset } from "@/lib/format/time-zone";
import { presentMs } from "@/lib/present";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";
import { instantsOfLocal, localOfEpoch } from "./local-time.ts";
import { Popover } from "./popover.tsx";
import { useTimeZone } from "./time-zone.tsx";
import { customRangeTexts } from "./ui-messages.ts";

const dayMs = 24 * 3_600_000;

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
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [error, setError] = useState<string>();

  const show = (next: boolean) => {
    setOpen(next);
    setError(undefined);
    if (!next || range === undefined) return;
    setShown(range);
    setFrom(localOfEpoch(range.fromMs, zone));
    setTo(localOfEpoch(range.toMs, zone));
  };
  const fromMs = instantOf(from, shown?.fromMs, zone, "first");
  const toMs = instantOf(to, shown?.toMs, zone, "second");
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (fromMs === undefined || toMs === undefined) return setError(customRangeTexts.enterBothTimes);
    if (toMs <= fromMs) return setError(customRangeTexts.endMustAfterStart);
    if (toMs - fromMs > longestDays * dayMs) return setError(customRangeTexts.chooseUpToDays(longestDays));
    if (fromMs >= presentMs()) return setError(customRangeTexts.startMustNotFuture);
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
        <Field label={customRangeTexts.from} hint={whichOfTwo(from, fromMs, zone)}>
          <Input type="datetime-local" mono value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field
          label={customRangeTexts.to}
          hint={[whichOfTwo(to, toMs, zone), customRangeTexts.timesIn(zone)].filter(Boolean).join(" ")}
          error={error}
        >
          <Input type="datetime-local" mono value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
        <Button type="submit">{customRangeTexts.apply}</Button>
      </form>
    </Popover>
  );
}

/** What an end means: exactly what was shown, unless it was changed; typed in a repeated hour, its first or second time. */
function instantOf(text: string, shownMs: number | undefined, zone: string, which: "first" | "second") {
  if (shownMs !== undefined && text === localOfEpoch(shownMs, zone)) return shownMs;
  return instantsOfLocal(text, zone).at(which === "first" ? 0 : -1);
}

/** Says which one is meant where a time comes twice. */
function whichOfTwo(text: string, atMs: number | undefined, zone: string): string | undefined {
  const [, second] = instantsOfLocal(text, zone);
  if (second === undefined || atMs === undefined) return undefined;
  const which = atMs < second ? "first" : "second";
  return customRangeTexts.comesTwice(text.slice(-5), which, formatOffset(zone, atMs));
}
