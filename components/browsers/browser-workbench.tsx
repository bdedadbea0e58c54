"use client";

import { useQuery } from "@tanstack/react-query";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { StaleBadge, StatusBadge } from "@/components/ui/status-badge";
import { TruthLine } from "@/components/ui/truth-line";
import { BffError } from "@/lib/queries/bff";
import { browserQueries } from "@/lib/queries/browsers";
import type { sessionState } from "./browser-columns.tsx";
import { EndSession } from "./end-session.tsx";
import { LiveView } from "./live-view.tsx";
import { SessionLog } from "./session-log.tsx";
import { SessionTabs } from "./session-tabs.tsx";

const refreshMs = 2_000;

/** One session: what it shows, what it logs, what it is. The log outlives the session as far as it was watched. */
export function BrowserWorkbench({ id }: { id: string }) {
  const query = useQuery({
    ...browserQueries.detail(id),
    // An ended session does not change any more.
    refetchInterval: ({ state }) => (state.data?.data.deleted_at ? false : refreshMs),
  });
  const { data, error } = query;
  const session = data?.data;
  const gone = error instanceof BffError && error.status === 404;
  const ended = gone || Boolean(session?.deleted_at);

  return (
    <div className="flex min-h-0 flex-1 flex-col lg:h-[calc(100dvh-var(--topbar,48px))] lg:flex-none">
      <div className="border-b border-line px-4 py-2.5 sm:px-5">
        <PageHeader
          title={<span className="font-mono text-lead">{id}</span>}
          badge={
            data?.stale === undefined ? (
              <StatusBadge of="session" status={session ? (ended ? "ended" : "active") : undefined} />
            ) : (
              <StaleBadge />
            )
          }
          truth={<TruthLine readAtMs={data?.observedAtMs} source={headline(session)} />}
          actions={gone ? null : <EndSession id={id} ended={ended} />}
        />
      </div>
      {error && !session && !gone ? (
        <Page>
          <ErrorState error={error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        </Page>
      ) : (
        <div className="grid min-h-0 flex-1 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)]">
          <section
            aria-label="Live view and details"
            className="grid min-w-0 content-start gap-4 overflow-y-auto border-line p-4 lg:border-r"
          >
            {error && session ? (
              <ErrorState
                error={error}
                shape="strip"
                onRetry={() => void query.refetch()}
                retrying={query.isFetching}
              />
            ) : null}
            {gone ? (
              <EmptyState title="The API does not know this session">
                It may have been deleted long ago, or the id is wrong. Log lines that were watched here are
                kept in the log.
              </EmptyState>
            ) : (
              <LiveView key={id} id={id} ended={ended} headless={session?.headless ?? false} />
            )}
            {session ? (
              <SessionTabs session={session} ended={ended} />
            ) : gone ? null : (
              <Skeleton className="h-40" />
            )}
          </section>
          <section aria-label="Log" className="flex h-[70dvh] min-h-0 min-w-0 flex-col lg:h-auto">
            <SessionLog id={id} />
          </section>
        </div>
      )}
    </div>
  );
}

function headline(session: Parameters<typeof sessionState>[0] | undefined): string | undefined {
  if (!session) return undefined;
  const parts = [
    session.proxy_id ? `proxy ${session.proxy_id}` : undefined,
    session.profile ? `profile ${session.profile.name ?? session.profile.id ?? "unnamed"}` : undefined,
    session.timeout_seconds && !session.deleted_at
      ? `ends after ${session.timeout_seconds} s without a client`
      : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(" · ");
}
