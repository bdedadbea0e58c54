"use client";

import { Play } from "lucide-react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Replay } from "@/lib/contract/replays";
import { formatPlayTime } from "@/lib/format/play-time";
import { shortId } from "@/lib/format/short-id";
import { RecordingBadge } from "./recording-badge.tsx";
import { ReplayDownload } from "./replay-download.tsx";
import { recordingName, replayRowTexts } from "./replay-messages.ts";
import { ReplayStop } from "./replay-stop.tsx";
import { useReplayStop } from "./use-replay-stop.ts";

const lengthOf = ({ started_at, finished_at }: Replay): number =>
  Date.parse(finished_at ?? "") - Date.parse(started_at ?? "");

/** One recording: state, start, and actions. */
export function ReplayRow({
  id,
  replay,
  watched,
  onWatch,
}: {
  id: string;
  replay: Replay;
  watched: boolean;
  onWatch: () => void;
}) {
  const replayId = replay.replay_id;
  const running = !replay.finished_at;
  const stop = useReplayStop({ id, replayId });
  const role = useRoleReason("operator");
  const name = recordingName(replayId);
  return (
    <li className="grid gap-x-3 py-1">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-36">
          {stop.pending ? (
            <Badge tone="warn" glyph="clock">
              {replayRowTexts.finishing}
            </Badge>
          ) : running ? (
            <RecordingBadge startedAt={replay.started_at ?? undefined} />
          ) : (
            <Badge tone="ok" glyph="disc">
              {replayRowTexts.finished(formatPlayTime(lengthOf(replay)))}
            </Badge>
          )}
        </span>
        <span className="inline-flex items-center gap-1 font-mono text-label">
          {shortId(replayId)}
          <CopyButton text={replayId} label={replayRowTexts.copyIdOf(name)} />
        </span>
        <span className="min-w-24 flex-1 text-label text-ink-2">
          <RelativeTime at={replay.started_at} empty={replayRowTexts.startUnknown} />
        </span>
        <span className="flex items-center gap-2">
          {running ? (
            <ReplayStop replay={{ id, replayId }} stop={stop} />
          ) : (
            <>
              <ReplayDownload replay={{ id, replayId }} />
              <Button
                disabledReason={role ?? (watched ? replayRowTexts.thisRecordingIsOpenAbove : undefined)}
                aria-label={replayRowTexts.watch(name)}
                onClick={onWatch}
              >
                <Play aria-hidden="true" />
                {replayRowTexts.watchLabel}
              </Button>
            </>
          )}
        </span>
      </div>
      {stop.failure === undefined || !running ? null : (
        <p role="alert" className="pb-1 text-label text-bad break-words">
          {stop.failure}
        </p>
      )}
    </li>
  );
}
