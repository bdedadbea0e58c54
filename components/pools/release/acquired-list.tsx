"use client";

import clsx from "clsx";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { Link } from "@/components/ui/link";
import { AgeSince, RelativeTime } from "@/components/ui/relative-time";
import type { AcquiredSession } from "@/lib/bff/pool-acquired";
import { paths } from "@/lib/paths";
import { acquiredListTexts } from "../pool-on-demand-messages.ts";

const work = {
  idle: { tone: "neutral", glyph: "ring", word: acquiredListTexts.noRunningInvocation },
  unknown: { tone: "neutral", glyph: "question", word: acquiredListTexts.workUnknown },
  running: { tone: "running", glyph: "half", word: acquiredListTexts.runningInvocation },
} as const satisfies Record<AcquiredSession["work"], unknown>;

/** The acquired sessions to choose from, each with its age, its invocation and last known activity. */
export function AcquiredList({
  sessions,
  picked,
  onChoose,
}: {
  sessions: readonly AcquiredSession[];
  picked: ReadonlySet<string>;
  onChoose: (id: string, wanted: boolean) => void;
}) {
  return (
    <ul aria-label={acquiredListTexts.acquiredBrowsers} className="rounded-md border border-line">
      {sessions.map((session) => (
        <li key={session.id} className="grid gap-0.5 border-line px-3 py-1.5 not-first:border-t">
          <span className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-52">
              <Checkbox
                checked={picked.has(session.id)}
                onCheckedChange={(wanted) => onChoose(session.id, wanted)}
                label={
                  <>
                    {session.name ? `${session.name} ` : null}
                    <span className={clsx("font-mono text-label break-all", session.name && "text-ink-3")}>
                      {session.id}
                    </span>
                  </>
                }
              />
            </span>
            <span className="max-sm:pl-6">
              <Badge tone={work[session.work].tone} glyph={work[session.work].glyph}>
                {work[session.work].word}
              </Badge>
            </span>
          </span>
          <SessionHistory session={session} />
        </li>
      ))}
    </ul>
  );
}

function SessionHistory({ session }: { session: AcquiredSession }) {
  const { id, created_at_ms: createdMs, first_seen_ms: seenMs, invocation } = session;
  const name = [invocation?.app_name, invocation?.version, invocation?.action_name]
    .filter((part) => part)
    .join(" ");
  return (
    <p className="flex flex-wrap gap-x-3 pl-6 text-label text-ink-3">
      <span>
        {acquiredListTexts.created}
        <RelativeTime at={createdMs} empty={acquiredListTexts.atAnUnknownTime} />
      </span>
      {seenMs === null ? null : (
        <span>
          {acquiredListTexts.firstSeenAcquired}
          <RelativeTime at={seenMs} />
        </span>
      )}
      {invocation === null ? (
        <span>{acquiredListTexts.noKnownInvocation}</span>
      ) : (
        <span>
          {session.work === "running" ? acquiredListTexts.has : acquiredListTexts.lastInvocation}
          <Link
            href={paths.invocation(invocation.id)}
            target="_blank"
            aria-label={acquiredListTexts.invocationInNewTab(name === "" ? "" : `${name}, `, invocation.id)}
            className="text-accent underline"
          >
            {name === "" ? invocation.id : name}
          </Link>{" "}
          <InvocationState session={session} invocation={invocation} />
        </span>
      )}
      <Link
        href={paths.browser(id)}
        target="_blank"
        aria-label={acquiredListTexts.browserInNewTab(id)}
        className="text-accent underline"
      >
        {acquiredListTexts.browser}
      </Link>
    </p>
  );
}

function InvocationState({
  session: { work: at },
  invocation,
}: {
  session: AcquiredSession;
  invocation: NonNullable<AcquiredSession["invocation"]>;
}) {
  if (at === "running")
    return (
      <>
        {acquiredListTexts.runningFor}
        {invocation.started_at_ms === null ? (
          acquiredListTexts.anUnknownTime
        ) : (
          <AgeSince atMs={invocation.started_at_ms} />
        )}
      </>
    );
  return (
    <>
      {invocation.status ?? acquiredListTexts.noLongerUsesIt}
      {invocation.finished_at_ms === null ? null : (
        <>
          {acquiredListTexts.ended}
          <RelativeTime at={invocation.finished_at_ms} />
        </>
      )}
    </>
  );
}
