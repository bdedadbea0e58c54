"use client";

import type { Invocation } from "@/lib/contract/invocations";
import { FailureLead } from "./failure-lead.tsx";
import { InvocationBodies } from "./invocation-bodies.tsx";
import { InvocationBrowsers } from "./invocation-browsers.tsx";
import { InvocationDetails } from "./invocation-details.tsx";
import { InvocationTimeline } from "./invocation-timeline.tsx";
import { useInvocationLog } from "./use-invocation-log.ts";
import { useInvocationsOfAction } from "./use-invocations-of-action.ts";
import { UsualLine } from "./usual-line.tsx";

/** The parts of an invocation's page that fit a sheet: for a failed one its cause first. */
export function InvocationSummary({ invocation }: { invocation: Invocation }) {
  const isFailed = invocation.status === "failed";
  const invocations = useInvocationsOfAction(invocation);
  const { log, sessions } = useInvocationLog(invocation, isFailed);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {isFailed ? <FailureLead invocation={invocation} log={log} sessions={sessions} /> : null}
      <UsualLine invocation={invocation} invocations={invocations} sessions={sessions} />
      <InvocationDetails invocation={invocation} isLed={isFailed} />
      <InvocationTimeline invocation={invocation} sessions={sessions} />
      <InvocationBrowsers sessions={sessions} />
      <InvocationBodies invocation={invocation} />
    </div>
  );
}
