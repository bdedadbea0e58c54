"use client";

import { QueryError } from "@/components/layout/query-error";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { RecordedSession } from "./use-recorded-session.ts";
import { recordedSessionTexts, unknownSessionTexts } from "./workbench-on-demand-messages.ts";

/**
 * A session that the API no longer returns, while it is not known whether anything was recorded of it, and when nothing
 * was.
 */
export function UnknownSession({ recorded: { inventory, logs, isPending } }: { recorded: RecordedSession }) {
  const failed = inventory.error !== null || logs.error !== null;
  if (isPending && !failed) return <Skeleton className="h-40" />;
  if (failed)
    return (
      <>
        <QueryError query={inventory} title={recordedSessionTexts.historyNotLoaded} shape="strip" />
        <QueryError query={logs} title={recordedSessionTexts.storedLogsNotLoaded} shape="strip" />
      </>
    );
  return (
    <EmptyState title={unknownSessionTexts.apiDoesNotKnowBrowser}>
      {unknownSessionTexts.endedOrIdWrong}
    </EmptyState>
  );
}
