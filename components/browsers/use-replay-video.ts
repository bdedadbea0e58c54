"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { replayFramerate } from "@/lib/contract/replays";
import type { TimeLock } from "@/lib/live/time-lock";
import { createThrottle, momentOf, placeOf, tellEveryMs } from "@/lib/live/video-time";

export interface VideoState {
  /** Place in the video, in seconds. */
  readonly seconds: number;
  /** NaN before it is known. */
  readonly durationSeconds: number;
  readonly playing: boolean;
  readonly rate: number;
  readonly failed: boolean;
  /** A moment that others show and this recording does not. */
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

/** Follows a video element, and keeps it and the session's other views at one moment: who plays or seeks leads. */
export function useReplayVideo(
  ref: RefObject<HTMLVideoElement | null>,
  lock: TimeLock,
  startedAtMs: number | undefined,
): VideoState {
  const [state, setState] = useState(atFirst);
  useEffect(() => {
    const video = ref.current;
    if (video === null) return;
    const mayTell = createThrottle(tellEveryMs, () => performance.now());
    // Until a seek that others asked for is done, its own events must not lead them.
    let following = false;
    let waitingAtMs: number | undefined;
    const read = (change: Partial<VideoState> = {}) =>
      setState((before) => ({
        ...before,
        seconds: video.currentTime,
        durationSeconds: video.duration,
        playing: !video.paused && !video.ended,
        rate: video.playbackRate,
        failed: video.error !== null,
        ...change,
      }));
    const tell = (final: boolean) => {
      if (startedAtMs === undefined || following || !mayTell(final)) return;
      lock.move(video, momentOf(startedAtMs, video.currentTime));
      read({ outsideAtMs: undefined });
    };
    const follow = (atMs: number) => {
      if (startedAtMs === undefined) return;
      if (video.readyState < HTMLMediaElement.HAVE_METADATA) {
        waitingAtMs = atMs;
        return;
      }
      const place = placeOf(startedAtMs, video.duration, atMs);
      read({ outsideAtMs: place === undefined ? atMs : undefined });
      if (place === undefined) return;
      following = true;
      video.pause();
      video.currentTime = place;
    };
    const hear = {
      loadedmetadata: () => {
        read();
        if (waitingAtMs !== undefined) follow(waitingAtMs);
      },
      timeupdate: () => {
        read();
        tell(false);
      },
      seeking: () => tell(false),
      seeked: () => {
        tell(true);
        following = false;
        read();
      },
      pause: () => {
        read();
        tell(true);
      },
      play: () => read(),
      ended: () => read(),
      ratechange: () => read(),
      durationchange: () => read(),
      error: () => read(),
      emptied: () => read(),
    };
    const events = Object.entries(hear);
    for (const [name, listener] of events) video.addEventListener(name, listener);
    const leave = lock.join(video, follow);
    return () => {
      leave();
      for (const [name, listener] of events) video.removeEventListener(name, listener);
    };
  }, [ref, lock, startedAtMs]);
  return state;
}

/** How long one picture stands, in seconds, as playing shows it; the API's standard before anything was played. */
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
