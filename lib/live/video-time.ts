// A recording on the wall clock: places in the video are moments of the session and back.

/** The moment that a video shows `seconds` after its start. */
export const momentOf = (startedAtMs: number, seconds: number): number => startedAtMs + seconds * 1000;

/** The place of a moment in a video, in seconds; undefined outside of it. */
export function placeOf(startedAtMs: number, durationSeconds: number, atMs: number): number | undefined {
  const seconds = (atMs - startedAtMs) / 1000;
  return seconds >= 0 && seconds <= durationSeconds ? seconds : undefined;
}

/** Says whether it is time to tell again; always when the moment is `final`: playing has stopped there. */
export function createThrottle(everyMs: number, now: () => number): (final: boolean) => boolean {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return (final) => {
    if (!final && now() - toldAtMs < everyMs) return false;
    toldAtMs = now();
    return true;
  };
}
