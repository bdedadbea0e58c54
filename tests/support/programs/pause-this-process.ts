/** Stops this process for so long, as if its machine was suspended: no timer and no socket is handled meanwhile. */
export function pauseThisProcess(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
