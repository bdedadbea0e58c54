"use client";

import { useQuery } from "@tanstack/react-query";
import { hasRole, type Role } from "@/lib/bff/operator";
import { sessionQueries } from "@/lib/queries/session";

/**
 * Why the operator may not do what needs `role`; undefined when they may, or when the role is not known yet.
 */
export function useRoleReason(role: Role): string | undefined {
  const held = useQuery(sessionQueries.current()).data?.data.operator.role;
  if (held === undefined || hasRole(held, role)) return undefined;
  return `This needs the ${role} role; yours is ${held}.`;
}
