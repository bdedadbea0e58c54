"use client";

import { useQuery } from "@tanstack/react-query";
import { useRoleReason } from "@/components/layout/use-role-reason";
import type { OperationId } from "@/lib/contract/operations/operations";
import { sessionQueries } from "@/lib/queries/session";

/**
 * Why an action on pools is unavailable: the API lacks it, or the operator's role does not allow it.
 * Undefined when available.
 */
export function useActReason(operation: OperationId, what: string): string | undefined {
  const roleReason = useRoleReason("operator");
  const capability = useQuery(sessionQueries.connection()).data?.data.capabilities[operation];
  return capability === "absent" ? `This API cannot ${what}.` : roleReason;
}
