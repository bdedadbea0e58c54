// Converts between positions in a recording and times of the session.

/** Epoch milliseconds at a video's position. */
export const momentOf = (startedAtMs: number, seconds: number): number => startedAtMs + seconds * 1000;

/** Position of a time in a video, in seconds; undefined outside it. */
export function placeOf(startedAtMs: number, durationSeconds: number, atMs: number): number | undefined {
  const seconds = (atMs - startedAtMs) / 1000;
  return seconds >= 0 && seconds <= durationSeconds ? seconds : undefined;
}

/** Returns a limiter that admits one call per `everyMs`, and every `final` one (playback stopped). */
export function createThrottle(everyMs: number, now: () => number): (final: boolean) => boolean {
  let lastEmittedAtMs = Number.NEGATIVE_INFINITY;
  return (final) => {
    if (!final && now() - lastEmittedAtMs < everyMs) return false;
    lastEmittedAtMs = now();
    return true;
  };
}
