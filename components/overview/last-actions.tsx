"use client";

import { useQuery } from "@tanstack/react-query";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { AuditedAct } from "@/lib/bff/audit";
import { actParts, formatParts, outcomeTexts } from "@/lib/format/act-messages";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { auditQueries } from "@/lib/queries/audit";
import { sessionQueries } from "@/lib/queries/session";
import { Card } from "./card.tsx";
import { CardError } from "./card-error.tsx";
import { lastActionsTexts } from "./overview-on-demand-messages.ts";

const shown = 6;
const refetchInterval = paces.refresh.countsMs;

/** The operators' latest actions, from the audit. `banner`: the error that the page reports. */
export function LastActions({ banner }: { banner: unknown }) {
  const refusal = useRoleReason("operator");
  const known = useQuery(sessionQueries.current()).data !== undefined;
  const query = useQuery({
    ...auditQueries.acts({ limit: shown, fold: true }),
    enabled: known && refusal === undefined,
    refetchInterval,
  });
  const { data, error } = query;
  return (
    <Card
      title={lastActionsTexts.lastActs}
      className="lg:col-span-2 xl:col-span-1"
      info={
        refusal === undefined ? (
          <Link href={paths.audit()} className="text-label text-accent hover:underline">
            {lastActionsTexts.audit}
          </Link>
        ) : null
      }
    >
      {refusal === undefined ? null : <p className="text-ink-3">{refusal}</p>}
      {data === undefined ? (
        <CardError
          query={query}
          title={lastActionsTexts.auditNotLoaded}
          banner={banner}
          missing={<p className="text-ink-3">{lastActionsTexts.couldNotBeRead}</p>}
        />
      ) : null}
      {data === undefined && error === null && refusal === undefined ? <Skeleton className="h-48" /> : null}
      {data?.items.length === 0 ? <p className="text-ink-3">{lastActionsTexts.noActsYet}</p> : null}
      {data === undefined || data.items.length === 0 ? null : (
        <ul>
          {data.items.map((act) => (
            <Act key={act.seq} act={act} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Act({ act }: { act: AuditedAct }) {
  const { actor, act: text, object } = actParts(act);
  const { outcome, reason } = act;
  return (
    <li className="flex min-h-8 items-baseline gap-x-3 border-line py-1 not-first:border-t">
      <span className="w-20 shrink-0 text-label text-ink-3">
        <RelativeTime at={act.at_ms} />
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="min-w-0 truncate">
          {actor} {text} <span className="font-medium">{object}</span>
        </span>
        {outcome === "ok" ? null : (
          <span className={`text-label ${outcome === "running" ? "text-ink-3" : "text-bad"}`}>
            {formatParts(act.parts) || outcomeTexts[outcome]}
          </span>
        )}
        {reason === "" ? null : <span className="min-w-0 truncate text-label text-ink-3">“{reason}”</span>}
      </span>
    </li>
  );
}
