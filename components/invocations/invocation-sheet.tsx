"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button-class";
import { ErrorState } from "@/components/ui/error-state";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Invocation } from "@/lib/contract/invocations";
import { paths } from "@/lib/paths";
import { invocationQueries } from "@/lib/queries/invocations";
import { InvocationBrowsers } from "./invocation-browsers.tsx";
import { isOpen } from "./invocation-columns.tsx";
import { InvocationFacts } from "./invocation-facts.tsx";
import { InvocationTimeline } from "./invocation-timeline.tsx";
import { RunBodies } from "./run-bodies.tsx";
import { useRunSessions } from "./use-run-sessions.ts";
import { useRunsOfAction } from "./use-runs-of-action.ts";
import { UsualLine } from "./usual-line.tsx";

const refreshMs = 2_000;

/** The row in focus. What the list knows is shown at once; one that is not over is followed by its id, so that it ends
 *  here too when the list stands still or has let it go. */
export function InvocationSheet({
  id,
  listed,
  onClose,
}: {
  id: string;
  listed: Invocation | undefined;
  onClose: () => void;
}) {
  const query = useQuery({
    ...invocationQueries.detail(id),
    enabled: listed === undefined || isOpen(listed),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.data) ? refreshMs : false),
  });
  const read = query.data?.data;
  const invocation = listed && !isOpen(listed) ? listed : (read ?? listed);
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={
        <>
          <StatusBadge of="invocation" status={invocation?.status} />
          <span className="truncate">{invocation?.action_name ?? "Invocation"}</span>
        </>
      }
      actions={
        <>
          <Link href={paths.invoke({ from: id })} className={buttonClass({ size: "sm" })}>
            Run again
          </Link>
          <Link href={paths.invocation(id)} className={buttonClass({ size: "sm" })}>
            Open
          </Link>
        </>
      }
    >
      {query.error && invocation === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : invocation === undefined ? (
        <Skeleton className="h-64" />
      ) : (
        <Essence invocation={invocation} />
      )}
    </Sheet>
  );
}

function Essence({ invocation }: { invocation: Invocation }) {
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
