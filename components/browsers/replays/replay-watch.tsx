"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { QueryError } from "@/components/layout/query-error";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { Skeleton } from "@/components/ui/skeleton";
import { formatBytes } from "@/lib/format/numbers";
import { parseInstant } from "@/lib/format/rfc3339";
import { shortId } from "@/lib/format/short-id";
import { paces } from "@/lib/paces";
import { type ReplayId, replayQueries, replayVideoUrl } from "@/lib/queries/replays";
import { replayWatchTexts } from "./replay-messages.ts";

const Player = dynamic(
  loadPart(() => import("./replay-player.tsx").then((module) => module.ReplayPlayer)),
  {
    ssr: false,
    loading: () => <Skeleton className="aspect-[16/10] w-full" />,
  },
);

/** An open recording. Opening it is audited; a recording that is not final yet is polled. */
export function ReplayWatch({
  replay,
  startedAt,
  onClose,
}: {
  replay: ReplayId;
  /** From the list; where the API provides it, the video's response has it too. */
  startedAt: string | undefined;
  onClose: () => void;
}) {
  const role = useRoleReason("operator");
  const focusHandoffRef = useFocusHandoff();
  const query = useQuery({
    ...replayQueries.video(replay),
    enabled: role === undefined,
    refetchInterval: ({ state }) => (state.data?.state === "recording" ? paces.refresh.figuresMs : false),
  });
  const { data: video, error } = query;
  const size = video?.state === "final" ? video.sizeBytes : undefined;
  const started = startedAt ?? (video?.state === "final" ? video.startedAt : undefined);
  return (
    <section
      aria-label={replayWatchTexts.recording}
      className="overflow-hidden rounded-lg border border-line"
    >
      <div className="flex min-h-9 flex-wrap items-center gap-2 border-b border-line bg-raised px-2.5 text-label">
        <span className="font-mono">{shortId(replay.replayId)}</span>
        {size === undefined ? null : <span className="text-ink-3">{formatBytes(size)}</span>}
        <span className="flex-1" />
        <Button ref={focusHandoffRef} size="sm" variant="ghost" onClick={onClose}>
          {replayWatchTexts.close}
        </Button>
      </div>
      {role !== undefined ? (
        <p className="px-4 py-12 text-center text-ink-2">{role}</p>
      ) : error && video?.state !== "final" ? (
        <QueryError query={query} title={replayWatchTexts.recordingNotLoaded} />
      ) : video === undefined ? (
        <Skeleton className="aspect-[16/10] w-full" />
      ) : video.state === "recording" ? (
        <p role="status" className="px-4 py-12 text-center text-ink-2">
          {replayWatchTexts.stillRecording}
        </p>
      ) : (
        <Player
          url={replayVideoUrl(replay)}
          title={replayWatchTexts.recordingOfBrowser({
            recording: shortId(replay.replayId),
            browser: replay.id,
          })}
          startedAtMs={parseInstant(started ?? "")?.epochMs}
        />
      )}
    </section>
  );
}
