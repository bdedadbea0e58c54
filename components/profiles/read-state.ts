import * as z from "zod/mini";
import { formatBytes } from "@/lib/format/numbers";
import type { DownloadProgress } from "@/lib/queries/download";
import { readStateTexts } from "./profile-on-demand-messages.ts";
import { type StateCounts, stateCounts } from "./state-counts.ts";

/** Larger states are not counted: the whole text and its parsed form are in memory at once. */
const limitBytes = 256_000_000;

/** Whether a state of this size, as far as known, is too large for the page. */
export const isTooLarge = ({ receivedBytes, totalBytes = 0 }: DownloadProgress): boolean =>
  Math.max(receivedBytes, totalBytes) > limitBytes;

export const tooLargeMessage = readStateTexts.savedStateTooLarge(formatBytes(limitBytes));

const workerMessage = z.union([z.object({ counts: stateCounts }), z.object({ fault: z.string() })]);

/**
 * Counts a downloaded state in a worker; rejects with a message for the operator, or with the abort reason.
 */
export function readState(file: Blob, signal: AbortSignal): Promise<StateCounts> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const worker = new Worker(new URL("./state-worker.ts", import.meta.url), { type: "module" });
    const end = (settle: () => void) => {
      worker.terminate();
      signal.removeEventListener("abort", stop);
      settle();
    };
    const stop = () => end(() => reject(signal.reason));
    signal.addEventListener("abort", stop);
    worker.addEventListener("error", () => end(() => reject(new Error(readStateTexts.fileNotRead))));
    worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const read = workerMessage.safeParse(data);
      if (read.success && "counts" in read.data) {
        const { counts } = read.data;
        return end(() => resolve(counts));
      }
      const fault = read.success && "fault" in read.data ? read.data.fault : readStateTexts.fileNotRead;
      end(() => reject(new Error(fault)));
    });
    worker.postMessage(file);
  });
}
