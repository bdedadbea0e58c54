"use client";

import { type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { formatCount } from "@/lib/format/numbers";
import { maxSkewMs } from "./pane-layout.ts";
import { paneShiftTexts } from "./pane-on-demand-messages.ts";

const steps = { plain: 50, shift: 1_000 } as const;

/** `±0 ms`, `−250 ms`, `+1,500 ms`. */
function formatSkew(skewMs: number): string {
  const size = formatCount(Math.abs(skewMs));
  return paneShiftTexts.skew(skewMs === 0 ? "±" : skewMs < 0 ? "−" : "+", size);
}

/** Shows the time shift of a pane, if there is one, and edits it, in milliseconds. Arrow keys change it, with Shift by
 *  seconds. */
export function PaneShift({
  title,
  skewMs,
  onShift,
  open,
  onOpenChange,
}: {
  title: string;
  skewMs: number;
  onShift: (skewMs: number) => void;
  /** Whether it is edited. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const step = (by: number) => {
    setTyped(undefined);
    onShift(Math.max(-maxSkewMs, Math.min(maxSkewMs, skewMs + by)));
  };
  const press = (event: KeyboardEvent) => {
    const by = event.shiftKey ? steps.shift : steps.plain;
    if (event.key === "ArrowUp") step(by);
    else if (event.key === "ArrowDown") step(-by);
    else return;
    event.preventDefault();
  };
  const read = (text: string) => {
    setTyped(text);
    const ms = Number(text.replace("−", "-"));
    if (text.trim() !== "" && Number.isInteger(ms) && Math.abs(ms) <= maxSkewMs) onShift(ms);
  };
  const fault = typed !== undefined && typed.trim() !== "" && Number(typed) !== skewMs;
  return (
    <>
      {skewMs === 0 ? null : (
        <Button
          size="sm"
          variant="ghost"
          aria-label={paneShiftTexts.shiftOf(title, formatSkew(skewMs))}
          onClick={() => onOpenChange(true)}
        >
          <span className="font-mono">{formatSkew(skewMs)}</span>
        </Button>
      )}
      <Dialog
        title={paneShiftTexts.shiftInTime(title)}
        width="sm"
        open={open}
        onOpenChange={(next) => {
          setTyped(undefined);
          onOpenChange(next);
        }}
      >
        <div className="grid gap-2">
          <Field
            label={paneShiftTexts.shiftInMs}
            hint={paneShiftTexts.shiftHint}
            error={fault ? paneShiftTexts.shiftInvalid(formatCount(maxSkewMs)) : undefined}
          >
            <Input
              mono
              inputMode="numeric"
              value={typed ?? String(skewMs)}
              onChange={(event) => read(event.target.value)}
              onKeyDown={press}
            />
          </Field>
          <Button
            size="sm"
            disabledReason={skewMs === 0 ? paneShiftTexts.thisPaneIsNotShifted : undefined}
            onClick={() => step(-skewMs)}
          >
            {paneShiftTexts.noShift}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
