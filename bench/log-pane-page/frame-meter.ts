import type { FrameTimes } from "./contender.ts";

/** Measures frames from now until the answer is called. */
export function meterFrames(): () => FrameTimes {
  const times: number[] = [];
  let last = performance.now();
  let handle = requestAnimationFrame(function frame() {
    // The clock, not the frame's own time: a frame that waits behind work says it began when it should have.
    const now = performance.now();
    times.push(now - last);
    last = now;
    handle = requestAnimationFrame(frame);
  });
  return () => {
    cancelAnimationFrame(handle);
    times.push(performance.now() - last);
    const sorted = times.toSorted((one, other) => one - other);
    return {
      frames: sorted.length,
      p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
      longestMs: sorted.at(-1) ?? 0,
    };
  };
}

export const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
