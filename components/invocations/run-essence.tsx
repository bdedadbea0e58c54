"use client";

import type { Invocation } from "@/lib/contract/invocations";
import { InvocationBrowsers } from "./invocation-browsers.tsx";
import { isOpen } from "./invocation-columns.tsx";
import { InvocationFacts } from "./invocation-facts.tsx";
import { InvocationTimeline } from "./invocation-timeline.tsx";
import { RunBodies } from "./run-bodies.tsx";
import { useRunSessions } from "./use-run-sessions.ts";
import { useRunsOfAction } from "./use-runs-of-action.ts";
import { UsualLine } from "./usual-line.tsx";

/** What a sheet has room for of a run's page. */
export function RunEssence({ invocation }: { invocation: Invocation }) {
  const runs = useRunsOfAction(invocation);
  const sessions = useRunSessions(invocation.id, isOpen(invocation));
  return (
    <div className="grid gap-5">
      <UsualLine invocation={invocation} runs={runs} />
      <InvocationFacts invocation={invocation} />
      <InvocationTimeline invocation={invocation} sessions={sessions} />
      <InvocationBrowsers sessions={sessions} />
      <RunBodies invocation={invocation} />
    </div>
  );
}
