"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import clsx from "clsx";
import dynamic from "next/dynamic";
import { RefreshError } from "@/components/layout/query-error";
import { usePictures } from "@/components/pictures/use-pictures";
import { loadPart } from "@/components/ui/load-part";
import { Skeleton } from "@/components/ui/skeleton";
import type { Browser } from "@/lib/contract/browsers";
import type { One } from "@/lib/queries/bff";
import { LiveView } from "../live-view/live-view.tsx";
import { RecordingNow } from "../replays/recording-badge.tsx";
import { SessionTabs } from "./session-tabs.tsx";
import type { RecordedSession } from "./use-recorded-session.ts";
import { sessionSideTexts } from "./workbench-messages.ts";

const UnknownSession = dynamic(
  loadPart(() => import("./unknown-session.tsx").then(({ UnknownSession: session }) => session)),
  { ssr: false, loading: () => <Skeleton className="h-40" /> },
);

/** What a session shows beside its panes: its live view and its details. */
export function SessionSide({
  id,
  query,
  gone,
  endMs,
  recorded,
  lost,
  isShown,
  onShow,
}: {
  id: string;
  query: UseQueryResult<One<Browser>>;
  /** The API returned 404. */
  gone: boolean;
  /** When it ended, epoch milliseconds; undefined while it goes on. */
  endMs: number | undefined;
  recorded: RecordedSession;
  /** It is live, and the API is not responding. */
  lost: boolean;
  isShown: boolean;
  onShow: () => void;
}) {
  const session = query.data?.data;
  const ended = gone || Boolean(session?.deleted_at);
  // The query of the filmstrip: one request for both.
  const picture = usePictures([{ session_id: id }], endMs).pictures.at(-1);
  return (
    <section
      aria-label={sessionSideTexts.liveViewAndDetails}
      className={clsx(
        "grid min-h-0 min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 sm:px-5",
        isShown ? "overflow-y-auto" : "overflow-hidden",
      )}
    >
      {session && !gone ? <RefreshError query={query} /> : null}
      {gone ? (
        <UnknownSession recorded={recorded} />
      ) : ended && picture === undefined ? null : (
        <LiveView
          key={id}
          id={id}
          picture={picture}
          session={session}
          ended={ended}
          lost={lost}
          recording={<RecordingNow id={id} ended={ended} />}
          folded={!isShown}
          onUnfold={onShow}
        />
      )}
      <div inert={!isShown} className="min-w-0">
        {session ? (
          <SessionTabs session={session} ended={ended} />
        ) : gone ? null : (
          <Skeleton className="h-40" />
        )}
      </div>
    </section>
  );
}
