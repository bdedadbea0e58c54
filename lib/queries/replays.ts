import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { replayOperations } from "../contract/operations/replays.ts";
import type { replayCreate } from "../contract/replays.ts";
import { fillPath } from "../contract/request.ts";
import { bff } from "./bff.ts";
import { readVideo } from "./replay-video.ts";

const all = ["replays"] as const;

/** Identifies a recording within a session. */
export interface ReplayId {
  id: string;
  replayId: string;
}

/** URL of a recording's video, for players and download links. */
export const replayVideoUrl = ({ id, replayId }: ReplayId): string =>
  `/api${fillPath(replayOperations.downloadReplay.path, { id, replay_id: replayId })}`;

export const replayQueries = {
  all: () => all,
  /** Every recording of a session. */
  list: (id: string) =>
    queryOptions({
      queryKey: [...all, "list", id] as const,
      queryFn: ({ signal }) => bff.list(replayOperations.listReplays, { params: { id } }, { signal }),
    }),
  /** Availability and metadata of a video. A read opens the video, which is audited. */
  video: (replay: ReplayId) =>
    queryOptions({
      queryKey: [...all, "video", replay.id, replay.replayId] as const,
      queryFn: ({ signal }) => readVideo(replayVideoUrl(replay), signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      refetchOnWindowFocus: false,
    }),
} as const;

export const replayMutations = {
  start: () =>
    mutationOptions({
      mutationKey: [...all, "start"],
      mutationFn: ({ id, body }: { id: string; body: z.input<typeof replayCreate> }) =>
        bff.act(replayOperations.startReplay, { params: { id }, body }),
      onSettled: (_data, _error, _variables, _result, { client }) =>
        client.invalidateQueries({ queryKey: all }),
    }),
  /** Resolves when the API reports the recording stopped; the video is then final as far as the API waits for it. */
  stop: ({ id, replayId }: ReplayId) =>
    mutationOptions({
      mutationKey: [...all, "stop", id, replayId],
      mutationFn: () => bff.act(replayOperations.stopReplay, { params: { id, replay_id: replayId } }),
      onSettled: (_data, _error, _variables, _result, { client }) =>
        client.invalidateQueries({ queryKey: all }),
    }),
} as const;
