"use client";

import { Button } from "@/components/ui/button";
import { useTimeZone } from "@/components/ui/time-zone";
import { readFailure } from "@/lib/format/error-message";
import { formatClock } from "@/lib/format/full-time";
import type { NamedProcess } from "@/lib/live/supervisor-line";
import { isAbsent, isNotFound } from "@/lib/queries/bff";
import type { ProcessHistory } from "@/lib/queries/process-history";
import { useSessionTime } from "../list/session-time.tsx";
import { useTimeLocked } from "../panes/use-time-locked.ts";
import { type ExitMoment, exitMoment } from "./process-exit.ts";
import { processNotesTexts } from "./process-messages.ts";

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
      : processNotesTexts.notReportedSince({
          known: clock(history.readAtMs),
          missing: clock(history.forgottenAtMs),
        }),
    ended && history !== undefined
      ? processNotesTexts.lastKnownBeforeEnd(clock(history.readAtMs))
      : undefined,
    ended && history === undefined ? processNotesTexts.browserEnded : undefined,
    history?.stale === undefined ? undefined : processNotesTexts.lastReadAt(clock(history.readAtMs)),
    error && !ended ? formatFailure(error, history) : undefined,
  ].filter((note) => note !== undefined);
  if (exit === undefined && notes.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1 pl-5 text-label text-ink-2">
      {exit === undefined ? null : (
        <>
          <span>{formatExit(exit, clock)}</span>
          <Button size="sm" onClick={() => showInLog(exit.atMs)}>
            {processNotesTexts.showInLog}
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
      return processNotesTexts.endedAtFromItsLog(clock(exit.atMs));
    case "between":
      return processNotesTexts.endedBetween({ from: clock(exit.fromMs), to: clock(exit.atMs) });
    case "before":
      return processNotesTexts.endedBefore(clock(exit.atMs));
  }
}

function formatFailure(error: unknown, history: ProcessHistory | undefined): string {
  if (isAbsent(error)) return processNotesTexts.apiDoesNotReportProcesses;
  if (isNotFound(error)) return processNotesTexts.apiDoesNotKnowProcess;
  const { message } = readFailure(error);
  return history === undefined ? message : processNotesTexts.notUpToDate(message);
}
