import * as z from "zod/mini";
import { pageQuery } from "./paging.ts";
import { optional, resource, timestamp } from "./schema.ts";

/** A saved browser state's record: fields as in api.md §2 (browser session) and wire.md §4.4. */
export const profile = resource({
  id: z.string().check(z.minLength(1)),
  name: optional(z.string()),
  created_at: optional(timestamp),
  updated_at: optional(timestamp),
  last_used_at: optional(timestamp),
});
export type Profile = z.infer<typeof profile>;

/** Names are free text that survives a path segment: no control characters, no slash, backslash, %, ? or #. */
export const profileName = z.string().check(
  z.minLength(1),
  z.maxLength(255),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  z.regex(/^[^\u0000-\u001f\u007f/\\%?#]+$/, "must not contain control characters, / \\ % ? or #"),
  // A path segment of dots is resolved away before it reaches anyone.
  z.refine((name) => name !== "." && name !== "..", "must not be a dot segment"),
);

export const profileCreate = z.object({ name: z.optional(profileName) });

export const profileUpdate = z.object({ name: profileName });

export const profileFilters = z.object({ query: z.optional(z.string()), ...pageQuery });
