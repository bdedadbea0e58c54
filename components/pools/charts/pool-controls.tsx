"use client";

import { useEffect, useEffectEvent } from "react";
import { LiveButton } from "@/components/layout/live-button";
import { Button } from "@/components/ui/button";
import { CustomRange } from "@/components/ui/custom-range";
import { Select } from "@/components/ui/select";
import { periodOptions } from "@/lib/charts/periods";
import { poolControlsTexts } from "../pool-messages.ts";
import { defaultWindow, type PoolSearchParams, poolWindows } from "../pool-search-params.ts";
import type { RecordedPools } from "./use-pool-history.ts";

const options = periodOptions(poolWindows);

/**
 * Time range of the charts, and the live toggle. A custom range turns live off. Once it is off, the range goes to the address,
 * so that a reload and a link show the same.
 */
export function PoolControls({
  screen,
  recorded: { range, awaited },
  onChange,
  withLive = true,
}: {
  screen: PoolSearchParams;
  recorded: Pick<RecordedPools, "range" | "awaited">;
  onChange: (changes: Partial<PoolSearchParams>, history?: "push" | "replace") => void;
  /** Whether the live toggle is among them: it leads back from a selected range, too. */
  withLive?: boolean;
}) {
  const fixed = screen.from !== undefined && screen.to !== undefined;
  const isDue = screen.live === "off" && !fixed && range !== undefined && !awaited;
  const keepRange = useEffectEvent(() => onChange({ from: range?.fromMs, to: range?.toMs }, "replace"));
  useEffect(() => {
    if (isDue) keepRange();
  }, [isDue]);
  const back = { from: undefined, to: undefined, live: undefined };
  return (
    <>
      {withLive ? (
        <LiveButton
          live={screen.live !== "off"}
          onChange={(live) => onChange(live ? back : { live: "off" }, "replace")}
        />
      ) : null}
      <Select
        label={poolControlsTexts.timeRangeOfTheCharts}
        className="!w-32"
        value={fixed ? undefined : (screen.window ?? defaultWindow)}
        placeholder={poolControlsTexts.selectedRange}
        onValueChange={(window) =>
          onChange({ ...back, window: window === defaultWindow ? undefined : window })
        }
        options={options}
      />
      <CustomRange
        longestDays={30}
        range={range}
        onChange={(from, to) => onChange({ from, to, live: "off" })}
      />
      {fixed && !withLive ? (
        <Button onClick={() => onChange(back)}>{poolControlsTexts.resetZoom}</Button>
      ) : null}
    </>
  );
}
