"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryError } from "@/components/layout/query-error";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { BatchParts } from "@/lib/bff/audit";
import { actParts, countParts, formatAct, formatAnswer } from "@/lib/format/act-messages";
import { formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { auditQueries } from "@/lib/queries/audit";
import { ActOutcomeBadge } from "./act-outcome.tsx";
import { batchPartsTexts } from "./audit-on-demand-messages.ts";

const most = 100;

/** The acts of a batch, those that are not done first; each opens in the list of them. */
export function BatchActs({
  batchId,
  action,
  actor,
  parts,
}: {
  batchId: string;
  action: string;
  actor: string;
  parts: BatchParts;
}) {
  const filters = { batch_id: batchId, action, actor };
  const query = useQuery({
    ...auditQueries.acts({ ...filters, limit: most }),
    refetchInterval: parts.running > 0 ? paces.refresh.figuresMs : false,
  });
  const acts = query.data?.items ?? [];
  const isDone = (each: (typeof acts)[number]) => each.outcome === "ok";
  const shown = [...acts.filter((each) => !isDone(each)), ...acts.filter(isDone)];
  const count = countParts(parts);
  return (
    <section aria-label={batchPartsTexts.acts} className="mt-4">
      <div className="mb-1 flex flex-wrap items-baseline gap-x-3 text-label text-ink-3">
        <h3 className="font-medium">{batchPartsTexts.acts}</h3>
        {count > most ? <span>{batchPartsTexts.newestOnly(formatCount(most))}</span> : null}
        <Link href={paths.audit(filters)} className="ml-auto text-accent hover:underline">
          {batchPartsTexts.showAll(formatCount(count))}
        </Link>
      </div>
      {query.data === undefined ? (
        <QueryError query={query} title={batchPartsTexts.actsNotLoaded} shape="strip" />
      ) : null}
      {query.isPending ? <Skeleton className="h-48" /> : null}
      <ul>
        {shown.map((act) => (
          <li
            key={act.seq}
            className="flex min-h-8 flex-wrap items-center gap-x-3 border-line not-first:border-t"
          >
            <span className="w-32">
              <ActOutcomeBadge outcome={act.outcome} />
            </span>
            <Link
              href={paths.audit({ ...filters, limit: most, open: act.seq })}
              title={formatAct(act)}
              className="min-w-0 truncate text-accent hover:underline"
            >
              {actParts(act).object || formatAct(act)}
            </Link>
            {act.outcome === "failed" ? (
              <span className="text-label text-bad">{formatAnswer(act)}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
