// What the tabs of one browser say to each other about the stream they share.
import * as z from "zod/mini";
import { liveFrame, topic } from "../bff/live.ts";

/** Changes with the messages: tabs of different versions do not listen to each other. */
export const tabChannelName = "fleetdeck.live.1";

const cursor = z.object({ epoch: z.string(), id: z.int() });
const want = z.object({ topic, cursor: z.optional(cursor) });
const connection = z.enum(["idle", "connecting", "connected", "reconnecting", "stale", "signed_out"]);
const fromLeader = { leader: z.string(), seq: z.int() };

export const tabMessage = z.discriminatedUnion("kind", [
  /** Leader: who is there, and what do you want? */
  z.object({ kind: z.literal("roll"), ...fromLeader }),
  z.object({ kind: z.literal("opened"), ...fromLeader, asked: z.array(want) }),
  z.object({ kind: z.literal("frame"), ...fromLeader, frame: liveFrame }),
  z.object({ kind: z.literal("connection"), ...fromLeader, now: connection }),
  /** Tab: all it wants. An answer to the roll, or, with `behind`, a request to bring it from those places on. */
  z.object({ kind: z.literal("wants"), tab: z.string(), wants: z.array(want), behind: z.boolean() }),
  z.object({ kind: z.literal("ask"), tab: z.string(), topic, cursor: z.optional(cursor) }),
  z.object({ kind: z.literal("drop"), tab: z.string(), topic }),
  z.object({ kind: z.literal("left"), tab: z.string() }),
  z.object({ kind: z.literal("hurry"), tab: z.string() }),
]);
export type TabMessage = z.infer<typeof tabMessage>;
