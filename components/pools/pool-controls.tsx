"use client";

import { LiveButton } from "@/components/layout/live-button";
import { Select } from "@/components/ui/select";
import { type PoolWindow, poolWindows, windowLabel } from "./pool-window.ts";

const options = poolWindows.map((window) => ({ value: window, label: windowLabel[window] }));

/** How far back the charts look, and whether the page follows the fleet. */
export function PoolControls({
  window,
  onWindowChange,
  live,
  onLiveChange,
}: {
  window: PoolWindow;
  onWindowChange: (window: PoolWindow) => void;
  live: boolean;
  onLiveChange: (live: boolean) => void;
}) {
  return (
    <>
      <LiveButton live={live} onChange={onLiveChange} />
      <Select
        label="Window of the charts"
        className="!w-32"
        value={window}
        onValueChange={onWindowChange}
        options={options}
      />
    </>
  );
}
