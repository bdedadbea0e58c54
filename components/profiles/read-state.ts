import * as z from "zod/mini";
import { formatBytes } from "@/lib/format/numbers";
import type { DownloadProgress } from "@/lib/queries/download";
import { type StateCounts, stateCounts } from "./state-counts.ts";

/** What is larger is not counted: the whole text and what is read from it are in memory at once. */
const limitBytes = 256_000_000;

/** Whether a state of that size, as far as it is known, is too large for the page. */
export const isTooLarge = ({ receivedBytes, totalBytes = 0 }: DownloadProgress): boolean =>
  Math.max(receivedBytes, totalBytes) > limitBytes;

/** What an operator is told of one. */
export const tooLargeWords = `The saved state is larger than ${formatBytes(limitBytes)}, too large to count in this page; the transfer was stopped. Download it instead.`;

const told = z.union([z.object({ counts: stateCounts }), z.object({ fault: z.string() })]);

/** Counts a downloaded state in a worker; rejects with words for the operator, or with the abort's reason. */
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
    worker.addEventListener("error", () =>
      end(() => reject(new Error("The file could not be read in this page."))),
    );
    worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const read = told.safeParse(data);
      if (read.success && "counts" in read.data) {
        const { counts } = read.data;
        return end(() => resolve(counts));
      }
      const fault = read.success && "fault" in read.data ? read.data.fault : "The file could not be read.";
      end(() => reject(new Error(fault)));
    });
    worker.postMessage(file);
  });
}
