import { z } from "zod";
import { pageQuery } from "./paging.ts";
import { optional, resource, timestamp } from "./schema.ts";

/** A saved browser state's record: fields as in api.md §2 (browser session) and wire.md §4.4. */
export const profile = resource({
  id: z.string().min(1),
  name: optional(z.string()),
  created_at: optional(timestamp),
  updated_at: optional(timestamp),
  last_used_at: optional(timestamp),
});
export type Profile = z.infer<typeof profile>;

/** Names are free text that survives a path segment: no control characters, no slash, backslash, %, ? or #. */
export const profileName = z
  .string()
  .min(1)
  .max(255)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  .regex(/^[^\u0000-\u001f\u007f/\\%?#]+$/, "must not contain control characters, / \\ % ? or #")
  // A path segment of dots is resolved away before it reaches anyone.
  .refine((name) => name !== "." && name !== "..", "must not be a dot segment");

export const profileCreate = z.object({ name: profileName.optional() });

export const profileUpdate = z.object({ name: profileName });

export const profileFilters = z.object({ query: z.string().optional(), ...pageQuery });
