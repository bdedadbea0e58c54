"use client";

import { useQuery } from "@tanstack/react-query";
import { Checkbox } from "@/components/ui/checkbox";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { webhookQueries } from "@/lib/queries/webhooks";
import { ruleTargetsTexts } from "./alert-on-demand-messages.ts";

/** Webhooks a rule notifies; the dashboard itself always shows its alerts. */
export function RuleTargets({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const query = useQuery(webhookQueries.list());
  const webhooks = query.data?.data.webhooks;
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-label font-medium text-ink-2">{ruleTargetsTexts.webhooks}</legend>
      {webhooks !== undefined ? (
        webhooks.length === 0 ? (
          <p className="text-label text-ink-3">{ruleTargetsTexts.noWebhooksYet}</p>
        ) : (
          webhooks.map(({ id, name, origin, enabled }) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              onCheckedChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id))}
              label={
                <>
                  {name} <span className="text-ink-3">{enabled ? origin : ruleTargetsTexts.off(origin)}</span>
                </>
              }
            />
          ))
        )
      ) : query.error === null ? (
        <Skeleton className="h-5 w-48" />
      ) : (
        <ErrorState shape="strip" error={query.error} onRetry={() => void query.refetch()} />
      )}
    </fieldset>
  );
}
