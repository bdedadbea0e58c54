// How the window in which someone signs in to the provider again reports to the page that opened it.
import * as z from "zod/mini";

const name = "fleetdeck.proof";
const message = z.object({ given: z.boolean() });

/** Reports whether the proof was given. */
export function reportProof(given: boolean): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage({ given });
  channel.close();
}

/** Calls `onProof` with each report until the returned function is called. */
export function onProofReport(onProof: (given: boolean) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const read = message.safeParse(data);
    if (read.success) onProof(read.data.given);
  });
  return () => channel.close();
}
