"use client";

import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { noRulesTexts } from "./alert-messages.ts";
import { useAddStarters } from "./use-add-starters.ts";

/** In place of alerts and rules, while there is no rule. */
export function NoRules() {
  const refusal = useRoleReason("operator");
  const { addStarters, isAdding } = useAddStarters();
  return (
    <EmptyState
      title={noRulesTexts.noRulesYet}
      action={
        <Button pending={isAdding} disabledReason={refusal} onClick={addStarters}>
          {noRulesTexts.addStarterAlerts}
        </Button>
      }
    >
      {noRulesTexts.rulesExplained}
    </EmptyState>
  );
}
