// Saved views: a named query string of a page, personal or shared.
import * as z from "zod/mini";
import { fieldMessages } from "./field-messages.ts";

/** Limits of a name and a query, and of the views per operator. */
export const viewLimits = { nameMax: 60, queryMax: 4096, perOwner: 200 } as const;

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, fieldMessages.enterName),
    z.regex(/^\P{Cc}*$/u, fieldMessages.noControlCharacters),
    z.maxLength(viewLimits.nameMax, fieldMessages.atMostCharacters(viewLimits.nameMax)),
  );
/** An encoded query string without `?`; each character is one byte. */
const query = z
  .string()
  .check(
    z.maxLength(viewLimits.queryMax, fieldMessages.atMostBytes(viewLimits.queryMax)),
    z.regex(/^[\x21-\x7e]*$/, fieldMessages.queryString),
  );

export const view = z.object({
  id: z.string(),
  name: z.string(),
  /** True: visible to everyone. */
  shared: z.boolean(),
  query: z.string(),
  /** Its creator. */
  owner: z.string(),
  /** Whether the requesting operator created it. */
  mine: z.boolean(),
  /** Applied when its owner opens the page without a query. At most one per owner. */
  is_default: z.boolean(),
  /** Epoch milliseconds, UTC. */
  created_at_ms: z.int(),
  updated_at_ms: z.int(),
});
export type View = z.infer<typeof view>;

export const viewCreate = z.object({
  name,
  query,
  shared: z.optional(z.boolean()),
  is_default: z.optional(z.boolean()),
});
export type ViewCreate = z.infer<typeof viewCreate>;

/** Changes the given fields. */
export const viewUpdate = z.extend(z.partial(viewCreate), {
  /** When the view was changed last, as known: refused where it was changed since. */
  expected_updated_at_ms: z.optional(z.int()),
});
export type ViewUpdate = z.infer<typeof viewUpdate>;
