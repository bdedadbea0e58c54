"use client";

import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { useClockText } from "@/components/ui/use-now";
import { formatPlayTime } from "@/lib/format/play-time";
import { paces } from "@/lib/paces";
import { isAbsent } from "@/lib/queries/bff";
import { replayQueries } from "@/lib/queries/replays";
import { recordingBadgeTexts } from "./recording-messages.ts";

/** A running recording and its duration. */
export function RecordingBadge({ startedAt }: { startedAt: string | undefined }) {
  const startedMs = Date.parse(startedAt ?? "");
  const text = useClockText(
    (nowMs) =>
      Number.isNaN(startedMs)
        ? recordingBadgeTexts.recording
        : recordingBadgeTexts.recordingFor(formatPlayTime(nowMs - startedMs)),
    recordingBadgeTexts.recording,
  );
  return (
    <Badge tone="running" glyph="half">
      {text}
    </Badge>
  );
}

/** The badge of the session's running recording, if the API lists recordings and there is one. */
export function RecordingNow({ id, ended }: { id: string; ended: boolean }) {
  const { data } = useQuery({
    ...replayQueries.list(id),
    enabled: !ended,
    refetchInterval: ({ state }) => (isAbsent(state.error) ? false : paces.refresh.countsMs),
  });
  const running = ended ? undefined : data?.items.find((replay) => !replay.finished_at);
  return running === undefined ? null : <RecordingBadge startedAt={running.started_at ?? undefined} />;
}
