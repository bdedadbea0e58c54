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
      : `Last known at ${clock(history.readAtMs)}. The API no longer reports this process since ${clock(history.forgottenAtMs)}.`,
    ended && history !== undefined
      ? `Last known at ${clock(history.readAtMs)}. The browser has ended.`
      : undefined,
    ended && history === undefined
      ? "The browser has ended. The API no longer reports its processes."
      : undefined,
    history?.stale === undefined ? undefined : `Not up to date: last read at ${clock(history.readAtMs)}.`,
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
      return `Ended at ${clock(exit.atMs)}, from its log.`;
    case "between":
      return `Ended between ${clock(exit.fromMs)} and ${clock(exit.atMs)}.`;
    case "before":
      return `Ended before ${clock(exit.atMs)}.`;
  }
}

function formatFailure(error: unknown, history: ProcessHistory | undefined): string {
  if (isAbsent(error)) return "This API does not report processes.";
  if (error instanceof BffError && error.status === 404)
    return "The API does not know this process. It ended long ago, or it belongs to another browser.";
  const { message } = readFailure(error);
  return history === undefined ? message : `Not up to date: ${message}`;
}
