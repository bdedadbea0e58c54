// Protocol of the live stream: requested topics and sent frames.
import * as z from "zod/mini";
import { timestamp } from "../contract/schema.ts";
import { fieldMessages } from "./field-messages.ts";
import { sharedPaces } from "./shared-paces.ts";
import { hourMs } from "./time-units.ts";

/** Limits of the stream, enforced by both ends. */
export const liveBounds = {
  maxTopics: 24,
  /** Lines the server stores per source. */
  ringLines: 2_000,
  ringBytes: 1_048_576,
  /** How long the server stores them after the last viewer has left. */
  ringRetentionMs: 660_000,
  batchMs: 100,
  tickMs: sharedPaces.liveTickMs,
  heartbeatMs: 15_000,
  maxAgeMs: hourMs,
} as const;

const segment = "[A-Za-z0-9._~!'()*%-]{1,1024}";
/** The kinds of topics, each with its form: a regular expression. */
export const topicForms = {
  fleet: "fleet",
  supervisor: `logs:${segment}:supervisor:${segment}`,
  path: `logs:${segment}:path:${segment}`,
  telemetry: `telemetry:${segment}`,
  invocation: `invocation:${segment}`,
} as const;
export type TopicKind = keyof typeof topicForms;
const topicPattern = new RegExp(`^(${Object.values(topicForms).join("|")})$`);

/**
 * `fleet`, or a log: `logs:<session id>:supervisor:<name>`, `logs:<session id>:path:<path>`, `telemetry:<session id>`
 * (whose lines are the events of `telemetry-line.ts`), `invocation:<id>`. Parts are URL-encoded.
 */
export const topic = z.string().check(z.regex(topicPattern, fieldMessages.liveTopic));
export type Topic = z.infer<typeof topic>;

/** A log that the API has as lines. */
export type WrittenLog = { source: "supervisor"; process: string } | { source: "path"; path: string };

/** A log of a browser session, or its telemetry. */
export type LogSource = WrittenLog | { source: "telemetry" };

/** What the action of an invocation wrote. */
export interface InvocationLogTopic {
  invocationId: string;
}

export interface TelemetryTopic {
  sessionId: string;
  log: { source: "telemetry" };
}

/** The parts of a log topic of lines that the API has. */
export type WrittenLogTopic = { sessionId: string; log: WrittenLog } | InvocationLogTopic;

/** The parts of a log topic. */
export type LogTopic = WrittenLogTopic | TelemetryTopic;

export function logTopic(parts: LogTopic): Topic {
  if ("invocationId" in parts) return `invocation:${encodeURIComponent(parts.invocationId)}`;
  const { sessionId, log } = parts;
  if (log.source === "telemetry") return `telemetry:${encodeURIComponent(sessionId)}`;
  const rest = log.source === "supervisor" ? log.process : log.path;
  return `logs:${encodeURIComponent(sessionId)}:${log.source}:${encodeURIComponent(rest)}`;
}

export const isTelemetryTopic = (name: Topic): boolean => name.startsWith("telemetry:");

/** The kind of a valid topic. */
export function topicKind(name: Topic): TopicKind {
  const parts = parseLogTopic(name);
  if (parts === undefined) return "fleet";
  return "invocationId" in parts ? "invocation" : parts.log.source;
}

export const isTelemetry = (parts: LogTopic): parts is TelemetryTopic =>
  "sessionId" in parts && parts.log.source === "telemetry";

/** The parts of a log topic; undefined for any other topic and for one that cannot be decoded. */
export function parseLogTopic(text: Topic): LogTopic | undefined {
  const [kind, id = "", source, rest = ""] = text.split(":");
  try {
    if (kind === "invocation") return { invocationId: decodeURIComponent(id) };
    if (kind === "telemetry") return { sessionId: decodeURIComponent(id), log: { source: "telemetry" } };
    if (kind !== "logs") return undefined;
    const sessionId = decodeURIComponent(id);
    const name = decodeURIComponent(rest);
    if (source === "supervisor") return { sessionId, log: { source, process: name } };
    if (source === "path") return { sessionId, log: { source, path: name } };
  } catch {
    // Invalid percent-encoding.
  }
  return undefined;
}

/** A viewer's position in a topic: it has received the entries up to `id` of this `epoch`, one lifetime of a ring. */
export interface Cursor {
  epoch: string;
  id: number;
}

export const cursorText = z.string().check(z.regex(/^[a-z0-9]{1,32}:\d{1,15}$/, fieldMessages.liveCursor));

const formatCursor = (cursor: Cursor): string => `${cursor.epoch}:${cursor.id}`;

export function parseCursor(text: string): Cursor {
  const [epoch = "", id = "0"] = text.split(":");
  return { epoch, id: Number(id) };
}

/** A topic and the position after which it resumes; without one it begins at the oldest line the server stores. */
export interface TopicRequest {
  readonly topic: Topic;
  readonly cursor?: Cursor | undefined;
}

/**
 * The query of the stream: `topic=<topic>` or `topic=<topic>@<cursor>`, repeated. Both stand in one value, because
 * servers may group the values of a query by name; neither contains an `@`.
 */
export function liveQuery(requests: readonly TopicRequest[]): URLSearchParams {
  return new URLSearchParams(
    requests.map(({ topic: name, cursor }) => [
      "topic",
      cursor === undefined ? name : `${name}@${formatCursor(cursor)}`,
    ]),
  );
}

/** The two parts of a value of `liveQuery`, unchecked. */
export function splitTopicRequest(value: string): { topic: string; cursor: string | undefined } {
  const at = value.indexOf("@");
  return at === -1
    ? { topic: value, cursor: undefined }
    : { topic: value.slice(0, at), cursor: value.slice(at + 1) };
}

const entryId = z.int().check(z.minimum(1));
const base = { topic };

/** A line of a log. Ids are assigned by the server and increase by one within an epoch; gaps take ids too. */
export const logLine = z.object({
  id: entryId,
  /** When it was written, if `received` is present; else when the upstream or the dashboard read it. */
  at: z.string(),
  /** When the dashboard received it. */
  received: z.optional(z.string()),
  text: z.string(),
  /** True when the line was cut at the maximum length. */
  cut: z.optional(z.boolean()),
});
export type LogLine = z.infer<typeof logLine>;

/**
 * Missing lines. `count` null: unknown. disconnected: the upstream stream broke; overflow: evicted from the ring;
 * slow: this viewer was too slow; expired: the cursor belongs to an earlier epoch.
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
  /** `gap.id` is the last entry covered: a cursor there resumes after the gap. */
  z.object({ kind: z.literal("gap"), ...base, epoch: z.string(), gap: logGap }),
  /** `beginsAt`: time of the oldest line the server may have; null while unknown. */
  z.object({
    kind: z.literal("state"),
    ...base,
    state: topicState,
    reason: z.nullable(z.string()),
    beginsAt: z.nullable(z.string()),
  }),
  /** Topic `fleet`: current state of the upstream. */
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
