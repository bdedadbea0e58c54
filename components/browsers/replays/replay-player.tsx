"use client";

import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { Switch } from "@/components/ui/switch";
import { useTimeZone } from "@/components/ui/time-zone";
import { formatFullTime } from "@/lib/format/full-time";
import { useSessionTime } from "../list/session-time.tsx";
import { useTimeLocked } from "../panes/use-time-locked.ts";
import { ReplayControls } from "./replay-controls.tsx";
import { replayPlayerTexts } from "./replay-messages.ts";
import { useReplayVideo } from "./use-replay-video.ts";
import { useVideoActs } from "./use-video-acts.ts";
import { momentOf } from "./video-time.ts";

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
  const { zone } = useTimeZone();
  const { locked, setLocked } = useTimeLocked();

  const { act, onKeyDown } = useVideoActs({ ref, frame, seek });

  return (
    <section
      ref={frame}
      aria-label={replayPlayerTexts.player}
      onKeyDown={onKeyDown}
      className="flex flex-col bg-bg"
    >
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
        {state.failed ? <PlayFault onRetry={() => ref.current?.load()} /> : null}
      </div>
      <ReplayControls state={state} startedAtMs={startedAtMs} onAct={act} />
      <div className="flex flex-wrap items-center gap-x-3 border-t border-line px-2.5 py-1 font-mono text-caption text-ink-2">
        {startedAtMs === undefined ? (
          <span className="font-sans">{replayPlayerTexts.logsCannotFollow}</span>
        ) : (
          <time dateTime={new Date(momentOf(startedAtMs, state.seconds)).toISOString()}>
            {formatFullTime(momentOf(startedAtMs, state.seconds), zone)}
          </time>
        )}
        {state.outsideAtMs === undefined ? null : (
          <span role="status" className="font-sans text-warn">
            {replayPlayerTexts.notInThisRecording(formatFullTime(state.outsideAtMs, zone))}
          </span>
        )}
        <span className="flex-1" />
        <Switch label={replayPlayerTexts.logsFollow} checked={locked} onCheckedChange={setLocked} />
      </div>
    </section>
  );
}

function PlayFault({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="absolute inset-0 grid place-content-center gap-2 bg-sunk p-4 text-center">
      <p className="flex items-center justify-center gap-1.5 font-medium text-bad">
        <StatusGlyph glyph="cross" />
        {replayPlayerTexts.theVideoCannotBePlayed}
      </p>
      <p className="max-w-sm text-ink-2">{replayPlayerTexts.useAnotherPlayer}</p>
      <span>
        <Button onClick={onRetry}>{replayPlayerTexts.retry}</Button>
      </span>
    </div>
  );
}
