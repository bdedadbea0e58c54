import * as z from "zod/mini";
import { optional, resource, timestamp } from "./schema.ts";

/** A recording of a session; fields as in the types of @onkernel/sdk. The video is final when `finished_at` is set. */
export const replay = resource({
  replay_id: z.string().check(z.minLength(1)),
  started_at: optional(timestamp),
  finished_at: optional(timestamp),
  replay_view_url: optional(z.string()),
});
export type Replay = z.infer<typeof replay>;

/** Frames per second. */
export const replayFramerate = { min: 1, max: 20, standard: 10 } as const;

/** Body of POST /browsers/{id}/replays. */
export const replayCreate = z.object({
  framerate: z.optional(z.int().check(z.minimum(replayFramerate.min), z.maximum(replayFramerate.max))),
  max_duration_in_seconds: z.optional(z.int().check(z.minimum(1))),
});
