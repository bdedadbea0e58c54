import * as z from "zod/mini";
import { pageQuery } from "./paging.ts";
import { optional, resource, segmentName, timestamp } from "./schema.ts";

/** Metadata of a saved browser state; fields as in a session's `profile` and in the types of @onkernel/sdk. */
export const profile = resource({
  id: z.string().check(z.minLength(1)),
  name: optional(z.string()),
  created_at: optional(timestamp),
  updated_at: optional(timestamp),
  last_used_at: optional(timestamp),
});
export type Profile = z.infer<typeof profile>;

/** Name of a profile. */
export const profileName = segmentName;

/** Body of POST /profiles. */
export const profileCreate = z.object({ name: z.optional(profileName) });

/** Body of PATCH /profiles/{id_or_name}. */
export const profileUpdate = z.object({ name: profileName });

/** Query of GET /profiles. */
export const profileFilters = z.object({ query: z.optional(z.string()), ...pageQuery });
