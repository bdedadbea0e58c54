// The inventory: ids seen in API responses or pinned by operators, and the dependencies between them.
import * as z from "zod/mini";
import { queryBoolean, queryInteger } from "../contract/schema.ts";
import { fieldMessages } from "./field-messages.ts";

export const inventoryKinds = [
  "app",
  "version",
  "action",
  "invocation",
  "session",
  "pool",
  "proxy",
  "profile",
  "extension",
] as const;
export const inventoryKind = z.enum(inventoryKinds);
export type InventoryKind = z.infer<typeof inventoryKind>;

/** Limits of a label and of the items in one response. */
export const inventoryLimits = { labelMax: 80, most: 500 } as const;

/** One inventory entry. Times are epoch milliseconds. */
export const inventoryItem = z.object({
  kind: inventoryKind,
  id: z.string(),
  name: z.nullable(z.string()),
  /** Id of the operation whose response first contained it, or `pinned`. */
  source: z.string(),
  /** Fields stored of its latest record; empty when it was only referenced. */
  details: z.record(z.string(), z.unknown()),
  first_seen_ms: z.int(),
  /** Up to ten seconds older than the last response that contained it. */
  last_seen_ms: z.int(),
  /** When it was first missing from a complete list, or reported deleted. */
  ended_at_ms: z.nullable(z.int()),
  label: z.nullable(z.string()),
  pinned_by: z.nullable(z.string()),
});
export type InventoryItem = z.infer<typeof inventoryItem>;

/** Query of GET /api/inventory. */
export const inventoryQuery = z.object({
  kind: z.optional(inventoryKind),
  /** Part of an id, name or label, case-insensitive. */
  query: z.optional(z.string().check(z.maxLength(200))),
  /** True: pinned entries only. */
  pinned: z.optional(queryBoolean),
  limit: z.optional(queryInteger({ min: 1, max: inventoryLimits.most })),
});

/** Query of GET /api/inventory/found: a typed or pasted text without credentials. */
export const foundQuery = z.object({ text: z.string().check(z.minLength(2), z.maxLength(400)) });

/** A resource that a text names. */
export const foundResource = z.object({
  kind: inventoryKind,
  id: z.string(),
  /** A label of an operator, else its name, of an invocation its application and action; null when unknown. */
  name: z.nullable(z.string()),
  /** As the API has it, such as `running`, `available` or `3 of 10 available`; null when it has none. */
  state: z.nullable(z.string()),
  /** Whether the text names it: by its id, name, label or address. Else it contains the text. */
  exact: z.boolean(),
});
export type FoundResource = z.infer<typeof foundResource>;

export const inventoryPin = z.object({
  /** The operator's label; empty for none. */
  label: z
    .string()
    .check(
      z.trim(),
      z.regex(/^\P{Cc}*$/u, fieldMessages.noControlCharacters),
      z.maxLength(inventoryLimits.labelMax, fieldMessages.atMostCharacters(inventoryLimits.labelMax)),
    ),
});

/** Completeness of a part of a response: a whole list, its first pages, or inventory entries only. */
export const reach = z.enum(["all", "first", "remembered"]);
export type Reach = z.infer<typeof reach>;

const pooled = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  /** Null: unknown. */
  available: z.nullable(z.int()),
  acquired: z.nullable(z.int()),
  size: z.nullable(z.int()),
});
const onIt = z.object({ id: z.string(), name: z.nullable(z.string()), created_at: z.nullable(z.string()) });
const behindIt = z.object({
  id: z.string(),
  app_name: z.nullable(z.string()),
  action_name: z.nullable(z.string()),
  version: z.nullable(z.string()),
  session_id: z.string(),
});

/** Dependents of a proxy or profile: pools configured with it, its live sessions, and their running invocations. */
export const dependents = z.object({
  at_ms: z.int(),
  pools: z.object({ reach, items: z.array(pooled) }),
  sessions: z.object({ reach, items: z.array(onIt) }),
  invocations: z.object({ reach, items: z.array(behindIt) }),
});
export type Dependents = z.infer<typeof dependents>;

/** Number of dependents; `complete` false: there may be more, because not everything could be read. */
export interface DependentCounts {
  pools: number;
  sessions: number;
  /** Invocations, regardless of their number of sessions. */
  invocations: number;
  complete: boolean;
}

/** Counts the dependents in a response. */
export const countDependents = ({ pools, sessions, invocations }: Dependents): DependentCounts => ({
  pools: pools.items.length,
  sessions: sessions.items.length,
  invocations: new Set(invocations.items.map(({ id }) => id)).size,
  complete: [pools, sessions, invocations].every(({ reach: far }) => far === "all"),
});

/** Every profile in use. `pools` and `sessions` are the completeness of the counts. */
export const usedProfiles = z.object({
  at_ms: z.int(),
  pools: reach,
  sessions: reach,
  items: z.array(
    z.object({
      /** Its id; its name if the id is unknown. */
      profile: z.string(),
      pools: z.array(z.object({ id: z.string(), name: z.nullable(z.string()) })),
      /** Its live sessions. */
      sessions: z.int(),
    }),
  ),
});
export type UsedProfiles = z.infer<typeof usedProfiles>;
