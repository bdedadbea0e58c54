"use client";

import { useQuery } from "@tanstack/react-query";
import { paces } from "@/lib/paces";
import { isAbsent } from "@/lib/queries/bff";
import { replayQueries } from "@/lib/queries/replays";
import { RecordingBadge } from "./recording-badge.tsx";

/** Whether a session is being recorded now, where the upstream lists recordings; nothing otherwise. */
export function RecordingNow({ id, ended }: { id: string; ended: boolean }) {
  const { data } = useQuery({
    ...replayQueries.list(id),
    enabled: !ended,
    refetchInterval: ({ state }) => (isAbsent(state.error) ? false : paces.refresh.countsMs),
  });
  const running = ended ? undefined : data?.items.find((replay) => !replay.finished_at);
  return running === undefined ? null : <RecordingBadge startedAt={running.started_at ?? undefined} />;
}
