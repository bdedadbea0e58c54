// A playing video and the session's other views at one moment: who plays or seeks leads, the video follows the others
// within its span. A video that was led tells nobody where it stands until it is played or sought itself: it would pull
// back those who have just moved.
import { paces } from "../paces.ts";
import type { TimeLock } from "./time-lock.ts";
import { createThrottle, momentOf, placeOf } from "./video-time.ts";

/** What of a video element is used. */
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
  /** Milliseconds of any clock that only rises. */
  now: () => number;
  /** Told of a moment that others show and this recording does not; undefined once it leads or can follow again. */
  onOutside: (atMs: number | undefined) => void;
}

const hasMetadata = 1;

export interface SyncedViews {
  /** The operator moves the video from now on. */
  readonly lead: () => void;
  readonly leave: () => void;
}

/** Keeps them together until it is left. */
export function syncVideo({ video, lock, startedAtMs, now, onOutside }: VideoSync): SyncedViews {
  const mayTell = createThrottle(paces.shown.videoMs, now);
  let led = false;
  let waitingAtMs: number | undefined;
  const tell = (final: boolean) => {
    if (led || video.readyState < hasMetadata || !mayTell(final)) return;
    lock.move(video, momentOf(startedAtMs, video.currentTime));
    onOutside(undefined);
  };
  const lead = () => {
    led = false;
  };
  const follow = (atMs: number | undefined) => {
    if (video.readyState < hasMetadata) {
      waitingAtMs = atMs;
      return;
    }
    led = true;
    video.pause();
    const place = atMs === undefined ? undefined : placeOf(startedAtMs, video.duration, atMs);
    if (place !== undefined) video.currentTime = place;
    onOutside(place === undefined ? atMs : undefined);
  };
  const listeners: Readonly<Record<string, () => void>> = {
    loadedmetadata: () => {
      if (waitingAtMs !== undefined) follow(waitingAtMs);
      waitingAtMs = undefined;
    },
    timeupdate: () => tell(false),
    seeking: () => tell(false),
    play: () => {
      // The event comes late: it may have been paused again by those who lead.
      if (!video.paused) lead();
    },
    pause: () => tell(true),
    seeked: () => tell(true),
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
