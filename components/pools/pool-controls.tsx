"use client";

import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { type PoolWindow, poolWindows } from "./pool-window.ts";

const options = poolWindows.map((window) => ({ value: window, label: `Last ${window}` }));

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
      <Switch label="Live" checked={live} onCheckedChange={onLiveChange} />
      <Select
        label="Window of the charts"
        className="!w-28"
        value={window}
        onValueChange={onWindowChange}
        options={options}
      />
    </>
  );
}
