"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { QueryError } from "@/components/layout/query-error";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { DataFreshness } from "@/components/ui/data-freshness";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { Replay } from "@/lib/contract/replays";
import { paces } from "@/lib/paces";
import { isAbsent } from "@/lib/queries/bff";
import { replayQueries } from "@/lib/queries/replays";
import { ReplayById } from "./replay-by-id.tsx";
import { replaysTabTexts } from "./replay-messages.ts";
import { ReplayRow } from "./replay-row.tsx";
import { ReplayStart } from "./replay-start.tsx";
import { ReplayWatch } from "./replay-watch.tsx";

/** Id of the open recording. */
const screen = z.object({
  replay: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  lock: z.optional(z.literal("on")),
});

const isRunning = (replay: Replay) => !replay.finished_at;

/** Running ones first, then the newest. */
function inOrder(replays: readonly Replay[]): readonly Replay[] {
  const startedMs = ({ started_at }: Replay) => Date.parse(started_at ?? "") || 0;
  return replays.toSorted(
    (a, b) => Number(isRunning(b)) - Number(isRunning(a)) || startedMs(b) - startedMs(a),
  );
}

/** The recordings of a session: start, stop, watch and download. */
export function ReplaysTab({ id, ended }: { id: string; ended: boolean }) {
  const { value, set } = useUrlQuery(screen);
  const query = useQuery({
    ...replayQueries.list(id),
    refetchInterval: ({ state }) =>
      state.data?.items.some(isRunning)
        ? paces.refresh.listMs
        : ended || isAbsent(state.error)
          ? false
          : paces.refresh.countsMs,
  });
  const { data, error } = query;
  // A refetch clears the error for a while; the form below must stay mounted.
  const [unsupported, setUnsupported] = useState(false);
  const absent = data === undefined && (unsupported || isAbsent(error));
  if (absent && !unsupported) setUnsupported(true);
  const replays = inOrder(data?.items ?? []);
  const watched = replays.find((replay) => replay.replay_id === value.replay);
  // Opening a recording turns on the time lock; the player has a switch for it.
  const watch = (replay: string | undefined) =>
    set(replay === undefined ? { replay } : { replay, lock: "on" });

  return (
    <div className="grid gap-3">
      <h2 className="sr-only">{replaysTabTexts.recordings}</h2>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-40">
          {absent ? (
            <p className="text-caption text-ink-3">{replaysTabTexts.apiDoesNotListRecordings}</p>
          ) : (
            <DataFreshness
              subject={replaysTabTexts.recordings}
              readAtMs={data?.observedAtMs}
              source={replaysTabTexts.fromApiList}
              partial={data?.bad.length ? replaysTabTexts.unreadable(data.bad.length) : undefined}
              stale={data?.stale}
            />
          )}
        </div>
        <ReplayStart id={id} ended={ended} onStarted={(replayId) => (absent ? watch(replayId) : undefined)} />
      </div>
      {value.replay === undefined ? null : (
        <ReplayWatch
          key={value.replay}
          replay={{ id, replayId: value.replay }}
          startedAt={watched?.started_at ?? undefined}
          onClose={() => watch(undefined)}
        />
      )}
      {absent ? <ReplayById id={id} watched={value.replay} onWatch={watch} /> : null}
      {absent ? null : (
        <QueryError
          query={query}
          title={replaysTabTexts.recordingsNotLoaded}
          shape={data === undefined ? "block" : "strip"}
        />
      )}
      {query.isPending && !absent ? <Skeleton className="h-24 w-full" /> : null}
      {data !== undefined && replays.length === 0 ? (
        <EmptyState title={replaysTabTexts.noRecordings}>
          {ended ? replaysTabTexts.endedWithoutRecording : replaysTabTexts.recordingsAppearHere}
        </EmptyState>
      ) : null}
      {replays.length > 0 ? (
        <ul aria-label={replaysTabTexts.recordings} className="divide-y divide-line border-y border-line">
          {replays.map((replay) => (
            <ReplayRow
              key={replay.replay_id}
              id={id}
              replay={replay}
              watched={replay.replay_id === value.replay}
              onWatch={() => watch(replay.replay_id)}
            />
          ))}
        </ul>
      ) : null}
    </div>
  );
}
