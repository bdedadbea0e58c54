// A playing video and the session's other views at one moment: who plays or seeks leads, the video follows the others
// within its span.
import type { TimeLock } from "./time-lock.ts";
import { createThrottle, momentOf, placeOf, tellEveryMs } from "./video-time.ts";

/** What of a video element is used. */
export interface SyncedVideo extends EventTarget {
  currentTime: number;
  readonly duration: number;
  readonly readyState: number;
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

/** Keeps them together until the returned function is called. */
export function syncVideo({ video, lock, startedAtMs, now, onOutside }: VideoSync): () => void {
  const mayTell = createThrottle(tellEveryMs, now);
  // Until a seek that others asked for is done, its own events must not lead them.
  let following = false;
  let waitingAtMs: number | undefined;
  const tell = (final: boolean) => {
    if (following || video.readyState < hasMetadata || !mayTell(final)) return;
    lock.move(video, momentOf(startedAtMs, video.currentTime));
    onOutside(undefined);
  };
  const follow = (atMs: number) => {
    if (video.readyState < hasMetadata) {
      waitingAtMs = atMs;
      return;
    }
    const place = placeOf(startedAtMs, video.duration, atMs);
    onOutside(place === undefined ? atMs : undefined);
    if (place === undefined) return;
    following = true;
    video.pause();
    video.currentTime = place;
  };
  const listeners: Readonly<Record<string, () => void>> = {
    loadedmetadata: () => {
      if (waitingAtMs !== undefined) follow(waitingAtMs);
      waitingAtMs = undefined;
    },
    timeupdate: () => tell(false),
    seeking: () => tell(false),
    pause: () => tell(true),
    seeked: () => {
      tell(true);
      following = false;
    },
    // A load that starts anew ends a seek without a word.
    emptied: () => {
      following = false;
    },
  };
  for (const [name, listener] of Object.entries(listeners)) video.addEventListener(name, listener);
  const leave = lock.join(video, follow);
  return () => {
    leave();
    for (const [name, listener] of Object.entries(listeners)) video.removeEventListener(name, listener);
  };
}
