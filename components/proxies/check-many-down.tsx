"use client";

import { useQuery } from "@tanstack/react-query";
import { formatDependents, reachSuffix } from "@/components/inventory/format-dependents";
import { Link } from "@/components/ui/link";
import { formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { proxyQueries } from "@/lib/queries/proxies";
import { checkManyDownTexts } from "./proxy-on-demand-messages.ts";

/** Dependents take one query per proxy: only the first ones are queried. */
const maxDependentQueries = 20;

/** The proxies found unavailable, each a link, with its dependents. */
export function CheckManyDown({ down }: { down: readonly { id: string; name: string }[] }) {
  return (
    <section aria-label={checkManyDownTexts.unavailable} className="grid gap-1 text-label">
      <ul className="grid max-h-48 gap-1 overflow-y-auto">
        {down.map(({ id, name }, at) => (
          <li key={id} className="break-words">
            <Link href={paths.proxies({ open: id })} className="font-medium text-accent hover:underline">
              {name}
            </Link>{" "}
            <span className="text-ink-2">
              {checkManyDownTexts.isUnavailable}
              {at < maxDependentQueries ? <DependentsNote id={id} /> : null}
            </span>
          </li>
        ))}
      </ul>
      {down.length > maxDependentQueries ? (
        <p className="text-ink-3">
          {checkManyDownTexts.openTheOthers(formatCount(down.length - maxDependentQueries))}
        </p>
      ) : null}
    </section>
  );
}

function DependentsNote({ id }: { id: string }) {
  const { data, error } = useQuery({ ...proxyQueries.blast(id), staleTime: paces.stale.calmMs });
  if (data !== undefined)
    return <>{checkManyDownTexts.usedBy(formatDependents(data.data), reachSuffix(data.data))}</>;
  return error === null ? checkManyDownTexts.loadingWhatUsesIt : checkManyDownTexts.whatUsesItNotLoaded;
}
