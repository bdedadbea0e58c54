// What the dashboard remembers of ids: each one seen in an answer of the API or pinned by hand, and what hangs on what.
import * as z from "zod/mini";
import { queryBoolean, queryInteger } from "../contract/schema.ts";

export const inventoryKinds = [
  "app",
  "version",
  "action",
  "run",
  "session",
  "pool",
  "proxy",
  "profile",
  "extension",
] as const;
export const inventoryKind = z.enum(inventoryKinds);
export type InventoryKind = z.infer<typeof inventoryKind>;

/** What a label may take, and how many items one answer holds at most. */
export const inventoryLimits = { labelMax: 80, most: 500 } as const;

/** One remembered id. Times are epoch milliseconds. */
export const inventoryItem = z.object({
  kind: inventoryKind,
  id: z.string(),
  name: z.nullable(z.string()),
  /** Id of the operation that first told of it, or `pinned`. */
  source: z.string(),
  /** What its own record last said, as far as it is kept; empty when it was only referred to. */
  facts: z.record(z.string(), z.unknown()),
  first_seen_ms: z.int(),
  /** Up to ten seconds older than the last answer that held it. */
  last_seen_ms: z.int(),
  /** When it was first missing from a complete list, or said to be deleted. */
  ended_at_ms: z.nullable(z.int()),
  label: z.nullable(z.string()),
  pinned_by: z.nullable(z.string()),
});
export type InventoryItem = z.infer<typeof inventoryItem>;

/** Query of GET /api/inventory. */
export const inventoryQuery = z.object({
  kind: z.optional(inventoryKind),
  /** Part of an id, name or label, in any case. */
  query: z.optional(z.string().check(z.maxLength(200))),
  /** True: the pinned ones alone. */
  pinned: z.optional(queryBoolean),
  limit: z.optional(queryInteger({ min: 1, max: inventoryLimits.most })),
});

export const inventoryPin = z.object({
  /** What the operator calls it; empty for none. */
  label: z
    .string()
    .check(
      z.trim(),
      z.regex(/^\P{Cc}*$/u, "a label has no control characters"),
      z.maxLength(inventoryLimits.labelMax, `a label has at most ${inventoryLimits.labelMax} characters`),
    ),
});

/** Whether a part of an answer is everything: a whole list, the first pages of one, or only what was remembered. */
export const reach = z.enum(["all", "first", "remembered"]);
export type Reach = z.infer<typeof reach>;

const pooled = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  /** Null: not known. */
  available: z.nullable(z.int()),
  acquired: z.nullable(z.int()),
  size: z.nullable(z.int()),
});
const onIt = z.object({ id: z.string(), created_at: z.nullable(z.string()) });
const behindIt = z.object({
  id: z.string(),
  app_name: z.nullable(z.string()),
  action_name: z.nullable(z.string()),
  version: z.nullable(z.string()),
  session_id: z.string(),
});

/** What hangs on a proxy or a profile: pools configured with it, live sessions on it, running runs behind those. */
export const uses = z.object({
  at_ms: z.int(),
  pools: z.object({ reach, items: z.array(pooled) }),
  sessions: z.object({ reach, items: z.array(onIt) }),
  runs: z.object({ reach, items: z.array(behindIt) }),
});
export type Uses = z.infer<typeof uses>;

/** How much hangs on a thing; `complete` false: there may be more, not all of it could be read. */
export interface UsesCounts {
  pools: number;
  sessions: number;
  /** Runs, however many sessions each has. */
  runs: number;
  complete: boolean;
}

/** What is counted of an answer, the same wherever it is told. */
export const usesCounts = ({ pools, sessions, runs }: Uses): UsesCounts => ({
  pools: pools.items.length,
  sessions: sessions.items.length,
  runs: new Set(runs.items.map(({ id }) => id)).size,
  complete: [pools, sessions, runs].every(({ reach: far }) => far === "all"),
});

/** Every profile that something uses. `pools` and `sessions` say how far what is counted reaches. */
export const usedProfiles = z.object({
  at_ms: z.int(),
  pools: reach,
  sessions: reach,
  items: z.array(
    z.object({
      /** Its id; its name where nobody knows its id. */
      profile: z.string(),
      pools: z.array(z.object({ id: z.string(), name: z.nullable(z.string()) })),
      /** Live sessions on it. */
      sessions: z.int(),
    }),
  ),
});
export type UsedProfiles = z.infer<typeof usedProfiles>;
