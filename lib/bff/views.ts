// A screen kept under a name: the part of its address that says what is shown, personal or for everyone.
import * as z from "zod/mini";

/** What a name and an address may take, and how many views one operator may keep. */
export const viewLimits = { nameMax: 60, queryMax: 4096, perOwner: 200 } as const;

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "give a name"),
    z.regex(/^\P{Cc}*$/u, "a name has no control characters"),
    z.maxLength(viewLimits.nameMax, `a name has at most ${viewLimits.nameMax} characters`),
  );
/** A query string without its `?`, encoded: each character is one byte. */
const query = z
  .string()
  .check(
    z.maxLength(viewLimits.queryMax, `the screen's address has more than ${viewLimits.queryMax} bytes`),
    z.regex(/^[\x21-\x7e]*$/, "must be an encoded query string"),
  );

export const view = z.object({
  id: z.string(),
  name: z.string(),
  /** True: everyone sees it. */
  shared: z.boolean(),
  query: z.string(),
  /** Who made it. */
  owner: z.string(),
  /** Whether the one who asks made it. */
  mine: z.boolean(),
  /** Shown to its owner when the page is opened without a query. One of an owner's views at most. */
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

/** Changes what is given. */
export const viewUpdate = z.partial(viewCreate);
export type ViewUpdate = z.infer<typeof viewUpdate>;
