import * as z from "zod/mini";
import { pageQuery } from "./paging.ts";
import { optional, resource, timestamp } from "./schema.ts";

/** Metadata of a saved browser state; fields as in a session's `profile` and in the types of @onkernel/sdk. */
export const profile = resource({
  id: z.string().check(z.minLength(1)),
  name: optional(z.string()),
  created_at: optional(timestamp),
  updated_at: optional(timestamp),
  last_used_at: optional(timestamp),
});
export type Profile = z.infer<typeof profile>;

/** Name of a profile: free text that is safe as a path segment. */
export const profileName = z.string().check(
  z.minLength(1),
  z.maxLength(255),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  z.regex(/^[^\u0000-\u001f\u007f/\\%?#]+$/, "must not contain control characters, / \\ % ? or #"),
  // URL parsers remove dot segments.
  z.refine((name) => name !== "." && name !== "..", "must not be a dot segment"),
);

/** Body of POST /profiles. */
export const profileCreate = z.object({ name: z.optional(profileName) });

/** Body of PATCH /profiles/{id_or_name}. */
export const profileUpdate = z.object({ name: profileName });

/** Query of GET /profiles. */
export const profileFilters = z.object({ query: z.optional(z.string()), ...pageQuery });
