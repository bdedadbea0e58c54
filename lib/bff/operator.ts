// The signed-in operator and their role.
import * as z from "zod/mini";

export const roles = ["viewer", "operator", "admin"] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** True when the role `held` includes all permissions of `needed`. */
export function hasRole(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed);
}

export const environmentColors = ["gray", "blue", "green", "amber", "red", "violet"] as const;
export const environmentColor = z.enum(environmentColors);
export type EnvironmentColor = z.infer<typeof environmentColor>;

export const operator = z.object({ username: z.string(), role });
export type Operator = z.infer<typeof operator>;

export const environment = z.object({ name: z.string(), color: environmentColor });
