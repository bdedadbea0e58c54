"use client";

import { LiveButton } from "@/components/layout/live-button";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { CustomRange } from "./custom-range.tsx";
import { type PoolScreen, poolWindows, standardWindow, windowLabel } from "./pool-screen.ts";

const options = poolWindows.map((window) => ({ value: window, label: windowLabel[window] }));

/** Which time the charts show, and whether the page follows the fleet. Any part of the past turns live off. */
export function PoolControls({
  screen,
  range,
  onChange,
}: {
  screen: PoolScreen;
  /** What the charts show now. */
  range: { fromMs: number; toMs: number } | undefined;
  onChange: (changes: Partial<PoolScreen>, history?: "push" | "replace") => void;
}) {
  const fixed = screen.from !== undefined && screen.to !== undefined;
  const back = { from: undefined, to: undefined, live: undefined };
  return (
    <>
      <LiveButton
        live={screen.live !== "off"}
        onChange={(live) => onChange(live ? back : { live: "off" }, "replace")}
      />
      <Select
        label="Window of the charts"
        className="!w-32"
        value={fixed ? undefined : (screen.window ?? standardWindow)}
        placeholder="Chosen part"
        onValueChange={(window) =>
          onChange({ ...back, window: window === standardWindow ? undefined : window })
        }
        options={options}
      />
      <CustomRange range={range} onChange={(from, to) => onChange({ from, to, live: "off" })} />
      {fixed ? <Button onClick={() => onChange(back)}>Reset zoom</Button> : null}
    </>
  );
}
