// Which role the groups of a user at the OpenID provider give. Pure.
import { hasRole, type Role } from "../../bff/roles.ts";
import type { OidcSettings } from "../kernel/oidc-env.ts";

/** The groups in the claims of a user: a claim of that name, or `a.b` inside of `a`; one text or a list of them. */
export function groupsIn(claims: Readonly<Record<string, unknown>>, name: string): string[] {
  const inside = (from: unknown, key: string): unknown =>
    typeof from === "object" && from !== null && Object.hasOwn(from, key)
      ? Reflect.get(from, key)
      : undefined;
  const found = inside(claims, name) ?? name.split(".").reduce(inside, claims);
  const list: unknown[] = Array.isArray(found) ? found : [found];
  return list.filter((group) => typeof group === "string");
}

/** The highest role that any of the groups has; undefined when none has one. */
export function roleOfGroups(groups: readonly string[], mapped: OidcSettings["roles"]): Role | undefined {
  const held = mapped.filter(([group]) => group === "*" || groups.includes(group)).map(([, role]) => role);
  return held.reduce<Role | undefined>(
    (best, role) => (best !== undefined && hasRole(best, role) ? best : role),
    undefined,
  );
}
