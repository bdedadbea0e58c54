"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { replayFramerate } from "@/lib/contract/replays";
import type { TimeLock } from "@/lib/live/time-lock";
import { type SyncedViews, syncVideo } from "./video-sync.ts";

export interface VideoState {
  /** Position in the video, in seconds. */
  readonly seconds: number;
  /** NaN until it is known. */
  readonly durationSeconds: number;
  readonly playing: boolean;
  readonly rate: number;
  readonly failed: boolean;
  /** The time other views show, if it is outside this recording. */
  readonly outsideAtMs: number | undefined;
}

const atFirst: VideoState = {
  seconds: 0,
  durationSeconds: Number.NaN,
  playing: false,
  rate: 1,
  failed: false,
  outsideAtMs: undefined,
};

const changes = [
  "loadedmetadata",
  "durationchange",
  "timeupdate",
  "seeking",
  "seeked",
  "play",
  "pause",
  "ended",
  "ratechange",
  "emptied",
  "error",
] as const;

/** Tracks a video element and synchronizes it with the session's other views: the one that plays or seeks
 *  leads. */
export function useReplayVideo(
  ref: RefObject<HTMLVideoElement | null>,
  lock: TimeLock,
  startedAtMs: number | undefined,
): { readonly state: VideoState; readonly seek: (seconds: number) => void } {
  const [state, setState] = useState(atFirst);
  const views = useRef<SyncedViews>(undefined);
  useEffect(() => {
    const video = ref.current;
    if (video === null) return;
    const read = (change: Partial<VideoState> = {}) =>
      setState((before) => ({ ...before, ...stateOf(video), ...change }));
    const listen = () => read();
    for (const name of changes) video.addEventListener(name, listen);
    // It may have loaded before the listeners were added.
    read();
    views.current =
      startedAtMs === undefined
        ? undefined
        : syncVideo({
            video,
            lock,
            startedAtMs,
            now: () => performance.now(),
            onOutside: (outsideAtMs) => read({ outsideAtMs }),
          });
    return () => {
      views.current?.leave();
      views.current = undefined;
      for (const name of changes) video.removeEventListener(name, listen);
    };
  }, [ref, lock, startedAtMs]);
  const seek = useCallback(
    (seconds: number) => {
      const video = ref.current;
      if (video === null) return;
      views.current?.lead();
      video.currentTime = Math.min(Math.max(0, seconds), video.duration || 0);
      // The video reports a seek late: a slider rendered at the old position would ignore the next key.
      setState((before) => ({ ...before, ...stateOf(video) }));
    },
    [ref],
  );
  return { state, seek };
}

const stateOf = (video: HTMLVideoElement) => ({
  seconds: video.currentTime,
  durationSeconds: video.duration,
  playing: !video.paused && !video.ended,
  rate: video.playbackRate,
  failed: video.error !== null,
});

/** Duration of a frame in seconds, as measured during playback; the API's default before. */
export function useFrameSeconds(ref: RefObject<HTMLVideoElement | null>): RefObject<number> {
  const frame = useRef(1 / replayFramerate.standard);
  useEffect(() => {
    const video = ref.current;
    if (video === null || !("requestVideoFrameCallback" in video)) return;
    let shortest = Number.POSITIVE_INFINITY;
    let before = Number.NaN;
    const look = (_: number, { mediaTime }: VideoFrameCallbackMetadata) => {
      const stood = mediaTime - before;
      before = mediaTime;
      if (!video.paused && stood > 1 / 61 && stood < shortest) frame.current = shortest = stood;
      handle = video.requestVideoFrameCallback(look);
    };
    let handle = video.requestVideoFrameCallback(look);
    return () => video.cancelVideoFrameCallback(handle);
  }, [ref]);
  return frame;
}
