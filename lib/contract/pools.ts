import { z } from "zod";
import {
  browserTimeoutSeconds,
  extensionChoice,
  profileChoice,
  viewport,
  viewportChoice,
} from "./browsers.ts";
import { pageQuery } from "./paging.ts";
import { optional, resource, timestamp } from "./schema.ts";

/** The configuration every browser of a pool is made with: api.md §2. */
export const poolConfig = resource({
  size: optional(z.int().min(0)),
  name: optional(z.string()),
  fill_rate_per_minute: optional(z.int().min(0)),
  timeout_seconds: optional(z.int().min(0)),
  stealth: optional(z.boolean()),
  headless: optional(z.boolean()),
  profile: optional(
    resource({ id: optional(z.string()), name: optional(z.string()), save_changes: optional(z.boolean()) }),
  ),
  extensions: optional(z.array(resource({ id: optional(z.string()), name: optional(z.string()) }))),
  proxy_id: optional(z.string()),
  viewport: optional(viewport),
  kiosk_mode: optional(z.boolean()),
});
export type PoolConfig = z.infer<typeof poolConfig>;

/** A browser pool: api.md §2; the required fields are the specification's own. */
export const pool = resource({
  id: z.string().min(1),
  available_count: z.int().min(0),
  acquired_count: z.int().min(0),
  created_at: timestamp,
  browser_pool_config: poolConfig,
  name: optional(z.string()),
});
export type Pool = z.infer<typeof pool>;

export const poolName = z
  .string()
  .regex(/^[a-zA-Z0-9._-]{1,255}$/, "1 to 255 characters of a-z A-Z 0-9 . _ -");

export const poolTimeoutSeconds = { ...browserTimeoutSeconds, standard: 600 } as const;
export const poolFillRate = { min: 0, max: 25, standard: 10 } as const;

const poolSettings = {
  name: poolName.optional(),
  fill_rate_per_minute: z
    .int()
    .min(poolFillRate.min)
    .max(poolFillRate.max)
    .optional()
    .meta({ description: "percent of the pool's size that is filled per minute" }),
  timeout_seconds: z.int().min(poolTimeoutSeconds.min).max(poolTimeoutSeconds.max).optional(),
  stealth: z.boolean().optional(),
  headless: z.boolean().optional(),
  profile: profileChoice.optional(),
  extensions: z.array(extensionChoice).max(20).optional(),
  proxy_id: z.string().optional(),
  viewport: viewportChoice.optional(),
  kiosk_mode: z.boolean().optional(),
};

export const poolCreate = z.object({ size: z.int().min(1).max(100), ...poolSettings });
export type PoolCreate = z.infer<typeof poolCreate>;

export const poolUpdate = z.object({
  size: z.int().min(1).max(100).optional(),
  ...poolSettings,
  discard_all_idle: z.boolean().optional(),
});
export type PoolUpdate = z.infer<typeof poolUpdate>;

export const poolDelete = z.object({ force: z.boolean().optional() });
export const poolAcquire = z.object({ acquire_timeout_seconds: z.int().min(0).max(3600).optional() });
export const poolRelease = z.object({ session_id: z.string().min(1), reuse: z.boolean().optional() });

export const poolFilters = z.object({
  name: z.string().optional(),
  query: z.string().optional(),
  ...pageQuery,
});
