import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { apiAddress } from "../bff/base-path.ts";
import { bffHeaders } from "../bff/headers.ts";
import { replayOperations } from "../contract/operations/replays.ts";
import type { replayCreate } from "../contract/replays.ts";
import { fillPath } from "../contract/request.ts";
import { bff, failureOf, reach } from "./bff.ts";
import { listQuery } from "./operation-query.ts";

const all = ["replays"] as const;

/** Identifies a recording within a session. */
export interface ReplayId {
  id: string;
  replayId: string;
}

/** URL of a recording's video, for players and download links. */
export const replayVideoUrl = ({ id, replayId }: ReplayId): string =>
  apiAddress(fillPath(replayOperations.downloadReplay.path, { id, replay_id: replayId }));

/** Metadata that a video element does not expose. */
type Video =
  | { readonly state: "recording" }
  | {
      readonly state: "final";
      /** Undefined when the API does not report it. */
      readonly sizeBytes: number | undefined;
      readonly startedAt: string | undefined;
      readonly finishedAt: string | undefined;
    };

function sizeOf(headers: Headers): number | undefined {
  const total = /\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1] ?? headers.get(bffHeaders.sizeBytes);
  return total === null ? undefined : Number(total);
}

/** Opens the video at `url`, requesting the first byte only; throws BffError when it is refused. */
async function readVideo(url: string, signal: AbortSignal): Promise<Video> {
  const response = await reach(url, { headers: { range: "bytes=0-0" }, signal });
  if (!response.ok) throw await failureOf(response);
  // An upstream without range support sends the whole video, which is discarded.
  await response.body?.cancel();
  if (response.status === 202) return { state: "recording" };
  return {
    state: "final",
    sizeBytes: sizeOf(response.headers),
    startedAt: response.headers.get(bffHeaders.recordingStartedAt) ?? undefined,
    finishedAt: response.headers.get(bffHeaders.recordingFinishedAt) ?? undefined,
  };
}

export const replayQueries = {
  /** Every recording of a session. */
  list: (id: string) => listQuery(all, replayOperations.listReplays, { params: { id } }),
  /** Availability and metadata of a video. A read opens the video, which is audited. */
  video: (replay: ReplayId) =>
    queryOptions({
      // Not below the key that a start or stop of any recording reads again.
      queryKey: ["replay-video", replay.id, replay.replayId] as const,
      queryFn: ({ signal }) => readVideo(replayVideoUrl(replay), signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      refetchOnWindowFocus: false,
    }),
} as const;

export const replayMutations = {
  start: () =>
    mutationOptions({
      mutationFn: ({ id, body }: { id: string; body: z.input<typeof replayCreate> }) =>
        bff.act(replayOperations.startReplay, { params: { id }, body }),
      meta: { invalidates: all },
    }),
  /** Resolves when the API reports the recording stopped; the video is then final as far as the API waits for it. */
  stop: ({ id, replayId }: ReplayId) =>
    mutationOptions({
      mutationKey: [...all, "stop", id, replayId],
      mutationFn: () => bff.act(replayOperations.stopReplay, { params: { id, replay_id: replayId } }),
      meta: { invalidates: all },
    }),
} as const;
