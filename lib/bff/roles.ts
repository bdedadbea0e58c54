// The roles of operators, from the fewest permissions to the most.
import * as z from "zod/mini";

export const roles = ["viewer", "operator", "admin"] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** True when the role `held` includes all permissions of `needed`. */
export function hasRole(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed);
}
