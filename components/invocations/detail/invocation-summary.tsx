"use client";

import type { Invocation } from "@/lib/contract/invocations";
import { isOpen } from "@/lib/contract/invocations";
import { InvocationBodies } from "./invocation-bodies.tsx";
import { InvocationBrowsers } from "./invocation-browsers.tsx";
import { InvocationDetails } from "./invocation-details.tsx";
import { InvocationTimeline } from "./invocation-timeline.tsx";
import { useInvocationSessions } from "./use-invocation-sessions.ts";
import { useInvocationsOfAction } from "./use-invocations-of-action.ts";
import { UsualLine } from "./usual-line.tsx";

/** The parts of an invocation's page that fit a sheet. */
export function InvocationSummary({ invocation }: { invocation: Invocation }) {
  const invocations = useInvocationsOfAction(invocation);
  const sessions = useInvocationSessions(invocation.id, isOpen(invocation));
  return (
    <div className="grid gap-5">
      <UsualLine invocation={invocation} invocations={invocations} />
      <InvocationDetails invocation={invocation} />
      <InvocationTimeline invocation={invocation} sessions={sessions} />
      <InvocationBrowsers sessions={sessions} />
      <InvocationBodies invocation={invocation} />
    </div>
  );
}
