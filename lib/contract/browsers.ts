import * as z from "zod/mini";
import { pageQuery } from "./paging.ts";
import { profile } from "./profiles.ts";
import { optional, queryBoolean, resource, timestamp } from "./schema.ts";

/** Fields as api.md §2 lists them; a size without a rate is fine. */
export const viewport = resource({
  width: z.int().check(z.minimum(1)),
  height: z.int().check(z.minimum(1)),
  refresh_rate: optional(z.int().check(z.minimum(1))),
});

export const persistence = resource({ id: z.string().check(z.minLength(1)) });

/** The profile as a session carries it; all fields optional: api.md §2 does not say which are required. */
const sessionProfile = resource({
  ...profile.shape,
  id: optional(z.string()),
  created_at: optional(timestamp),
});

/** The pool that a session is of; a later addition to the session: wire.md §4.1. */
const sessionPool = resource({ id: z.string().check(z.minLength(1)), name: optional(z.string()) });

/** A browser session: api.md §2. `deleted_at` only for one that has been deleted. */
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
});
export type Browser = z.infer<typeof browser>;

export const browserTimeoutSeconds = { min: 10, max: 259_200, standard: 60 } as const;

/** Exactly one of id or name, checked by the service; `save_changes` stores the state when the session is deleted. */
export const profileChoice = z.object({
  id: z.optional(z.string().check(z.minLength(1))),
  name: z.optional(z.string().check(z.minLength(1))),
  save_changes: z.optional(z.boolean()),
});

export const extensionChoice = z.object({
  id: z.optional(z.string().check(z.minLength(1))),
  name: z.optional(z.string().check(z.minLength(1))),
});

/** What a window may be asked to measure; any size within, the era's seven among them: wire.md §4.1. */
export const viewportChoice = z.object({
  width: z.int().check(z.minimum(320), z.maximum(7680)),
  height: z.int().check(z.minimum(240), z.maximum(4320)),
  refresh_rate: z.optional(z.int().check(z.minimum(1), z.maximum(240))),
});

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
});
export type BrowserCreate = z.infer<typeof browserCreate>;

/** `proxy_id`: empty or null goes without one. `profile`: only for a session that has none. */
export const browserUpdate = z.object({
  proxy_id: z.nullish(z.string().check(z.maxLength(255))),
  profile: z.optional(profileChoice),
  viewport: z.optional(z.extend(viewportChoice, { force: z.optional(z.boolean()) })),
});
export type BrowserUpdate = z.infer<typeof browserUpdate>;

export const persistentBrowser = z.object({ persistent_id: z.string().check(z.minLength(1)) });

export const browserListStatus = z.enum(["active", "deleted", "all"]);

export const browserFilters = z.object({
  status: z.optional(browserListStatus),
  include_deleted: z.optional(queryBoolean),
  query: z.optional(z.string()),
  ...pageQuery,
});

/** Answer of GET /invocations/{id}/browsers: api.md §4.5. */
export const invocationBrowsers = resource({ browsers: z.array(browser) });
