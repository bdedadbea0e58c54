"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { NoValue } from "@/components/ui/no-value";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { UsedProfiles } from "@/lib/bff/inventory";
import type { Profile } from "@/lib/contract/profiles";
import { formatCount } from "@/lib/format/numbers";
import { shortId } from "@/lib/format/short-id";
import { visibleMarks } from "@/lib/format/visible-marks";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { profileQueries } from "@/lib/queries/profiles";
import { usedByTexts } from "./profile-messages.ts";

function formatReach({ pools, sessions }: UsedProfiles): string | undefined {
  if (pools === "remembered" || sessions === "remembered") return usedByTexts.asLastSeen;
  if (pools === "first" || sessions === "first") return usedByTexts.amongFirstRead;
  return undefined;
}

/** Reads the `UsedBy` counts again, for as long as a page shows them. */
export const useUsedProfiles = () =>
  useQuery({ ...profileQueries.used(), refetchInterval: paces.refresh.countsMs });

/** Age and completeness of the `UsedBy` counts. */
export function UsedByFreshness() {
  const { data, error } = useQuery(profileQueries.used());
  if (data === undefined) return error === null ? null : usedByTexts.usersCouldNotBeLoaded;
  const reach = formatReach(data.data);
  return (
    <>
      {usedByTexts.usersCounted}
      <RelativeTime at={data.data.at_ms} />
      {reach === undefined ? null : `, ${reach}`}.
    </>
  );
}

/** Dependents of a profile, in one cell: the pools configured with it and its live sessions. */
export function UsedBy({ profile: { id, name } }: { profile: Profile }) {
  const { data, error } = useQuery(profileQueries.used());
  if (data === undefined)
    return error === null ? (
      <Skeleton className="h-4 w-24" />
    ) : (
      <span className="text-ink-3">{usedByTexts.notKnown}</span>
    );
  // References by id, and those by name that could not be resolved to the id.
  const used = data.data.items.filter(({ profile }) => profile === id || profile === name);
  if (used.length === 0)
    return formatReach(data.data) === undefined ? <NoValue /> : <NoValue>{usedByTexts.noneKnown}</NoValue>;
  const pools = used.flatMap((each) => each.pools);
  const [first, ...others] = pools;
  const live = used.reduce((sum, each) => sum + each.sessions, 0);
  const sessions = usedByTexts.activeBrowsers(formatCount(live));
  return (
    <span title={visibleMarks([...pools.map((pool) => pool.name ?? pool.id), sessions].join(", "))}>
      {first === undefined ? null : (
        <>
          <Link href={paths.pool(first.id)} className="text-accent hover:underline">
            {first.name ?? shortId(first.id)}
          </Link>
          {others.length === 0 ? "" : usedByTexts.andMore(formatCount(others.length))}
        </>
      )}
      {first === undefined || live === 0 ? "" : " · "}
      {live === 0 ? "" : sessions}
    </span>
  );
}
