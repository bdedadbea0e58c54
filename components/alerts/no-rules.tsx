"use client";

import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useAddStarters } from "./use-add-starters.ts";

/** In place of alerts and rules, while there is no rule. */
export function NoRules() {
  const refusal = useRoleReason("operator");
  const { addStarters, isAdding } = useAddStarters();
  return (
    <EmptyState
      title="No rules yet"
      action={
        <Button pending={isAdding} disabledReason={refusal} onClick={addStarters}>
          Add starter alerts
        </Button>
      }
    >
      A rule fires an alert, here and by webhook. The starter alerts: pool cannot fill, failure spike, proxy
      down, nothing recorded.
    </EmptyState>
  );
}
