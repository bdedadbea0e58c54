"use client";

import { Link } from "@/components/ui/link";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { useClockText } from "@/components/ui/use-now";
import { formatAge } from "@/lib/format/duration";
import { recorderNoteTexts } from "./shell-messages.ts";

/** State of the recorder when it does not work normally. */
export interface RecorderNoteState {
  readonly state: "behind" | "failing" | "off";
  /** Since when, epoch milliseconds; absent when unknown. */
  readonly sinceMs?: number | undefined;
  /** It fails only because calls to the API do. */
  readonly isByApi: boolean;
}

const labels = {
  behind: { text: recorderNoteTexts.historyLoading, glyph: "half", tone: "text-ink-3" },
  failing: { text: recorderNoteTexts.recorderFailing, glyph: "triangle", tone: "text-warn" },
  off: { text: recorderNoteTexts.recorderOff, glyph: "dash", tone: "text-warn" },
} as const;

/** A line in the top bar that links to the details in the settings. */
export function RecorderNote({ note }: { note: RecorderNoteState }) {
  const { text, glyph, tone } = labels[note.state];
  return (
    <Link
      href="/settings#recorder"
      className="inline-flex h-8 items-center gap-1.5 rounded-sm text-label whitespace-nowrap text-ink-3 hover:text-ink max-lg:hidden"
    >
      <StatusGlyph glyph={glyph} className={tone} />
      <span>
        {text}
        {note.sinceMs === undefined ? null : <Since atMs={note.sinceMs} />}
      </span>
    </Link>
  );
}

function Since({ atMs }: { atMs: number }) {
  return <>{useClockText((nowMs) => recorderNoteTexts.forAge(formatAge(nowMs - atMs)), "")}</>;
}
