"use client";

import { useQuery } from "@tanstack/react-query";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { OperationId } from "@/lib/contract/operations/operations";
import { sessionQueries } from "@/lib/queries/session";
import { actReasonTexts } from "./layout-messages.ts";
import { useRoleReason } from "./use-role-reason.ts";

/**
 * Why an action of the API is unavailable: the API lacks it, or the operator's role does not allow it.
 * Undefined when available.
 */
export function useActReason(operation: OperationId, what: string): string | undefined {
  const roleReason = useRoleReason("operator");
  const capability = useQuery(sessionQueries.connection()).data?.data.capabilities[operation];
  // Another part of the page may have read it before this one is hydrated.
  const hydrated = useHydrated();
  return hydrated && capability === "absent" ? actReasonTexts.thisApiCannot(what) : roleReason;
}
