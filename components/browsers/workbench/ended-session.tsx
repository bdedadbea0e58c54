"use client";

import { QueryError } from "@/components/layout/query-error";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { type Browser, browser } from "@/lib/contract/browsers";
import { StoredLogs } from "../logs/stored-logs.tsx";
import { SessionDetails } from "./session-details.tsx";
import type { RecordedSession } from "./use-recorded-session.ts";

/** A session that the API no longer returns: what was recorded of it. */
export function EndedSession({ id, recorded }: { id: string; recorded: RecordedSession }) {
  const { item, inventory, logs, isPending, isKnown } = recorded;
  const failed = inventory.error !== null || logs.error !== null;
  if (isPending && !isKnown && !failed) return <Skeleton className="h-40" />;
  const errors = (
    <>
      <QueryError query={inventory} title="What was recorded could not be read" shape="strip" />
      {isKnown ? null : <QueryError query={logs} title="The stored logs could not be listed" shape="strip" />}
    </>
  );
  if (!isKnown && failed) return errors;
  if (!isKnown)
    return (
      <EmptyState title="The API does not know this session">
        It may have been deleted long ago, or the id is wrong. Log lines that were watched here are kept in
        the log.
      </EmptyState>
    );
  const details = item === undefined ? undefined : recordedBrowser(id, item.details);
  return (
    <>
      <p className="text-ink-2">
        This session has ended, and the API no longer returns it.
        {item === undefined ? null : (
          <>
            {" "}
            Last seen <RelativeTime at={item.last_seen_ms} />.
          </>
        )}
      </p>
      {errors}
      <StoredLogs query={logs} />
      {logs.data?.items.length === 0 ? (
        <p className="text-ink-3">No log of it is stored. Settings shows which logs are.</p>
      ) : null}
      {details === undefined ? null : <SessionDetails browser={details} />}
    </>
  );
}

/** The recorded fields of a session; undefined where there are none, or none that can be read. */
function recordedBrowser(id: string, details: Readonly<Record<string, unknown>>): Browser | undefined {
  if (Object.keys(details).length === 0) return undefined;
  const read = browser.safeParse({ ...details, session_id: id });
  return read.success ? read.data : undefined;
}
