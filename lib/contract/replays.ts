import { z } from "zod";
import { optional, resource, timestamp } from "./schema.ts";

/** A recording: wire.md §4.6. It runs while `finished_at` is missing. */
export const replay = resource({
  replay_id: z.string().min(1),
  started_at: optional(timestamp),
  finished_at: optional(timestamp),
  replay_view_url: optional(z.string()),
});
export type Replay = z.infer<typeof replay>;
