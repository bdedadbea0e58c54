"use client";

import { type FormEvent, useState } from "react";
import { presentMs } from "@/lib/present";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";
import { epochOfLocal, localOfEpoch } from "./local-time.ts";
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
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [error, setError] = useState<string>();

  const show = (next: boolean) => {
    setOpen(next);
    setError(undefined);
    if (!next || range === undefined) return;
    setFrom(localOfEpoch(range.fromMs, zone));
    setTo(localOfEpoch(range.toMs, zone));
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const fromMs = epochOfLocal(from, zone);
    const toMs = epochOfLocal(to, zone);
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
        <Field label={customRangeTexts.from}>
          <Input type="datetime-local" mono value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label={customRangeTexts.to} hint={customRangeTexts.timesIn(zone)} error={error}>
          <Input type="datetime-local" mono value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
        <Button type="submit">{customRangeTexts.apply}</Button>
      </form>
    </Popover>
  );
}
