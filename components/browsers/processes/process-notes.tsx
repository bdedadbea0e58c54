"use client";

import { Button } from "@/components/ui/button";
import { useTimeZone } from "@/components/ui/time-zone";
import { readFailure } from "@/lib/format/error-message";
import { formatClock } from "@/lib/format/full-time";
import type { NamedProcess } from "@/lib/live/supervisor-line";
import { BffError, isAbsent } from "@/lib/queries/bff";
import type { ProcessHistory } from "@/lib/queries/process-history";
import { useSessionTime } from "../list/session-time.tsx";
import { useTimeLocked } from "../panes/use-time-locked.ts";
import { type ExitMoment, exitMoment } from "./process-exit.ts";

const me = {};

/** Notes on a process: its exit, data that the API no longer returns, and why. */
export function ProcessNotes({
  history,
  process,
  recordedAtMs,
  error,
  ended,
}: {
  history: ProcessHistory | undefined;
  process: NamedProcess;
  /** Newest recorded sample of it running, epoch milliseconds; undefined: none. */
  recordedAtMs: number | undefined;
  error: unknown;
  ended: boolean;
}) {
  const { zone } = useTimeZone();
  const lock = useSessionTime();
  const { setLocked } = useTimeLocked();
  const showInLog = (atMs: number) => {
    setLocked(true);
    lock.move(me, atMs);
  };
  const clock = (atMs: number) => formatClock(atMs, zone, "second");
  const exit = exitMoment(history, process.exitedAtMs, recordedAtMs);
  const notes = [
    history?.forgottenAtMs === undefined
      ? undefined
      : `Forgotten by the API at ${clock(history.forgottenAtMs)}; this is its last known state, of ${clock(history.readAtMs)}.`,
    ended && history !== undefined
      ? `The session has ended; last known at ${clock(history.readAtMs)}.`
      : undefined,
    ended && history === undefined
      ? "The session has ended: the API reports nothing about its processes any more."
      : undefined,
    history?.stale === undefined
      ? undefined
      : `Of ${clock(history.readAtMs)}; not newer because of ${history.stale}.`,
    error && !ended ? formatFailure(error, history) : undefined,
  ].filter((note) => note !== undefined);
  if (exit === undefined && notes.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1 pl-5 text-label text-ink-2">
      {exit === undefined ? null : (
        <>
          <span>{formatExit(exit, clock)}</span>
          <Button size="sm" onClick={() => showInLog(exit.atMs)}>
            Show in log
          </Button>
        </>
      )}
      {notes.map((note) => (
        <span key={note} className="break-words">
          {note}
        </span>
      ))}
    </div>
  );
}

function formatExit(exit: ExitMoment, clock: (atMs: number) => string): string {
  switch (exit.kind) {
    case "logged":
      return `Ended at ${clock(exit.atMs)}, as its log says.`;
    case "between":
      return `Ended between ${clock(exit.fromMs)} and ${clock(exit.atMs)}.`;
    case "before":
      return `Ended before ${clock(exit.atMs)}, when its state was first read.`;
  }
}

function formatFailure(error: unknown, history: ProcessHistory | undefined): string {
  if (isAbsent(error)) return "This API does not report the state of processes.";
  if (error instanceof BffError && error.status === 404)
    return "The API does not know this process: it ended a while ago, or the id is of another session.";
  const { message } = readFailure(error);
  return history === undefined ? message : `Not read again: ${message}`;
}
