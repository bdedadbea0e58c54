"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryError, RefreshError } from "@/components/layout/query-error";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import { WatchButton } from "@/components/watched-invocations/watch-button";
import type { Invocation } from "@/lib/contract/invocations";
import { isOpen } from "@/lib/contract/invocations";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { invocationQueries, isInvocationGone } from "@/lib/queries/invocations";
import { InvokeLink } from "../invoke/invoke-link.tsx";
import { invocationViewTexts } from "./invocation-messages.ts";
import { invocationSheetTexts } from "./invocation-on-demand-messages.ts";
import { InvocationSummary } from "./invocation-summary.tsx";

/** The open row. The list's data are shown at once; an open invocation is polled by id, so that its end
 *  shows even if the list is paused or no longer contains it. */
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
    refetchInterval: ({ state: { data: now, error } }) => {
      if (now === undefined || !isOpen(now.data) || isInvocationGone(error)) return false;
      return now.source === undefined ? paces.refresh.listMs : paces.refresh.recordedMs;
    },
  });
  const read = query.data?.data;
  const hasEnded = listed !== undefined && !isOpen(listed);
  const invocation = hasEnded ? listed : (read ?? listed);
  const isGone = !hasEnded && isInvocationGone(query.error);
  return (
    <Sheet
      open
      of={id}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={
        <>
          {query.isLoading && invocation === undefined ? null : (
            <StatusBadge of="invocation" status={invocation?.status} />
          )}
          <span className="truncate">{invocation?.action_name ?? invocationSheetTexts.invocation}</span>
        </>
      }
      actions={
        <>
          {invocation === undefined ? null : <WatchButton size="sm" invocation={invocation} />}
          <InvokeLink query={{ from: id }} size="sm">
            {invocationSheetTexts.runAgain}
          </InvokeLink>
          <Link href={paths.invocation(id)} className={buttonClass({ size: "sm" })}>
            {invocationSheetTexts.open}
          </Link>
        </>
      }
    >
      {query.error && invocation === undefined ? (
        <QueryError query={query} />
      ) : invocation === undefined ? (
        <Skeleton className="h-64" />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {/* Another failure than that is the list's to report, which is read again. */}
          {listed === undefined || isGone ? (
            <RefreshError query={query} gone={isGone ? invocationViewTexts.noLongerExists : undefined} />
          ) : null}
          <InvocationSummary invocation={invocation} />
        </div>
      )}
    </Sheet>
  );
}
