"use client";

import { Maximize, Pause, Play, StepBack, StepForward } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { useTimeZone } from "@/components/ui/time-zone";
import { formatClock } from "@/lib/format/full-time";
import { formatPlayTime } from "@/lib/format/play-time";
import { replayControlsTexts } from "./replay-messages.ts";
import type { VideoState } from "./use-replay-video.ts";
import { momentOf } from "./video-time.ts";

/** A command of a button or a key to the video. */
export type VideoAct =
  | { readonly kind: "toggle" }
  | { readonly kind: "seek"; readonly seconds: number }
  | { readonly kind: "move"; readonly seconds: number }
  | { readonly kind: "frame"; readonly by: -1 | 1 }
  | { readonly kind: "speed"; readonly rate: number }
  | { readonly kind: "faster"; readonly by: -1 | 1 }
  | { readonly kind: "fullscreen" };

export const speeds = [0.5, 1, 1.5, 2, 4] as const;
const speedOptions = speeds.map((speed) => ({ value: String(speed), label: `${speed}×` }));

/** The player's controls: frame step, play, seek, speed, full screen. */
export function ReplayControls({
  state,
  startedAtMs,
  onAct,
}: {
  state: VideoState;
  startedAtMs: number | undefined;
  onAct: (act: VideoAct) => void;
}) {
  const { zone } = useTimeZone();
  const { seconds, durationSeconds, playing, rate } = state;
  const known = Number.isFinite(durationSeconds);
  const loading = known ? undefined : replayControlsTexts.theVideoIsStillLoading;
  const at = formatPlayTime(seconds * 1000);
  const length = formatPlayTime(durationSeconds * 1000);
  const clock =
    startedAtMs === undefined ? "" : `, ${formatClock(momentOf(startedAtMs, seconds), zone, "second")}`;
  return (
    <div className="flex flex-wrap items-center gap-1 border-t border-line bg-raised px-1.5 py-1">
      <IconButton
        label={replayControlsTexts.previousFrame}
        disabledReason={loading}
        onClick={() => onAct({ kind: "frame", by: -1 })}
      >
        <StepBack />
      </IconButton>
      <IconButton
        label={playing ? replayControlsTexts.pause : replayControlsTexts.play}
        disabledReason={loading}
        onClick={() => onAct({ kind: "toggle" })}
      >
        {playing ? <Pause /> : <Play />}
      </IconButton>
      <IconButton
        label={replayControlsTexts.nextFrame}
        disabledReason={loading}
        onClick={() => onAct({ kind: "frame", by: 1 })}
      >
        <StepForward />
      </IconButton>
      <input
        type="range"
        aria-label={replayControlsTexts.positionInTheRecording}
        aria-valuetext={replayControlsTexts.position({ at, length, clock })}
        min={0}
        max={known ? durationSeconds : 0}
        step="any"
        value={seconds}
        disabled={!known}
        onChange={(event) => onAct({ kind: "seek", seconds: Number(event.target.value) })}
        className="h-8 min-w-24 flex-1 accent-ink-2"
      />
      <span className="px-1 font-mono text-label whitespace-nowrap">
        {at} <span className="text-ink-3">/ {length}</span>
      </span>
      <Select
        label={replayControlsTexts.speed}
        className="!w-20"
        value={String(rate)}
        options={speedOptions}
        onValueChange={(value) => onAct({ kind: "speed", rate: Number(value) })}
      />
      <IconButton label={replayControlsTexts.fullScreen} onClick={() => onAct({ kind: "fullscreen" })}>
        <Maximize />
      </IconButton>
    </div>
  );
}
