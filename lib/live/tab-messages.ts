// Messages between the tabs of one browser that share a live stream.
import * as z from "zod/mini";
import { liveFrame, type TopicRequest, topic } from "../bff/live.ts";

/** The version changes with the messages, so that tabs of different versions ignore each other. */
export const tabChannelName = "fleetdeck.live.2";

const cursor = z.object({ epoch: z.string(), id: z.int() });
const want = z.object({ topic, cursor: z.optional(cursor) });
const connection = z.enum(["idle", "connecting", "connected", "reconnecting", "stale", "signed_out"]);
const fromLeader = { leader: z.string(), seq: z.int() };

export const tabMessage = z.discriminatedUnion("kind", [
  /** Leader: requests a `wants` message from every tab. */
  z.object({ kind: z.literal("roll"), ...fromLeader }),
  z.object({ kind: z.literal("opened"), ...fromLeader, requests: z.array(want) }),
  z.object({ kind: z.literal("frame"), ...fromLeader, frame: liveFrame }),
  z.object({ kind: z.literal("connection"), ...fromLeader, now: connection }),
  /** Tab: all its topics and cursors. Answers a `roll`; with `behind`, requests the frames after those cursors. */
  z.object({ kind: z.literal("wants"), tab: z.string(), wants: z.array(want), behind: z.boolean() }),
  z.object({ kind: z.literal("ask"), tab: z.string(), topic, cursor: z.optional(cursor) }),
  z.object({ kind: z.literal("drop"), tab: z.string(), topic }),
  z.object({ kind: z.literal("left"), tab: z.string() }),
  z.object({ kind: z.literal("hurry"), tab: z.string() }),
]);
export type TabMessage = z.infer<typeof tabMessage>;

/** A request as part of a message; an undefined cursor is omitted. */
export const toWant = ({ topic, cursor }: TopicRequest) =>
  cursor === undefined ? { topic } : { topic, cursor };
