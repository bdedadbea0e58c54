// Apart from the state of the recorder, of which most pages need nothing else. Times are epoch milliseconds.
import * as z from "zod/mini";

/** Period in which a list was not read; `to_ms` null while it lasts. */
export const recorderGap = z.object({
  list: z.string(),
  from_ms: z.number(),
  to_ms: z.nullable(z.number()),
  why: z.string(),
  /** Its contents were read later. */
  filled: z.boolean(),
});
export type RecorderGap = z.infer<typeof recorderGap>;

/** Maximum number of gaps in a response about invocations. */
export const invocationGapLimit = 50;
