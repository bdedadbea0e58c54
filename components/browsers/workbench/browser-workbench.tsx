"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { useLiveStatus } from "@/components/layout/live-connection";
import { Page } from "@/components/layout/page";
import { isLeavingPage } from "@/components/layout/page-transition";
import { QueryError } from "@/components/layout/query-error";
import { DrawnLater } from "@/components/ui/drawn-later";
import { loadPart } from "@/components/ui/load-part";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { SessionOrigin } from "@/lib/bff/session-origin";
import { parseInstant } from "@/lib/format/rfc3339";
import { paths } from "@/lib/paths";
import { isNotFound } from "@/lib/queries/bff";
import { browserQueries, hasEnded, paceOfBrowser } from "@/lib/queries/browsers";
import { sessionOriginQuery } from "@/lib/queries/session-origin";
import { EditBrowserProvider } from "../edit/edit-browser.tsx";
import { useSessionTime } from "../list/session-time.tsx";
import type { PaneLayout } from "../panes/pane-layout.ts";
import { standardOfStored } from "../panes/stored-layout.ts";
import { useSides } from "./side-buttons.tsx";
import { useRecordedSession } from "./use-recorded-session.ts";
import { WorkbenchHeader } from "./workbench-header.tsx";
import { browserWorkbenchTexts } from "./workbench-messages.ts";

// The code of splits, logs and what is beside them loads after the page, all at the same time.
const loadSide = loadPart(() => import("./session-side.tsx").then(({ SessionSide: side }) => side));
const SessionSide = dynamic(loadSide, { ssr: false, loading: SideSkeleton });
const WorkbenchSplit = dynamic(
  loadPart(() => {
    void loadSide.ahead();
    return import("./workbench-split.tsx").then(({ WorkbenchSplit: split }) => split);
  }),
  { ssr: false, loading: WorkbenchSkeleton },
);
const EndedSummary = dynamic(
  loadPart(() => import("./ended-summary.tsx").then(({ EndedSummary: summary }) => summary)),
  {
    ssr: false,
  },
);
const SessionFilmstrip = dynamic(
  loadPart(() => import("./session-filmstrip.tsx").then(({ SessionFilmstrip: strip }) => strip)),
  { ssr: false },
);
const PaneArea = dynamic(
  loadPart(() => import("./pane-area.tsx").then(({ PaneArea: area }) => area)),
  { ssr: false },
);

const bothSides = { left: true, right: true };

/** One session: live view, logs and details. Collected log lines stay after the session has ended. */
export function BrowserWorkbench({ id }: { id: string }) {
  const origin = useQuery(sessionOriginQuery(id));
  const query = useQuery({
    ...browserQueries.detail(id),
    refetchInterval: ({ state }) => paceOfBrowser(state, origin.data?.data),
  });
  const lock = useSessionTime();
  const [sides, setSides] = useSides();
  const hasLinkedLogs = useLinkedLogs();
  const live = useLiveStatus();
  const { data, error } = query;
  const session = data?.data;
  const gone = isNotFound(error);
  useSessionAddress(id, session?.session_id);
  const ended = hasEnded(query);
  const lost = (error !== null && !gone) || live?.state === "upstream_failing";

  const recorded = useRecordedSession(id, { ended, gone });
  // Nothing is left to show beside the panes of a session that the API no longer returns.
  const isAlone = gone && recorded.isKnown;
  const shown = isAlone ? bothSides : sides;
  const isLive = session !== undefined && !ended;
  // A pool's browser is unknown to the API from its release on: then it ended after it was last read.
  const endMs = ended
    ? (parseInstant(session?.deleted_at ?? "")?.epochMs ?? data?.observedAtMs ?? 0)
    : undefined;
  const wasLive = useWasLive(id, isLive);
  const isSettled = wasLive || (ended && (recorded.logs.data !== undefined || recorded.logs.error !== null));
  const standard = useBegun(
    id,
    isSettled,
    ended && !wasLive ? standardOfStored(recorded.logs.data?.items ?? []) : undefined,
  );

  return (
    <EditBrowserProvider key={id}>
      <div className="flex min-h-0 flex-1 flex-col lg:h-[calc(100dvh-var(--topbar,48px))] lg:flex-none">
        <WorkbenchHeader
          id={id}
          session={session}
          ended={ended}
          gone={gone}
          isKnown={session !== undefined || recorded.isKnown}
          isLoading={query.isLoading}
          hasDetails={!isAlone}
          summary={
            ended && (session !== undefined || recorded.isKnown) ? (
              <EndedSummary key={id} id={id} session={session} gone={gone} recorded={recorded} />
            ) : null
          }
          readAtMs={data?.observedAtMs}
          stale={data?.stale}
          sides={sides}
          onSides={setSides}
        />
        {error && !session && !gone ? (
          <Page>
            <QueryError query={query} title={browserWorkbenchTexts.browserNotLoaded} />
          </Page>
        ) : (
          <>
            {ended && wasLive ? <EndedNotice endedAt={session?.deleted_at} /> : null}
            <SessionFilmstrip id={id} endMs={endMs} lock={lock} />
            <WorkbenchSplit
              sides={shown}
              onSides={setSides}
              isRightFirst={hasLinkedLogs || (ended && (!gone || recorded.isKnown))}
              left={
                isAlone ? undefined : (
                  <DrawnLater fallback={<SideSkeleton />}>
                    <SessionSide
                      id={id}
                      query={query}
                      gone={gone}
                      endMs={endMs}
                      recorded={recorded}
                      lost={lost && !ended}
                      isShown={sides.left}
                      onShow={() => setSides((now) => ({ ...now, left: true }))}
                    />
                  </DrawnLater>
                )
              }
              right={
                <section
                  aria-label={browserWorkbenchTexts.logs}
                  inert={!shown.right}
                  className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:h-[80dvh] max-lg:flex-none max-lg:border-t"
                >
                  {origin.isPending ? null : (
                    <PaneArea
                      // Which panes an ended session begins with is known once its stored logs are.
                      key={`${id} ${standard === undefined ? "" : "stored"}`}
                      session={id}
                      liveAtMs={isLive ? data?.observedAtMs : undefined}
                      kind={kindOf(origin.data?.data)}
                      lock={lock}
                      standard={standard}
                      isSettled={isSettled}
                    />
                  )}
                </section>
              }
            />
          </>
        )}
      </div>
    </EditBrowserProvider>
  );
}

/** Whether the page was opened by a link to a log, or to a line of it. The panes are in every address: the page writes them itself. */
function useLinkedLogs(): boolean {
  const query = useSearchParams();
  return useState(() => query.has("source"))[0];
}

/** What a session has in common with others: its action, or its pool; empty where neither is recorded. */
const kindOf = (origin: SessionOrigin | undefined): string =>
  origin?.invocation
    ? browserWorkbenchTexts.action(origin.invocation.app_name, origin.invocation.action_name)
    : origin?.pool
      ? browserWorkbenchTexts.pool(origin.pool.name ?? origin.pool.id)
      : "";

/** Whether the session was live at any time while its page was open. */
function useWasLive(id: string, isLive: boolean): boolean {
  const [liveId, setLiveId] = useState<string>();
  if (isLive && liveId !== id) setLiveId(id);
  return liveId === id;
}

/** The panes that a session's page begins with: they stay when its browser ends or comes back. */
function useBegun(id: string, isSettled: boolean, standard: PaneLayout | undefined): PaneLayout | undefined {
  const [begun, setBegun] = useState<{ id: string; standard: PaneLayout | undefined }>();
  if (isSettled && begun?.id !== id) setBegun({ id, standard });
  return begun?.id === id ? begun.standard : standard;
}

/** The session has ended while its page was open. */
function EndedNotice({ endedAt }: { endedAt: string | null | undefined }) {
  return (
    <p role="status" className="border-b border-line bg-warn-bg px-4 py-2 text-warn sm:px-5">
      {browserWorkbenchTexts.thisBrowserEnded}
      {endedAt ? (
        <>
          {" "}
          <RelativeTime at={endedAt} />
        </>
      ) : null}
      {browserWorkbenchTexts.itsLinesStay}
    </p>
  );
}

function SideSkeleton() {
  return (
    <div aria-busy="true" className="grid content-start gap-4 p-4 sm:px-5">
      <Skeleton className="aspect-[16/11] w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

/** The two sides of the workbench while their code loads. */
function WorkbenchSkeleton() {
  return (
    <div aria-busy="true" className="grid min-h-0 flex-1 content-start lg:grid-cols-[51fr_49fr]">
      <div className="min-w-0 border-line lg:border-r">
        <SideSkeleton />
      </div>
      <div className="grid min-h-[70dvh] min-w-0 content-start gap-3 p-3">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    </div>
  );
}

/** Goes on from an address with the name of a browser to that of its session: only requests for one session take a name. */
function useSessionAddress(id: string, sessionId: string | undefined): void {
  const router = useRouter();
  useEffect(() => {
    if (sessionId !== undefined && sessionId !== id && !isLeavingPage())
      router.replace(`${paths.browser(sessionId)}${window.location.search}`);
  }, [router, id, sessionId]);
}
