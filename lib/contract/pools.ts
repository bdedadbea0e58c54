import * as z from "zod/mini";
import {
  browserLabels,
  browserTimeoutSeconds,
  extensionChoice,
  profileChoice,
  viewport,
  viewportChoice,
} from "./browsers.ts";
import { pageQuery } from "./paging.ts";
import { optional, resource, timestamp } from "./schema.ts";
import { telemetryChoice, telemetryConfig } from "./telemetry.ts";

/** The configuration of every browser in a pool; fields as in the specification. */
export const poolConfig = resource({
  size: optional(z.int().check(z.minimum(0))),
  name: optional(z.string()),
  fill_rate_per_minute: optional(z.int().check(z.minimum(0))),
  timeout_seconds: optional(z.int().check(z.minimum(0))),
  stealth: optional(z.boolean()),
  headless: optional(z.boolean()),
  profile: optional(
    resource({ id: optional(z.string()), name: optional(z.string()), save_changes: optional(z.boolean()) }),
  ),
  extensions: optional(z.array(resource({ id: optional(z.string()), name: optional(z.string()) }))),
  proxy_id: optional(z.string()),
  viewport: optional(viewport),
  kiosk_mode: optional(z.boolean()),
  telemetry: optional(telemetryConfig),
});
export type PoolConfig = z.infer<typeof poolConfig>;

/** A browser pool; fields, and which are required, as in the specification. */
export const pool = resource({
  id: z.string().check(z.minLength(1)),
  available_count: z.int().check(z.minimum(0)),
  acquired_count: z.int().check(z.minimum(0)),
  created_at: timestamp,
  browser_pool_config: poolConfig,
  name: optional(z.string()),
});
export type Pool = z.infer<typeof pool>;

/** Name of a pool; the published pattern. */
export const poolName = z
  .string()
  .check(z.regex(/^[a-zA-Z0-9._-]{1,255}$/, "1 to 255 characters of a-z A-Z 0-9 . _ -"));

/** Inactivity timeout of pooled browsers: bounds of a session, published default of pools. */
export const poolTimeoutSeconds = { ...browserTimeoutSeconds, standard: 600 } as const;
/** Bounds of a pool's size; the minimum is published, the maximum is the largest documented plan. */
export const poolSize = { min: 1, max: 100 } as const;
/** Bounds and default of the fill rate, in percent of the size per minute (published API description). */
export const poolFillRate = { min: 0, max: 25, standard: 10 } as const;

const poolSettings = {
  name: z.optional(poolName),
  fill_rate_per_minute: z
    .optional(z.int().check(z.minimum(poolFillRate.min), z.maximum(poolFillRate.max)))
    .register(z.globalRegistry, { description: "percent of the pool's size that is filled per minute" }),
  timeout_seconds: z.optional(
    z.int().check(z.minimum(poolTimeoutSeconds.min), z.maximum(poolTimeoutSeconds.max)),
  ),
  stealth: z.optional(z.boolean()),
  headless: z.optional(z.boolean()),
  profile: z.optional(profileChoice),
  extensions: z.optional(z.array(extensionChoice).check(z.maxLength(20))),
  proxy_id: z.optional(z.string()),
  viewport: z.optional(viewportChoice),
  kiosk_mode: z.optional(z.boolean()),
  telemetry: z.nullish(telemetryChoice),
};

const size = z.int().check(z.minimum(poolSize.min), z.maximum(poolSize.max));

/** Body of POST /browser_pools. */
export const poolCreate = z.object({ size, ...poolSettings });
export type PoolCreate = z.infer<typeof poolCreate>;

/** Body of PATCH /browser_pools/{id_or_name}. `discard_all_idle` rebuilds idle browsers with the new configuration. */
export const poolUpdate = z.object({
  size: z.optional(size),
  ...poolSettings,
  discard_all_idle: z.optional(z.boolean()),
});
export type PoolUpdate = z.infer<typeof poolUpdate>;

/** Body of DELETE /browser_pools/{id_or_name}; `force` also deletes acquired browsers. */
export const poolDelete = z.object({ force: z.optional(z.boolean()) });
/**
 * Body of an acquisition; without a timeout the wait is the pool's computed fill time. `telemetry` changes that of the
 * pool, and `name`, `tags` and `start_url` are the session's, until the browser is released.
 */
export const poolAcquire = z.object({
  acquire_timeout_seconds: z.optional(z.int().check(z.minimum(0), z.maximum(3600))),
  telemetry: z.nullish(telemetryChoice),
  ...browserLabels,
});
/** Body of a release; `reuse` is true by default. */
export const poolRelease = z.object({
  session_id: z.string().check(z.minLength(1)),
  reuse: z.optional(z.boolean()),
});

/** Query of GET /browser_pools: `name` exact, `query` a substring. Only newer clients send it. */
export const poolFilters = z.object({
  name: z.optional(z.string()),
  query: z.optional(z.string()),
  ...pageQuery,
});
