"use client";

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import dynamic from "next/dynamic";
import { useLiveStatus } from "@/components/layout/live-connection";
import { Page } from "@/components/layout/page";
import { QueryError } from "@/components/layout/query-error";
import { Skeleton } from "@/components/ui/skeleton";
import { paces } from "@/lib/paces";
import { BffError } from "@/lib/queries/bff";
import { browserQueries } from "@/lib/queries/browsers";
import { useSessionTime } from "../list/session-time.tsx";
import { LiveView } from "../live-view/live-view.tsx";
import { RecordingNow } from "../replays/recording-badge.tsx";
import { SessionTabs } from "./session-tabs.tsx";
import { useSides } from "./side-buttons.tsx";
import { useRecordedSession } from "./use-recorded-session.ts";
import { WorkbenchHeader } from "./workbench-header.tsx";

// The code of splits and logs loads after the page.
const WorkbenchSplit = dynamic(
  () => import("./workbench-split.tsx").then(({ WorkbenchSplit: split }) => split),
  { ssr: false, loading: WorkbenchSkeleton },
);
const EndedSession = dynamic(
  () => import("./ended-session.tsx").then(({ EndedSession: session }) => session),
  { ssr: false, loading: () => <Skeleton className="h-40" /> },
);
const StoredLogs = dynamic(() => import("../logs/stored-logs.tsx").then(({ StoredLogs: logs }) => logs), {
  ssr: false,
});
const SessionFilmstrip = dynamic(
  () => import("./session-filmstrip.tsx").then(({ SessionFilmstrip: strip }) => strip),
  { ssr: false },
);
const PaneArea = dynamic(() => import("./pane-area.tsx").then(({ PaneArea: area }) => area), { ssr: false });

/** One session: live view, logs and details. Collected log lines stay after the session has ended. */
export function BrowserWorkbench({ id }: { id: string }) {
  const query = useQuery({
    ...browserQueries.detail(id),
    // An ended session no longer changes.
    refetchInterval: ({ state }) => (state.data?.data.deleted_at ? false : paces.refresh.listMs),
  });
  const lock = useSessionTime();
  const [sides, setSides] = useSides();
  const live = useLiveStatus();
  const { data, error } = query;
  const session = data?.data;
  const gone = error instanceof BffError && error.status === 404;
  const ended = gone || Boolean(session?.deleted_at);
  const lost = (error !== null && !gone) || live?.state === "upstream_failing";

  const recorded = useRecordedSession(id, { ended, gone });

  return (
    <div className="flex min-h-0 flex-1 flex-col lg:h-[calc(100dvh-var(--topbar,48px))] lg:flex-none">
      <WorkbenchHeader
        id={id}
        session={session}
        ended={ended}
        gone={gone}
        isKnown={session !== undefined || recorded.isKnown}
        readAtMs={data?.observedAtMs}
        stale={data?.stale}
        sides={sides}
        onSides={setSides}
      />
      {error && !session && !gone ? (
        <Page>
          <QueryError query={query} />
        </Page>
      ) : (
        <>
          <SessionFilmstrip id={id} ended={ended} endedAt={session?.deleted_at} lock={lock} />
          <WorkbenchSplit
            sides={sides}
            onSides={setSides}
            left={
              <section
                aria-label="Live view and details"
                className={clsx(
                  "grid min-h-0 min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 p-4",
                  sides.left ? "overflow-y-auto" : "overflow-hidden",
                )}
              >
                {session ? <QueryError query={query} shape="strip" /> : null}
                {gone ? (
                  <EndedSession id={id} recorded={recorded} />
                ) : (
                  <LiveView
                    key={id}
                    id={id}
                    session={session}
                    ended={ended}
                    lost={lost && !ended}
                    recording={<RecordingNow id={id} ended={ended} />}
                    folded={!sides.left}
                    onUnfold={() => setSides((now) => ({ ...now, left: true }))}
                  />
                )}
                <div inert={!sides.left} className="min-w-0">
                  {session ? (
                    <SessionTabs session={session} ended={ended} />
                  ) : gone ? null : (
                    <Skeleton className="h-40" />
                  )}
                </div>
                {ended && !gone ? <StoredLogs query={recorded.logs} /> : null}
              </section>
            }
            right={
              <section
                aria-label="Logs"
                inert={!sides.right}
                className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:h-[80dvh] max-lg:flex-none max-lg:border-t"
              >
                <PaneArea key={id} session={id} lock={lock} />
              </section>
            }
          />
        </>
      )}
    </div>
  );
}

/** The two sides of the workbench while their code loads. */
function WorkbenchSkeleton() {
  return (
    <div aria-busy="true" className="grid min-h-0 flex-1 content-start lg:grid-cols-[51fr_49fr]">
      <div className="grid min-w-0 content-start gap-4 border-line p-4 lg:border-r">
        <Skeleton className="aspect-[16/11] w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
      <div className="grid min-h-[70dvh] min-w-0 content-start gap-3 p-3">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    </div>
  );
}
