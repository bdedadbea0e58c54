"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ErrorState } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDuration } from "@/lib/format/duration";
import { shortId } from "@/lib/format/short-id";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { runHistoryQueries } from "@/lib/queries/run-history";
import { type Past, pastFacts } from "./insight-screen.ts";

const listed = 25;

/** The newest runs of a kind of failure, as recorded, whatever the time that is shown. */
export function FailureRuns({ reasonKey, past }: { reasonKey: string; past: Past }) {
  const query = useQuery({
    ...runHistoryQueries.search({ reason_key: reasonKey, limit: listed }),
    refetchInterval: paces.refresh.countsMs,
  });
  const runs = query.data?.data;
  return (
    <section aria-label="Newest runs" className="grid gap-1">
      <h3 className="font-semibold">Newest runs</h3>
      {runs !== undefined ? (
        <>
          <ul className="text-label">
            {runs.runs.map((run) => (
              <li key={run.id} className="flex min-h-7 flex-wrap items-center gap-x-3 border-t border-line">
                <Link
                  href={paths.invocation(run.id)}
                  className="font-mono text-accent underline"
                  title={run.id}
                >
                  {shortId(run.id)}
                </Link>
                <span className="text-ink-2">
                  {run.action_name} <span className="font-mono">{run.version}</span>
                </span>
                <span className="flex-1" />
                <RelativeTime at={run.started_at_ms} />
                <span className="font-mono text-ink-3">{formatDuration(run.duration_ms)}</span>
              </li>
            ))}
          </ul>
          <p className="text-truth text-ink-3">
            {runs.next_cursor === null
              ? "all that is recorded"
              : `the newest ${listed}, of ${pastFacts[past].words} and before`}
          </p>
        </>
      ) : query.error === null ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <ErrorState
          shape="strip"
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
    </section>
  );
}
