"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryError } from "@/components/layout/query-error";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { formatPeriod } from "@/lib/charts/periods";
import { formatDuration } from "@/lib/format/duration";
import { shortId } from "@/lib/format/short-id";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { invocationHistoryQueries } from "@/lib/queries/invocation-history";
import { failureInvocationsTexts } from "./failure-on-demand-messages.ts";
import type { Lookback } from "./insight-search-params.ts";

const listed = 25;

/** The newest recorded invocations of a failure group, whatever the selected period. */
export function FailureInvocations({ reasonKey, past }: { reasonKey: string; past: Lookback }) {
  const query = useQuery({
    ...invocationHistoryQueries.search({ reason_key: reasonKey, limit: listed }),
    refetchInterval: paces.refresh.countsMs,
  });
  const invocations = query.data?.data;
  return (
    <section aria-label={failureInvocationsTexts.newestInvocations} className="grid gap-1">
      <h3 className="font-semibold">{failureInvocationsTexts.newestInvocations}</h3>
      {invocations !== undefined ? (
        <>
          <ul className="text-label">
            {invocations.invocations.map((invocation) => (
              <li
                key={invocation.id}
                className="flex min-h-7 flex-wrap items-center gap-x-3 border-t border-line"
              >
                <Link
                  href={paths.invocation(invocation.id)}
                  className="font-mono text-accent underline"
                  title={invocation.id}
                >
                  {shortId(invocation.id)}
                </Link>
                <span className="text-ink-2">
                  {invocation.action_name} <span className="font-mono">{invocation.version}</span>
                </span>
                <span className="flex-1" />
                <RelativeTime at={invocation.started_at_ms} />
                <span className="text-ink-3">{formatDuration(invocation.duration_ms)}</span>
              </li>
            ))}
          </ul>
          <p className="text-caption text-ink-3">
            {invocations.next_cursor === null
              ? failureInvocationsTexts.allRecorded
              : failureInvocationsTexts.newestInAndEarlier(listed, formatPeriod(past))}
          </p>
        </>
      ) : query.error === null ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <QueryError query={query} shape="strip" />
      )}
    </section>
  );
}
