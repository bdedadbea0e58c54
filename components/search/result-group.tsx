"use client";

import { useState } from "react";
import { useLogTime } from "@/components/log-pane/use-log-time";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { paths } from "@/lib/paths";
import type { EntryGroup } from "./entry-groups.ts";
import type { EntrySubject } from "./found-entries.ts";
import { ResultEntry } from "./result-entry.tsx";
import { matchesText, resultGroupTexts } from "./search-messages.ts";

/** Entries shown of a group at first; one more would take as much room as the button. */
const firstShown = 4;

/** What was found of one invocation or browser. */
export function ResultGroup({ group: { subject, entries, newestMs } }: { group: EntryGroup }) {
  const [isWhole, setWhole] = useState(false);
  const formatTime = useLogTime();
  const shown = isWhole || entries.length <= firstShown + 1 ? entries : entries.slice(0, firstShown);
  const { kind, id, app, action, version } = subject;
  const name =
    kind === "browser" ? resultGroupTexts.browser(subject.name) : (action ?? resultGroupTexts.invocation);
  const origin = [kind === "browser" ? action : app, version].filter(Boolean).join(" ");
  return (
    <section
      aria-label={`${name} ${id}`}
      className="border-b border-line pb-2 [contain-intrinsic-height:auto_140px] [content-visibility:auto]"
    >
      <header className="flex min-h-9 flex-wrap items-center gap-x-3 px-4 py-1 sm:px-5">
        <SubjectBadge subject={subject} />
        <Link
          href={kind === "browser" ? paths.browser(id) : paths.invocation(id)}
          className="underline decoration-line-strong underline-offset-3 hover:decoration-current"
        >
          {name}
        </Link>
        {origin === "" ? null : <span className="text-ink-3">{origin}</span>}
        <span className="min-w-0 truncate font-mono text-label text-ink-3">{id}</span>
        <span className="ml-auto flex items-center gap-3 text-label text-ink-3">
          {Number.isNaN(newestMs) ? null : <RelativeTime at={newestMs} />}
          {matchesText(entries.length)}
        </span>
      </header>
      <ol>
        {shown.map((entry) => (
          <ResultEntry key={entry.key} entry={entry} formatTime={formatTime} />
        ))}
      </ol>
      {shown.length === entries.length ? null : (
        <button
          type="button"
          className="px-4 font-mono text-label leading-5 text-ink-3 hover:text-ink max-sm:py-1.5 sm:ml-[calc(27ch+36px)] sm:px-5"
          onClick={() => setWhole(true)}
        >
          {resultGroupTexts.more(entries.length - shown.length)}
        </button>
      )}
    </section>
  );
}

function SubjectBadge({ subject: { kind, status, hasEnded } }: { subject: EntrySubject }) {
  if (kind === "browser") return <StatusBadge of="session" status={hasEnded ? "ended" : "active"} />;
  if (status === undefined) return <Badge>{resultGroupTexts.notRecorded}</Badge>;
  return <StatusBadge of="invocation" status={status} />;
}
