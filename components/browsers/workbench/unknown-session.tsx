"use client";

import { QueryError } from "@/components/layout/query-error";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { RecordedSession } from "./use-recorded-session.ts";

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
        <QueryError query={inventory} title="What was recorded could not be read" shape="strip" />
        <QueryError query={logs} title="The stored logs could not be listed" shape="strip" />
      </>
    );
  return (
    <EmptyState title="The API does not know this session">
      It may have been deleted long ago, or the id is wrong. Log lines that were watched here are kept in the
      log.
    </EmptyState>
  );
}
