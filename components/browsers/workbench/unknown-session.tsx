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
        <QueryError query={inventory} title="The history of this browser could not be loaded" shape="strip" />
        <QueryError query={logs} title="The stored logs could not be loaded" shape="strip" />
      </>
    );
  return (
    <EmptyState title="The API does not know this browser">
      It ended long ago, or the id is wrong. Its stored logs, if any, are shown here.
    </EmptyState>
  );
}
