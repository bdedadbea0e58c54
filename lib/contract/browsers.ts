import * as z from "zod/mini";
import { pageQuery } from "./paging.ts";
import { profile } from "./profiles.ts";
import { optional, queryBoolean, queryMap, resource, segmentName, timestamp } from "./schema.ts";
import { telemetryChoice, telemetryConfig } from "./telemetry.ts";

/** Window size in pixels; `refresh_rate` in Hz. Fields as in the specification. */
export const viewport = resource({
  width: z.int().check(z.minimum(1)),
  height: z.int().check(z.minimum(1)),
  refresh_rate: optional(z.int().check(z.minimum(1))),
});

/** A persistence identifier chosen by the client. Removed from newer versions of the API, so always optional. */
const persistence = resource({ id: z.string().check(z.minLength(1)) });

/** The profile of a session; all fields optional, because the specification does not state which are required. */
const sessionProfile = resource({
  ...profile.shape,
  id: optional(z.string()),
  created_at: optional(timestamp),
});

/** The pool a session belongs to; sent by newer versions of the API only (@onkernel/sdk 0.84). */
const sessionPool = resource({ id: z.string().check(z.minLength(1)), name: optional(z.string()) });

/**
 * A browser session; fields as in the specification. `deleted_at` is set only on a deleted session. `name`, `tags` and
 * `start_url` are sent by newer versions of the API only (@onkernel/sdk 0.84).
 */
export const browser = resource({
  session_id: z.string().check(z.minLength(1)),
  created_at: optional(timestamp),
  cdp_ws_url: optional(z.string()),
  browser_live_view_url: optional(z.string()),
  headless: optional(z.boolean()),
  stealth: optional(z.boolean()),
  timeout_seconds: optional(z.int()),
  persistence: optional(persistence),
  profile: optional(sessionProfile),
  proxy_id: optional(z.string()),
  pool: optional(sessionPool),
  viewport: optional(viewport),
  kiosk_mode: optional(z.boolean()),
  deleted_at: optional(timestamp),
  telemetry: optional(telemetryConfig),
  name: optional(z.string()),
  tags: optional(z.record(z.string(), z.string())),
  start_url: optional(z.string()),
});
export type Browser = z.infer<typeof browser>;

/** Bounds and default of a session's inactivity timeout (@onkernel/sdk). */
export const browserTimeoutSeconds = { min: 10, max: 259_200, standard: 60 } as const;

/** A profile by exactly one of id and name (the service checks this). `save_changes` stores the state when the session is deleted. */
export const profileChoice = z.object({
  id: z.optional(z.string().check(z.minLength(1))),
  name: z.optional(z.string().check(z.minLength(1))),
  save_changes: z.optional(z.boolean()),
});

/** A stored extension by exactly one of id and name (the service checks this). */
export const extensionChoice = z.object({
  id: z.optional(z.string().check(z.minLength(1))),
  name: z.optional(z.string().check(z.minLength(1))),
});

/** A window size a client may request. Newer versions of the API accept any size within these bounds; older ones seven fixed sizes. */
export const viewportChoice = z.object({
  width: z.int().check(z.minimum(320), z.maximum(7680)),
  height: z.int().check(z.minimum(240), z.maximum(4320)),
  refresh_rate: z.optional(z.int().check(z.minimum(1), z.maximum(240))),
});

/** Name of a session; no two active ones have the same. */
export const browserName = segmentName;

/** The client's own pairs of a session, to find it by; at most 50. */
export const browserTags = z
  .record(z.string().check(z.minLength(1), z.maxLength(255)), z.string().check(z.maxLength(255)))
  .check(z.refine((tags) => Object.keys(tags).length <= 50, "expected at most 50 pairs"));

/** The address that a session's page opens first; whether it can be opened is not checked. */
export const startUrl = z.string().check(
  z.maxLength(8192),
  z.regex(/^(https?|about|data|file):\S/, "expected an address such as https://example.com/"),
  z.refine((url) => URL.canParse(url), "is not a valid address"),
);

/** What a client gives a session at its creation or acquisition. */
export const browserLabels = {
  name: z.optional(browserName),
  tags: z.optional(browserTags),
  start_url: z.optional(startUrl),
};

/** Body of POST /browsers. */
export const browserCreate = z.object({
  invocation_id: z.optional(z.string().check(z.minLength(1))),
  headless: z.optional(z.boolean()),
  stealth: z.optional(z.boolean()),
  timeout_seconds: z.optional(
    z.int().check(z.minimum(browserTimeoutSeconds.min), z.maximum(browserTimeoutSeconds.max)),
  ),
  persistence: z.optional(z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) })),
  profile: z.optional(profileChoice),
  extensions: z.optional(z.array(extensionChoice).check(z.maxLength(20))),
  proxy_id: z.optional(z.string().check(z.minLength(1))),
  viewport: z.optional(viewportChoice),
  kiosk_mode: z.optional(z.boolean()),
  telemetry: z.nullish(telemetryChoice),
  ...browserLabels,
});
export type BrowserCreate = z.infer<typeof browserCreate>;

/**
 * Body of PATCH /browsers/{id}. An empty or null `proxy_id` or `name` removes it, null `tags` all of them; `profile` is
 * refused when one is loaded.
 */
export const browserUpdate = z.object({
  proxy_id: z.nullish(z.string().check(z.maxLength(255))),
  profile: z.optional(profileChoice),
  viewport: z.optional(z.extend(viewportChoice, { force: z.optional(z.boolean()) })),
  telemetry: z.nullish(telemetryChoice),
  name: z.nullish(z.union([z.literal(""), browserName])),
  tags: z.nullish(browserTags),
});
export type BrowserUpdate = z.infer<typeof browserUpdate>;

/** Query of DELETE /browsers: the session with this persistence identifier. */
export const persistentBrowser = z.object({ persistent_id: z.string().check(z.minLength(1)) });

/** Which sessions a list contains; active ones by default. */
export const browserListStatus = z.enum(["active", "deleted", "all"]);

/** Limits of concurrent browsers, those of pools included; fields as in the types of @onkernel/sdk. */
export const browserLimits = resource({ max_concurrent_sessions: optional(z.int()) });

/** Query of GET /browsers. `include_deleted` is the older form of `status=all`. */
export const browserFilters = z.object({
  status: z.optional(browserListStatus),
  include_deleted: z.optional(queryBoolean),
  query: z.optional(z.string()),
  tags: z.optional(queryMap),
  ...pageQuery,
});

/** Response of GET /invocations/{id}/browsers: the active sessions of an invocation, unpaged. */
export const invocationBrowsers = resource({ browsers: z.array(browser) });
