import { z } from "zod";
import { pageQuery } from "./paging.ts";
import { profile } from "./profiles.ts";
import { optional, queryBoolean, resource, timestamp } from "./schema.ts";

/** Fields as api.md §2 lists them; a size without a rate is fine. */
export const viewport = resource({
  width: z.int().min(1),
  height: z.int().min(1),
  refresh_rate: optional(z.int().min(1)),
});

export const persistence = resource({ id: z.string().min(1) });

/** The profile as a session carries it; all fields optional: api.md §2 does not say which are required. */
const sessionProfile = resource({
  ...profile.shape,
  id: optional(z.string()),
  created_at: optional(timestamp),
});

/** A browser session: api.md §2. `deleted_at` only for one that has been deleted. */
export const browser = resource({
  session_id: z.string().min(1),
  created_at: optional(timestamp),
  cdp_ws_url: optional(z.string()),
  browser_live_view_url: optional(z.string()),
  headless: optional(z.boolean()),
  stealth: optional(z.boolean()),
  timeout_seconds: optional(z.int()),
  persistence: optional(persistence),
  profile: optional(sessionProfile),
  proxy_id: optional(z.string()),
  viewport: optional(viewport),
  kiosk_mode: optional(z.boolean()),
  deleted_at: optional(timestamp),
});
export type Browser = z.infer<typeof browser>;

export const browserTimeoutSeconds = { min: 10, max: 259_200, standard: 60 } as const;

/** Exactly one of id or name, checked by the service; `save_changes` stores the state when the session is deleted. */
export const profileChoice = z.object({
  id: z.string().min(1).optional(),
  name: z.string().min(1).optional(),
  save_changes: z.boolean().optional(),
});

export const extensionChoice = z.object({
  id: z.string().min(1).optional(),
  name: z.string().min(1).optional(),
});

/** What a window may be asked to measure; any size within, the era's seven among them: wire.md §4.1. */
export const viewportChoice = z.object({
  width: z.int().min(320).max(7680),
  height: z.int().min(240).max(4320),
  refresh_rate: z.int().min(1).max(240).optional(),
});

export const browserCreate = z.object({
  invocation_id: z.string().min(1).optional(),
  headless: z.boolean().optional(),
  stealth: z.boolean().optional(),
  timeout_seconds: z.int().min(browserTimeoutSeconds.min).max(browserTimeoutSeconds.max).optional(),
  persistence: z.object({ id: z.string().min(1).max(255) }).optional(),
  profile: profileChoice.optional(),
  extensions: z.array(extensionChoice).max(20).optional(),
  proxy_id: z.string().min(1).optional(),
  viewport: viewportChoice.optional(),
  kiosk_mode: z.boolean().optional(),
});
export type BrowserCreate = z.infer<typeof browserCreate>;

/** `proxy_id`: empty or null goes without one. `profile`: only for a session that has none. */
export const browserUpdate = z.object({
  proxy_id: z.string().max(255).nullish(),
  profile: profileChoice.optional(),
  viewport: viewportChoice.extend({ force: z.boolean().optional() }).optional(),
});
export type BrowserUpdate = z.infer<typeof browserUpdate>;

export const persistentBrowser = z.object({ persistent_id: z.string().min(1) });

export const browserListStatus = z.enum(["active", "deleted", "all"]);

export const browserFilters = z.object({
  status: browserListStatus.optional(),
  include_deleted: queryBoolean.optional(),
  query: z.string().optional(),
  ...pageQuery,
});

/** Answer of GET /invocations/{id}/browsers: api.md §4.5. */
export const invocationBrowsers = resource({ browsers: z.array(browser) });
