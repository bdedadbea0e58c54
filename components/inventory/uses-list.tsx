"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { TruthLine } from "@/components/ui/truth-line";
import { type Reach, type Uses, usesCounts } from "@/lib/bff/inventory";
import { formatCount } from "@/lib/format/numbers";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import { PinMark } from "./pin-mark.tsx";

const shownMost = 8;

/** How far a part of the answer reaches, where it is not everything. */
function reachWords(reach: Reach): string | undefined {
  switch (reach) {
    case "all":
      return undefined;
    case "first":
      return "of the first ones read; there may be more";
    case "remembered":
      return "as remembered: the API does not list them now";
  }
}

/** `2 pools, 3 live sessions, 1 running run`: what hangs on it, in one line. */
export function usesWords(uses: Uses): string {
  const of = (count: number, one: string) => `${formatCount(count)} ${one}${count === 1 ? "" : "s"}`;
  const { pools, sessions, runs } = usesCounts(uses);
  return [of(pools, "pool"), of(sessions, "live session"), of(runs, "running run")].join(", ");
}

/** What hangs on one thing, part by part, each with how complete it is. */
export function UsesList({ title, query }: { title: string; query: UseQueryResult<{ data: Uses }> }) {
  const uses = query.data?.data;
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="font-semibold">{title}</h3>
      {uses === undefined ? (
        query.error === null ? (
          <div className="grid gap-2">
            <Skeleton className="h-4 w-56" />
            <Skeleton className="h-4 w-40" />
          </div>
        ) : (
          <ErrorState
            shape="strip"
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )
      ) : (
        <>
          <p className="font-medium">{usesWords(uses)}</p>
          <Part name="Pools configured with it" reach={uses.pools.reach}>
            {uses.pools.items.map(({ id, name, acquired, available, size }) => (
              <li key={id}>
                <PlaceLink href={paths.pool(name ?? id)}>{name ?? shortId(id)}</PlaceLink>
                <PinMark kind="pool" id={id} />
                <span className="text-ink-3">
                  {" "}
                  {formatCount(acquired)} acquired, {formatCount(available)} available of {formatCount(size)}
                </span>
              </li>
            ))}
          </Part>
          <Part name="Live sessions on it" reach={uses.sessions.reach}>
            {uses.sessions.items.map(({ id }) => (
              <li key={id}>
                <PlaceLink href={paths.browser(id)}>{shortId(id)}</PlaceLink>
                <PinMark kind="session" id={id} />
              </li>
            ))}
          </Part>
          <Part name="Running runs behind those" reach={uses.runs.reach}>
            {uses.runs.items.map(({ id, app_name, action_name, version }) => (
              <li key={id}>
                <PlaceLink href={paths.invocation(id)}>{shortId(id)}</PlaceLink>
                <span className="text-ink-3">
                  {" "}
                  {app_name} {version} {action_name}
                </span>
              </li>
            ))}
          </Part>
          <TruthLine readAtMs={uses.at_ms} source="browsers idle in a pool count with the pool" />
        </>
      )}
    </section>
  );
}

function Part({ name, reach, children }: { name: string; reach: Reach; children: readonly ReactNode[] }) {
  const words = reachWords(reach);
  const more = children.length - shownMost;
  return (
    <div className="grid gap-0.5">
      <h4 className="text-label text-ink-3">
        {name}: {formatCount(children.length)}
        {words === undefined ? "" : `, ${words}`}
      </h4>
      {children.length === 0 ? null : (
        <ul className="grid gap-0.5 text-label">
          {children.slice(0, shownMost)}
          {more > 0 ? <li className="text-ink-3">and {formatCount(more)} more</li> : null}
        </ul>
      )}
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
