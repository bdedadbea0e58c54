"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { TimelineLink } from "@/components/layout/timeline-link";
import { buttonClass } from "@/components/ui/button-class";
import { ClockTime } from "@/components/ui/relative-time";
import { StaleBadge, StatusBadge } from "@/components/ui/status-badge";
import { TruthLine } from "@/components/ui/truth-line";
import { WatchButton } from "@/components/watch/watch-button";
import type { Invocation } from "@/lib/contract/invocations";
import { parseInstant } from "@/lib/format/rfc3339";
import { paths } from "@/lib/paths";
import type { One } from "@/lib/queries/bff";
import { CancelInvocation } from "./cancel-invocation.tsx";
import { InvocationBrowsers } from "./invocation-browsers.tsx";
import { isOpen } from "./invocation-columns.tsx";
import { InvocationFacts } from "./invocation-facts.tsx";
import { InvocationTimeline } from "./invocation-timeline.tsx";
import { RunBodies } from "./run-bodies.tsx";
import { RunCompare } from "./run-compare.tsx";
import { RunNeighbourLinks } from "./run-neighbour-links.tsx";
import { useRunSessions } from "./use-run-sessions.ts";
import { useRunsOfAction } from "./use-runs-of-action.ts";
import { UsualLine } from "./usual-line.tsx";

/** All there is to say about a run that was read. It comes as one piece, so that nothing on it moves. */
export function RunPage({ read, failure }: { read: One<Invocation>; failure: ReactNode }) {
  const invocation = read.data;
  const { id } = invocation;
  const open = isOpen(invocation);
  const runs = useRunsOfAction(invocation);
  const sessions = useRunSessions(id, open);
  return (
    <Page>
      <PageHeader
        title={invocation.action_name ?? id}
        badge={
          <>
            <StatusBadge of="invocation" status={invocation.status} />
            {read.stale === undefined || (read.source === "record" && !open) ? null : <StaleBadge />}
          </>
        }
        truth={
          <TruthLine
            readAtMs={read.observedAtMs}
            source={<RunSource read={read} open={open} />}
            stale={read.source === undefined ? undefined : read.stale}
          />
        }
        actions={
          <>
            <RunNeighbourLinks invocation={invocation} runs={runs} />
            <TimelineLink during={spanOf(invocation, read.observedAtMs)} />
            <WatchButton run={invocation} />
            <Link href={paths.invoke({ from: id })} className={buttonClass()}>
              Run again
            </Link>
            <CancelInvocation invocation={invocation} />
          </>
        }
      />
      {failure}
      <UsualLine invocation={invocation} runs={runs} />
      <InvocationTimeline key={id} invocation={invocation} sessions={sessions} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div className="grid content-start gap-6">
          <InvocationFacts invocation={invocation} />
          <InvocationBrowsers sessions={sessions} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <RunBodies invocation={invocation} />
        </div>
      </div>
      <RunCompare invocation={invocation} runs={runs} />
    </Page>
  );
}

/** Who told the run, in words. */
function RunSource({ read: { source, observedAtMs }, open }: { read: One<Invocation>; open: boolean }) {
  const state = open ? "followed live" : "final";
  switch (source) {
    case undefined:
      return state;
    case "list":
      return `from the API's list, as it does not tell a run by its id · ${state}`;
    case "record":
      return (
        <>
          from the recorder, as of <ClockTime at={observedAtMs} withDate />
        </>
      );
  }
}

/** From its start to its end, or to when it was read; undefined for a start that is no time. */
function spanOf({ started_at: start, finished_at: end }: Invocation, readAtMs: number) {
  const fromMs = parseInstant(start ?? "")?.epochMs;
  if (fromMs === undefined) return undefined;
  return { fromMs, toMs: Math.max(fromMs, parseInstant(end ?? "")?.epochMs ?? readAtMs) };
}
