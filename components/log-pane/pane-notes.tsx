"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { useFocusHandoff } from "@/components/ui/return-focus";
import type { FeedFault, FeedState } from "@/lib/live/log-feed";
import { useDrawnVersion } from "./drawn-state.ts";
import { paneNotesTexts } from "./log-pane-on-demand-messages.ts";
import type { LogPaneState } from "./use-log-pane.ts";

/** Receives the focus once a note disappears: the rows, so that their keys keep working. */
type FocusTarget = () => Element | null;

/** Notes over the rows: an unreadable log, filters that hide every line. */
export function RowNotes({
  pane: { state, store, drawn, find },
  emptyNote,
  onGone,
}: {
  pane: LogPaneState;
  emptyNote: ReactNode;
  onGone: FocusTarget;
}) {
  useDrawnVersion(drawn);
  const { shown } = find;
  return (
    <>
      {store.addedLines === 0 ? <EmptyNote state={state} note={emptyNote} /> : null}
      {shown?.done && shown.matchCount === 0 && store.lineCount > 0 ? (
        <NoMatchingLines because={find.hiding} onClear={find.showAll} onGone={onGone} />
      ) : null}
    </>
  );
}

/** Why nothing is shown: the log cannot be read, or nothing is in it. */
export function EmptyNote({ state: { log, reason }, note }: { state: FeedState; note: ReactNode }) {
  const isRead = log === "open" || log === "ended";
  const text = log === "unavailable" ? paneNotesTexts.logNotLoaded(reason ?? "") : isRead ? note : undefined;
  return text === undefined ? null : (
    <div className="absolute inset-x-0 top-1/3 grid justify-items-center gap-3 px-6 text-center text-pretty text-ink-2">
      {text}
    </div>
  );
}

/** Stored lines that could not be read, so that those shown are not all. */
export function FeedFaultNote({
  fault,
  onRetry,
}: {
  fault: FeedFault | undefined;
  onRetry: (() => void) | undefined;
}) {
  if (fault === undefined) return null;
  return (
    <div className="border-b border-line p-2">
      <ErrorState
        shape="strip"
        title={paneNotesTexts.thisLogIsIncomplete}
        error={fault}
        onRetry={fault.isRetried ? onRetry : undefined}
      />
    </div>
  );
}

/** A linked line that is not in the buffer. */
export function LostLine({
  message,
  onClose,
  onGone,
}: {
  message: string;
  onClose: () => void;
  onGone: FocusTarget;
}) {
  const focusHandoffRef = useFocusHandoff(onGone);
  return (
    <div
      ref={focusHandoffRef}
      role="status"
      className="flex items-center gap-2 bg-warn-bg py-1 pr-2 pl-3 text-label text-warn"
    >
      <span className="min-w-0 flex-1">{message}</span>
      <IconButton label={paneNotesTexts.dismiss} size="icon-sm" onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}

/** No line passes the filters: names them and offers to clear them. */
function NoMatchingLines({
  because,
  onClear,
  onGone,
}: {
  because: string;
  onClear: () => void;
  onGone: FocusTarget;
}) {
  const focusHandoffRef = useFocusHandoff(onGone);
  return (
    <div
      ref={focusHandoffRef}
      className="absolute inset-x-0 top-1/4 grid justify-items-center gap-3 px-6 text-center text-ink-2"
    >
      <p>{paneNotesTexts.noLineMatches(because)}</p>
      <Button onClick={onClear}>{paneNotesTexts.showAllLines}</Button>
    </div>
  );
}
