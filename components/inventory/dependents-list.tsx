"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryError } from "@/components/layout/query-error";
import { DataFreshness } from "@/components/ui/data-freshness";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { Dependents, Reach } from "@/lib/bff/inventory";
import { formatCount } from "@/lib/format/numbers";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import { formatDependents } from "./format-dependents.ts";
import { dependentsListTexts } from "./inventory-on-demand-messages.ts";
import { PinBadge } from "./pin-badge.tsx";
import { SessionLink } from "./session-link.tsx";

const maxShown = 8;

/** How complete a partial result is; undefined if it is complete. */
function formatReach(reach: Reach): string | undefined {
  switch (reach) {
    case "all":
      return undefined;
    case "first":
      return dependentsListTexts.firstPagesOnly;
    case "remembered":
      return dependentsListTexts.asLastSeen;
  }
}

/** The dependents of a resource by kind, each with its completeness. */
export function DependentsList({
  title,
  query,
}: {
  title: string;
  query: UseQueryResult<{ data: Dependents }>;
}) {
  const dependents = query.data?.data;
  return (
    <section aria-label={title} className="grid gap-2">
      <div className="flex items-center gap-x-3">
        <h3 className="font-semibold">{title}</h3>
        {dependents === undefined ? null : (
          <DataFreshness
            subject={title}
            readAtMs={dependents.at_ms}
            source={dependentsListTexts.idleCountedWithPool}
          />
        )}
      </div>
      {dependents === undefined ? (
        query.error === null ? (
          <div className="grid gap-2">
            <Skeleton className="h-4 w-56" />
            <Skeleton className="h-4 w-40" />
          </div>
        ) : (
          <QueryError query={query} shape="strip" />
        )
      ) : (
        <>
          <p className="font-medium">{formatDependents(dependents)}</p>
          <MissingReach dependents={dependents} />
          <Part name={dependentsListTexts.poolsThatUseIt} reach={dependents.pools.reach}>
            {dependents.pools.items.map(({ id, name, acquired, available, size }) => (
              <li key={id}>
                <PlaceLink href={paths.pool(name ?? id)}>{name ?? shortId(id)}</PlaceLink>
                <PinBadge kind="pool" id={id} />
                <span className="text-ink-3">
                  {dependentsListTexts.poolCounts({
                    acquired: formatCount(acquired),
                    available: formatCount(available),
                    size: formatCount(size),
                  })}
                </span>
              </li>
            ))}
          </Part>
          <Part name={dependentsListTexts.activeBrowsersThatUseIt} reach={dependents.sessions.reach}>
            {dependents.sessions.items.map(({ id, name }) => (
              <li key={id}>
                <SessionLink id={id} name={name} text={shortId(id)} />
                <PinBadge kind="session" id={id} />
              </li>
            ))}
          </Part>
          <Part name={dependentsListTexts.runningInvocations} reach={dependents.invocations.reach}>
            {dependents.invocations.items.map(({ id, app_name, action_name, version }) => (
              <li key={id}>
                <PlaceLink href={paths.invocation(id)}>{shortId(id)}</PlaceLink>
                <span className="text-ink-3">
                  {" "}
                  {app_name} {version} {action_name}
                </span>
              </li>
            ))}
          </Part>
        </>
      )}
    </section>
  );
}

/** How complete the kinds are of which there is none: the zeros are in the summary. */
function MissingReach({ dependents }: { dependents: Dependents }) {
  const empty = (["pools", "sessions", "invocations"] as const).filter(
    (kind) => dependents[kind].items.length === 0 && dependents[kind].reach !== "all",
  );
  return [...Map.groupBy(empty, (kind) => formatReach(dependents[kind].reach))].map(([reachText, kinds]) => (
    <p key={reachText} className="text-label text-ink-3">
      {dependentsListTexts.reachOf(kinds, reachText ?? "")}
    </p>
  ));
}

/** Nothing where there is none of a kind. How many there are is in the summary. */
function Part({ name, reach, children }: { name: string; reach: Reach; children: readonly ReactNode[] }) {
  const reachText = formatReach(reach);
  const more = children.length - maxShown;
  if (children.length === 0) return null;
  return (
    <div className="grid gap-0.5">
      <h4 className="text-label text-ink-3">
        {name}
        {reachText === undefined ? "" : `, ${reachText}`}
      </h4>
      <ul className="grid gap-0.5 text-label">
        {children.slice(0, maxShown)}
        {more > 0 ? <li className="text-ink-3">{dependentsListTexts.andMore(formatCount(more))}</li> : null}
      </ul>
    </div>
  );
}

function PlaceLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="font-mono text-accent hover:underline">
      {children}
    </Link>
  );
}
