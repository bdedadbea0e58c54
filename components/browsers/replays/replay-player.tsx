"use client";

import { type KeyboardEvent, useRef } from "react";
import { Button } from "@/components/ui/button";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { Switch } from "@/components/ui/switch";
import { useTimeZone } from "@/components/ui/time-zone";
import { formatFullTime } from "@/lib/format/full-time";
import { momentOf } from "@/lib/live/video-time";
import { useSessionTime } from "../list/session-time.tsx";
import { useTimeLocked } from "../panes/use-time-locked.ts";
import { ReplayControls, speeds, type VideoAct } from "./replay-controls.tsx";
import { useFrameSeconds, useReplayVideo } from "./use-replay-video.ts";

const jumpSeconds = 5;
const acts: Readonly<Record<string, VideoAct>> = {
  " ": { kind: "toggle" },
  k: { kind: "toggle" },
  ArrowLeft: { kind: "move", seconds: -jumpSeconds },
  ArrowRight: { kind: "move", seconds: jumpSeconds },
  ",": { kind: "frame", by: -1 },
  ".": { kind: "frame", by: 1 },
  "<": { kind: "faster", by: -1 },
  ">": { kind: "faster", by: 1 },
  f: { kind: "full screen" },
};

/** Plays a recording and synchronizes the session's logs with it. Loaded lazily. */
export function ReplayPlayer({
  url,
  title,
  startedAtMs,
}: {
  url: string;
  title: string;
  startedAtMs: number | undefined;
}) {
  const ref = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLElement>(null);
  const lock = useSessionTime();
  const { state, seek } = useReplayVideo(ref, lock, startedAtMs);
  const frameSeconds = useFrameSeconds(ref);
  const { zone } = useTimeZone();
  const { locked, setLocked } = useTimeLocked();

  const act = (command: VideoAct) => {
    const video = ref.current;
    if (video === null) return;
    switch (command.kind) {
      case "toggle":
        // If playback is blocked, the state shows it as paused.
        if (video.paused) void video.play().catch(() => undefined);
        else video.pause();
        return;
      case "seek":
        return seek(command.seconds);
      case "move":
        return seek(video.currentTime + command.seconds);
      case "frame":
        video.pause();
        return seek(video.currentTime + command.by * frameSeconds.current);
      case "speed":
        video.playbackRate = command.rate;
        return;
      case "faster":
        video.playbackRate =
          speeds[speeds.indexOf(nearest(video.playbackRate)) + command.by] ?? video.playbackRate;
        return;
      case "full screen":
        if (document.fullscreenElement === null)
          void frame.current?.requestFullscreen().catch(() => undefined);
        else void document.exitFullscreen();
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const command = acts[event.key];
    if (command === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (ownsKey(event.target, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    act(command);
  };

  return (
    <section ref={frame} aria-label="Player" onKeyDown={onKeyDown} className="flex flex-col bg-bg">
      <div className="relative aspect-[16/10] min-h-0 flex-1 bg-sunk">
        <video
          ref={ref}
          src={url}
          aria-label={title}
          preload="metadata"
          muted
          playsInline
          className="absolute inset-0 size-full object-contain"
        />
        {state.failed ? (
          <div
            role="alert"
            className="absolute inset-0 grid place-content-center gap-2 bg-sunk p-4 text-center"
          >
            <p className="flex items-center justify-center gap-1.5 font-medium text-bad">
              <StatusGlyph glyph="cross" />
              The video cannot be played
            </p>
            <p className="max-w-sm text-ink-2">
              It broke off, or this browser lacks its format (H.264 in MP4). Downloaded, another player shows
              it.
            </p>
            <span>
              <Button onClick={() => ref.current?.load()}>Retry</Button>
            </span>
          </div>
        ) : null}
      </div>
      <ReplayControls state={state} startedAtMs={startedAtMs} onAct={act} />
      <div className="flex flex-wrap items-center gap-x-3 border-t border-line px-2.5 py-1 font-mono text-caption text-ink-2">
        {startedAtMs === undefined ? (
          <span className="font-sans">The API does not say when this was recorded: logs cannot follow.</span>
        ) : (
          <time dateTime={new Date(momentOf(startedAtMs, state.seconds)).toISOString()}>
            {formatFullTime(momentOf(startedAtMs, state.seconds), zone)}
          </time>
        )}
        {state.outsideAtMs === undefined ? null : (
          <span role="status" className="font-sans text-warn">
            {`Outside of this recording: ${formatFullTime(state.outsideAtMs, zone)}`}
          </span>
        )}
        <span className="flex-1" />
        <Switch label="Logs follow" checked={locked} onCheckedChange={setLocked} />
      </div>
    </section>
  );
}

const nearest = (rate: number) => speeds.findLast((speed) => speed <= rate) ?? speeds[0];

/** Whether the focused control handles the key itself. */
function ownsKey(target: EventTarget, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLButtonElement) return key === " " || target.role === "combobox";
  return target instanceof HTMLInputElement && key.startsWith("Arrow");
}
