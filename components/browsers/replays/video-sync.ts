// Synchronizes a video with the other views of a session. The view that the operator moves leads; the video follows
// within its duration. While following it does not publish its position, which would move the leader back, until it is
// played or sought itself.
import type { TimeLock } from "@/lib/live/time-lock";
import { paces } from "@/lib/paces";
import { createThrottle, momentOf, placeOf } from "./video-time.ts";

/** The part of HTMLVideoElement that is used. */
export interface SyncedVideo extends EventTarget {
  currentTime: number;
  readonly duration: number;
  readonly readyState: number;
  readonly paused: boolean;
  pause(): void;
}

export interface VideoSync {
  video: SyncedVideo;
  lock: TimeLock;
  startedAtMs: number;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  /** Called with the time of the other views when the recording does not cover it; with undefined once it does. */
  onOutside: (atMs: number | undefined) => void;
}

const hasMetadata = 1;

export interface SyncedViews {
  /** Makes the video lead: the operator moves it from now on. */
  readonly lead: () => void;
  readonly leave: () => void;
}

/** Synchronizes the video until `leave` is called. */
export function syncVideo({ video, lock, startedAtMs, now, onOutside }: VideoSync): SyncedViews {
  const mayEmit = createThrottle(paces.shown.videoMs, now);
  let following = false;
  let pendingAtMs: number | undefined;
  const publish = (final: boolean) => {
    if (following || video.readyState < hasMetadata || !mayEmit(final)) return;
    lock.move(video, momentOf(startedAtMs, video.currentTime));
    onOutside(undefined);
  };
  const lead = () => {
    following = false;
  };
  const follow = (atMs: number | undefined) => {
    if (video.readyState < hasMetadata) {
      pendingAtMs = atMs;
      return;
    }
    following = true;
    video.pause();
    const seconds = atMs === undefined ? undefined : placeOf(startedAtMs, video.duration, atMs);
    if (seconds !== undefined) video.currentTime = seconds;
    onOutside(seconds === undefined ? atMs : undefined);
  };
  const listeners: Readonly<Record<string, () => void>> = {
    loadedmetadata: () => {
      if (pendingAtMs !== undefined) follow(pendingAtMs);
      pendingAtMs = undefined;
    },
    timeupdate: () => publish(false),
    seeking: () => publish(false),
    play: () => {
      // The event is asynchronous: `follow` may have paused the video since.
      if (!video.paused) lead();
    },
    pause: () => publish(true),
    seeked: () => publish(true),
  };
  for (const [name, listener] of Object.entries(listeners)) video.addEventListener(name, listener);
  const leaveLock = lock.join(video, follow);
  return {
    lead,
    leave() {
      leaveLock();
      for (const [name, listener] of Object.entries(listeners)) video.removeEventListener(name, listener);
    },
  };
}
