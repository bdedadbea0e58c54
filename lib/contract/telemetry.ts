// Browser telemetry: what a session's browser and its clients do, as events. Shapes as in the types of @onkernel/sdk 0.84.
import * as z from "zod/mini";
import { pageQuery } from "./paging.ts";
import { openEnum, optional, queryList, resource } from "./schema.ts";
import { since } from "./since.ts";

/** Categories that are captured as soon as telemetry is enabled, unless switched off. */
export const standardTelemetryCategories = ["control", "connection", "system", "captcha"] as const;

/** Categories that a client switches on or off, each on its own. */
export const telemetryCategories = [
  ...standardTelemetryCategories,
  "console",
  "network",
  "page",
  "interaction",
  "screenshot",
] as const;
export type TelemetryCategory = (typeof telemetryCategories)[number];

/** Categories of events. `monitor` (the state of the capture itself) is captured with any of the DevTools categories. */
const telemetryEventCategories = [...telemetryCategories, "monitor"] as const;

/** A value for each category. */
export const perTelemetryCategory = <Value>(create: (category: TelemetryCategory) => Value) =>
  ({
    control: create("control"),
    connection: create("connection"),
    system: create("system"),
    captcha: create("captcha"),
    console: create("console"),
    network: create("network"),
    page: create("page"),
    interaction: create("interaction"),
    screenshot: create("screenshot"),
  }) satisfies Record<TelemetryCategory, Value>;

/** The telemetry of a session or pool as an answer shows it; absent or null while none is captured. */
export const telemetryConfig = resource({
  browser: optional(
    resource(perTelemetryCategory(() => optional(resource({ enabled: optional(z.boolean()) })))),
  ),
});

/** The categories that are captured of a session or pool. */
export const capturedCategories = (
  config: z.infer<typeof telemetryConfig> | null | undefined,
): TelemetryCategory[] =>
  telemetryCategories.filter((category) => config?.browser?.[category]?.enabled === true);

/**
 * Telemetry as a request states it. `enabled: true` captures the standard categories, changed by `browser`; `browser`
 * alone changes the present categories, or the standard ones where none are captured; `enabled: false` ends it; an empty
 * object changes nothing.
 */
export const telemetryChoice = z.object({
  enabled: z.optional(z.boolean()),
  browser: z.nullish(
    z.object(perTelemetryCategory(() => z.nullish(z.object({ enabled: z.optional(z.boolean()) })))),
  ),
});
export type TelemetryChoice = z.infer<typeof telemetryChoice>;

/** Who produced an event. `event` is the producer's name of it, such as `Runtime.exceptionThrown`. */
const telemetrySource = resource({
  kind: openEnum(["cdp", "kernel_api", "extension", "local_process"]),
  event: optional(z.string()),
  metadata: optional(z.record(z.string(), z.string())),
});

/**
 * One event, of a type known or not; `knownTelemetryEvent` has the shape of each known one. `ts` is in microseconds since
 * the epoch. `truncated`: a part of `data` was cut.
 */
export const telemetryEvent = resource({
  category: openEnum(telemetryEventCategories),
  type: z.string(),
  ts: z.int(),
  source: telemetrySource,
  data: optional(z.record(z.string(), z.unknown())),
  truncated: optional(z.boolean()),
});
export type TelemetryEvent = z.infer<typeof telemetryEvent>;

/** An event with its number in its session, from 1 on. A number that is missing is an event that was dropped. */
export const telemetryRecord = resource({ seq: z.int().check(z.minimum(0)), event: telemetryEvent });
export type TelemetryRecord = z.infer<typeof telemetryRecord>;

/** Query of the stream: `replay=all` begins with the oldest stored event, any other value with the next one. */
export const telemetryStreamQuery = z.object({ replay: z.optional(z.string()) });

/** Order of the archive: oldest or newest first. */
const telemetryOrders = ["asc", "desc"] as const;

/**
 * Query of the archive. `since` and `until` (exclusive) are timestamps or durations before now; without `since` and
 * `offset` it begins five minutes ago. `offset` continues where an earlier page ended, and `since` is ignored then.
 */
export const telemetryEventsQuery = z.object({
  category: z.optional(queryList(telemetryEventCategories)),
  order: z.optional(z.enum(telemetryOrders)),
  since: z.optional(since),
  until: z.optional(since),
  ...pageQuery,
});
export type TelemetryEventsQuery = z.infer<typeof telemetryEventsQuery>;
