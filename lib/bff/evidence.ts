// What is stored of browsers and invocations for later: the settings, and what is used. Times are epoch milliseconds.
import * as z from "zod/mini";
import { fieldMessages } from "./field-messages.ts";

/**
 * What is stored: logs; console, network and activity; small pictures; video of a browser. Those of logs and of network
 * are lines.
 */
export const evidenceKinds = ["logs", "network", "pictures", "video"] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** Which browsers' evidence is stored: that of every one, of those of failed invocations and pinned ones, or of none. */
export const evidenceRules = ["all", "failed", "off"] as const;
export type EvidenceRule = (typeof evidenceRules)[number];

/** The rules for video: the upstream stores recordings, and nothing can delete those of browsers without a failed invocation. */
export const videoRules = ["all", "off"] as const;

/** The rules that each kind can have. */
export const rulesOfKind = {
  logs: evidenceRules,
  network: evidenceRules,
  pictures: evidenceRules,
  video: videoRules,
} as const satisfies Record<EvidenceKind, readonly EvidenceRule[]>;

const rule = z.enum(evidenceRules, fieldMessages.evidenceRule);
const videoRule = z.enum(videoRules, fieldMessages.videoRule);

/** The least and the most of each limit. */
export const evidenceLimits = {
  days: [1, 3650],
  max_mb: [16, 1_000_000],
  session_mb: [1, 1000],
  streams: [1, 400],
} as const;
export type EvidenceLimit = keyof typeof evidenceLimits;

/** The most exceptions. */
export const maxExceptions = 50;

const limit = (name: EvidenceLimit) => {
  const [least, most] = evidenceLimits[name];
  const message = fieldMessages.wholeNumber(least, most);
  return z.int(message).check(z.minimum(least, message), z.maximum(most, message));
};
const exceptionName = z
  .string()
  .check(z.minLength(1, fieldMessages.notEmpty), z.maxLength(255, fieldMessages.atMostCharacters(255)));

/** Rules of one application or of one pool (its id or name) instead of the general ones. */
export const evidenceException = z.object({
  app: z.optional(exceptionName),
  pool: z.optional(exceptionName),
  logs: z.optional(rule),
  network: z.optional(rule),
  pictures: z.optional(rule),
  video: z.optional(videoRule),
});
export type EvidenceException = z.infer<typeof evidenceException>;

/** What is stored, and how much. The defaults of all but the exceptions are the environment variables KEEP_…. */
export const evidenceSettings = z.object({
  logs: rule,
  network: rule,
  pictures: rule,
  video: videoRule,
  /** Days after the last line. */
  days: limit("days"),
  /** Megabytes of everything stored, compressed; above it the oldest is deleted first. */
  max_mb: limit("max_mb"),
  /** Megabytes of one log, not compressed; above it its oldest lines are deleted. */
  session_mb: limit("session_mb"),
  /** The most logs that are followed at a time. */
  streams: limit("streams"),
  exceptions: z.array(evidenceException),
});
export type EvidenceSettings = z.infer<typeof evidenceSettings>;

/** Settings, and which ones they replace; without them they replace any. */
export const evidenceUpdate = z.extend(evidenceSettings, {
  /** `set_at_ms` of those; refused (409) once others were set. */
  expected_set_at_ms: z.optional(z.nullable(z.number())),
});
export type EvidenceUpdate = z.infer<typeof evidenceUpdate>;

/** Whether nothing of a kind is stored, of whatever application and pool. */
export const isOff = (
  settings: Pick<EvidenceSettings, EvidenceKind | "exceptions">,
  kind: EvidenceKind,
): boolean =>
  settings[kind] === "off" && settings.exceptions.every(({ [kind]: own = "off" }) => own === "off");

/** What is wrong with exceptions that fit their schema, with the path of each fault in the settings. */
export function faultsOfExceptions(
  exceptions: readonly EvidenceException[],
): { path: string; message: string }[] {
  if (exceptions.length > maxExceptions)
    return [{ path: "exceptions", message: fieldMessages.atMostEntries(maxExceptions) }];
  const named = new Set<string>();
  return exceptions.flatMap(({ app, pool, ...rules }, at) => {
    const path = `exceptions.${at}`;
    if ((app === undefined) === (pool === undefined)) return [{ path, message: fieldMessages.appOrPool }];
    const key = JSON.stringify([app, pool]);
    if (named.has(key))
      return [{ path: `${path}.${app === undefined ? "pool" : "app"}`, message: fieldMessages.hasException }];
    named.add(key);
    return evidenceKinds.some((kind) => rules[kind] !== undefined)
      ? []
      : [{ path, message: fieldMessages.ruleOfOneKind(evidenceKinds.join(", ")) }];
  });
}

/** What the leader reports of what it stores. */
export const logRecorderReport = z.object({
  at_ms: z.number(),
  /** Logs that are followed now. */
  following: z.int(),
  /** Logs that wait until fewer are followed. */
  waiting: z.int(),
  /** What was deleted early last: whole logs and pictures, or the oldest lines of one log; null: nothing. */
  deleted: z.nullable(
    z.object({
      at_ms: z.number(),
      logs: z.int(),
      lines: z.int(),
      pictures: z.int(),
      why: z.enum(["session_size", "total_size"]),
    }),
  ),
});
export type LogRecorderReport = z.infer<typeof logRecorderReport>;

/** Response of GET /api/evidence. */
export const evidenceState = z.object({
  settings: evidenceSettings,
  /** The environment variables KEEP_… of the replica that answers. */
  defaults: evidenceSettings,
  /** The settings that differ from them. */
  changed: z.array(z.keyof(evidenceSettings)),
  /** Who changed the settings last, and when; null: nobody did. */
  set_by: z.nullable(z.string()),
  set_at_ms: z.nullable(z.number()),
  stored: z.object({
    logs: z.int(),
    lines: z.int(),
    /** Bytes of the lines before and after compression. */
    text_bytes: z.number(),
    stored_bytes: z.number(),
    pictures: z.int(),
    picture_bytes: z.number(),
    /** Time of the oldest line or picture; null without one. */
    oldest_ms: z.nullable(z.number()),
  }),
  /** The leader's latest report; null before the first. */
  recorder: z.nullable(logRecorderReport),
});
export type EvidenceState = z.infer<typeof evidenceState>;

const previewOfKind = z.object({
  /** How many of the examined browsers the rules would have stored it of. */
  browsers: z.int(),
  /** The same of invocations; null where the kind is of browsers only. */
  invocations: z.nullable(z.int()),
  /** Compressed megabytes, by what is stored now on average; null while nothing of the kind is. */
  mb_per_day: z.nullable(z.number()),
});

/** Response of POST /api/evidence/preview: what settings would have stored of what was recorded in the last 7 days. */
export const evidencePreview = z.object({
  browsers: z.object({
    examined: z.int(),
    /** When the first of them was seen. */
    from_ms: z.number(),
    /** False: only the newest were examined. */
    complete: z.boolean(),
  }),
  invocations: z.object({ examined: z.int(), from_ms: z.number() }),
  kinds: z.object({
    logs: previewOfKind,
    network: previewOfKind,
    pictures: previewOfKind,
    video: previewOfKind,
  }),
});
export type EvidencePreview = z.infer<typeof evidencePreview>;
