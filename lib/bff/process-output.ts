// The output of a process as the dashboard forwards it.
import * as z from "zod/mini";
import { processStreams } from "../contract/processes.ts";

/** Whole lines of one stream, in the order written; or the end of the process, as the last event. */
export const processOutputEvent = z.union([
  z.object({ stream: z.enum(processStreams), text: z.string() }),
  /** -1: ended by a signal; null: the API did not say. */
  z.object({ exit_code: z.nullable(z.int()) }),
]);
export type ProcessOutputEvent = z.infer<typeof processOutputEvent>;
