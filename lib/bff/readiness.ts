// State of the dashboard, for those who operate it.
import * as z from "zod/mini";
import { recorderStatus } from "./recorder.ts";

export const liveness = z.object({ status: z.literal("alive") });
export const readiness = z.object({
  status: z.enum([
    "ready",
    "starting",
    "draining",
    "store_unavailable",
    "store_full",
    "store_missing",
    "store_read_only",
    "store_damaged",
  ]),
  upstream: z.enum(["unknown", "answering", "failing"]),
  /** State of this process's recorder; it does not affect readiness. */
  recorder: recorderStatus,
});
