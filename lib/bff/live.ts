// What travels on the one live stream of a browser: topics asked for, frames sent.
import * as z from "zod/mini";
import { timestamp } from "../contract/schema.ts";
import { sharedPaces } from "./shared-paces.ts";

/** Bounds of the stream that both ends keep to. */
export const liveBounds = {
  maxTopics: 24,
  /** Lines the server keeps per watched source. */
  ringLines: 2_000,
  ringBytes: 1_048_576,
  /** How long the server keeps them after the last viewer left. */
  keptAfterMs: 660_000,
  batchMs: 100,
  tickMs: sharedPaces.liveTickMs,
  heartbeatMs: 15_000,
  maxAgeMs: 3_600_000,
} as const;

const segment = "[A-Za-z0-9._~!'()*%-]{1,1024}";
const topicPattern = new RegExp(`^(fleet|logs:${segment}:(supervisor|path):${segment})$`);

/** `fleet`, or `logs:<session id>:supervisor:<name>`, or `logs:<session id>:path:<path>`; parts are URL-encoded. */
export const topic = z.string().check(z.regex(topicPattern, "is not a topic of the live stream"));
export type Topic = z.infer<typeof topic>;

export type LogSource = { source: "supervisor"; process: string } | { source: "path"; path: string };

/** A log topic taken apart. */
export interface LogTopic {
  sessionId: string;
  log: LogSource;
}

export function logTopic({ sessionId, log }: LogTopic): Topic {
  const rest = log.source === "supervisor" ? log.process : log.path;
  return `logs:${encodeURIComponent(sessionId)}:${log.source}:${encodeURIComponent(rest)}`;
}

/** The parts of a log topic; undefined for any other topic and for one that cannot be decoded. */
export function parseLogTopic(text: Topic): LogTopic | undefined {
  const [kind, id = "", source, rest = ""] = text.split(":");
  if (kind !== "logs") return undefined;
  try {
    const sessionId = decodeURIComponent(id);
    const name = decodeURIComponent(rest);
    if (source === "supervisor") return { sessionId, log: { source, process: name } };
    if (source === "path") return { sessionId, log: { source, path: name } };
  } catch {
    // A stray % in a hand-made topic.
  }
  return undefined;
}

/** Where a viewer stands in a topic: entries up to `id` of this `epoch` have been seen. An epoch is one life of a ring. */
export interface Cursor {
  epoch: string;
  id: number;
}

export const cursorText = z
  .string()
  .check(z.regex(/^[a-z0-9]{1,32}:\d{1,15}$/, "is not a cursor of the live stream"));

export const formatCursor = (cursor: Cursor): string => `${cursor.epoch}:${cursor.id}`;

export function parseCursor(text: string): Cursor {
  const [epoch = "", id = "0"] = text.split(":");
  return { epoch, id: Number(id) };
}

/** The query of the stream: each topic, followed by its cursor where the viewer has been before. */
export function liveQuery(asked: readonly { topic: Topic; cursor?: Cursor | undefined }[]): URLSearchParams {
  const query = new URLSearchParams();
  for (const { topic: name, cursor } of asked) {
    query.append("topic", name);
    if (cursor !== undefined) query.append("cursor", formatCursor(cursor));
  }
  return query;
}

const entryId = z.int().check(z.minimum(1));
const base = { topic };

/** A line of a log. Ids are the server's own, rising by one within an epoch; gaps take ids too. */
export const logLine = z.object({
  id: entryId,
  at: z.string(),
  text: z.string(),
  /** True when the line was longer than the wire carries. */
  cut: z.optional(z.boolean()),
});
export type LogLine = z.infer<typeof logLine>;

/**
 * Lines that are missing. `count` null: unknown. disconnected: the upstream stream broke; overflow: the ring let go
 * of them; slow: this viewer was too slow; expired: the cursor belongs to an earlier epoch.
 */
export const logGap = z.object({
  id: entryId,
  reason: z.enum(["disconnected", "overflow", "slow", "expired"]),
  count: z.nullable(z.int().check(z.minimum(0))),
  from: z.nullable(z.string()),
  to: z.string(),
});
export type LogGap = z.infer<typeof logGap>;

export const topicState = z.enum(["connecting", "open", "reconnecting", "ended", "unavailable"]);
export type TopicState = z.infer<typeof topicState>;

export const liveFrame = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("hello"), topics: z.array(topic) }),
  z.object({
    kind: z.literal("lines"),
    ...base,
    epoch: z.string(),
    lines: z.array(logLine).check(z.minLength(1)),
  }),
  /** `gap.id` is the last entry that is covered: a cursor at it resumes after the gap. */
  z.object({ kind: z.literal("gap"), ...base, epoch: z.string(), gap: logGap }),
  /** `beginsAt`: the time of the first line the server could know; null while unknown. */
  z.object({
    kind: z.literal("state"),
    ...base,
    state: topicState,
    reason: z.nullable(z.string()),
    beginsAt: z.nullable(z.string()),
  }),
  /** Topic `fleet`: how the upstream answers at present. */
  z.object({
    kind: z.literal("fleet"),
    upstream: z.enum(["ok", "failing", "unknown"]),
    code: z.nullable(z.string()),
    since: z.nullable(timestamp),
  }),
  z.object({ kind: z.literal("tick"), at: timestamp }),
  z.object({ kind: z.literal("bye"), reason: z.enum(["rotate", "shutdown", "signed_out"]) }),
]);
export type LiveFrame = z.infer<typeof liveFrame>;
