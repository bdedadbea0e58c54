"use client";

import { useQuery } from "@tanstack/react-query";
import { useHydrated } from "@/components/ui/use-hydrated";
import { hasRole, type Role } from "@/lib/bff/roles";
import { sessionQueries } from "@/lib/queries/session";
import { roleReasonTexts } from "./layout-messages.ts";

/**
 * Why the operator may not do what needs `role`, as a general sentence or as `text`; undefined when they may, or when
 * their role has not been read yet.
 */
export function useRoleReason(role: Role, text?: string): string | undefined {
  const held = useQuery(sessionQueries.current()).data?.data.operator.role;
  // Another part of the page may have read it before this one is hydrated.
  if (!useHydrated() || held === undefined || hasRole(held, role)) return undefined;
  return text ?? roleReasonTexts.needsRoleYours(role, held);
}
