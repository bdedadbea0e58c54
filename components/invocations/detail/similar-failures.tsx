"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Sparkline } from "@/components/charts/sparkline";
import { ResourceTrouble } from "@/components/inventory/resource-trouble";
import { Link } from "@/components/ui/link";
import { NoValue } from "@/components/ui/no-value";
import { RelativeTime } from "@/components/ui/relative-time";
import { useClockText } from "@/components/ui/use-now";
import type { SharedResource } from "@/lib/bff/insight";
import { minuteMs } from "@/lib/bff/time-units";
import { formatCount } from "@/lib/format/numbers";
import { parseInstant } from "@/lib/format/rfc3339";
import { reasonKey } from "@/lib/insight/reason-mask";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { insightQueries } from "@/lib/queries/insight";
import { failedInvocationsOf } from "../insight/invocation-link.ts";
import { invocationDiffTexts, similarFailuresTexts } from "./invocation-on-demand-messages.ts";

/** The most frequent values shown of each attribute. */
const shownValues = 3;

/** The browsers of an invocation, with their proxy and pool, are recorded for this long after its end. */
const recordedWithinMs = minuteMs;

/** What the invocations of the last day share that failed for the same reason as the one with this id. */
export function SimilarFailures({
  id,
  reason,
  finishedAt,
}: {
  id: string;
  reason: string;
  finishedAt: string | null | undefined;
}) {
  const key = reasonKey(reason);
  const finishedMs = parseInstant(finishedAt ?? "")?.epochMs ?? Number.NEGATIVE_INFINITY;
  const isNew = useClockText((nowMs) => String(nowMs < finishedMs + recordedWithinMs), "false") === "true";
  const query = useQuery({
    ...insightQueries.similarFailures(key, id),
    refetchInterval: isNew ? paces.refresh.figuresMs : false,
  });
  const similar = query.data?.data;
  const others = similar?.others ?? 0;
  const isOfOneApp = new Set(similar?.versions.map(({ app_name }) => app_name)).size < 2;
  const known =
    similar === undefined ||
    similar.sessions_known === 0 ||
    similar.sessions_known >= similar.count ? null : (
      <span className="text-ink-3">
        {similarFailuresTexts.knownFor(formatCount(similar.sessions_known), formatCount(similar.count))}
      </span>
    );
  const inGroup = paths.insight({ reason: key, show: "all" });
  return (
    <dl
      aria-busy={query.isPending}
      className="grid min-h-14 border-t border-line @sm:grid-cols-2 @3xl:grid-cols-4 [&>div]:border-line @max-sm:[&>div+div]:border-t @sm:@max-3xl:[&>div:nth-child(even)]:border-l @sm:@max-3xl:[&>div:nth-child(n+3)]:border-t @3xl:[&>div+div]:border-l"
    >
      <Cell name={similarFailuresTexts.failedTheSameWay}>
        {similar === undefined ? (
          query.error ? (
            similarFailuresTexts.couldNotBeLoaded
          ) : (
            similarFailuresTexts.loading
          )
        ) : (
          <span className="flex flex-wrap items-center gap-x-3">
            {others > 0 ? (
              <Link href={inGroup} className="text-accent hover:underline">
                {similarFailuresTexts.others(formatCount(others))}
              </Link>
            ) : (
              similarFailuresTexts.noOthers
            )}
            {others === 0 || similar.first_seen_ms === null ? null : (
              <span className="text-ink-3">
                {similarFailuresTexts.first}
                <RelativeTime at={similar.first_seen_ms} />
              </span>
            )}
            {others > 0 ? (
              <Sparkline
                values={similar.trend}
                label={similarFailuresTexts.failuresLast24Hours(formatCount(similar.count))}
              />
            ) : null}
          </span>
        )}
      </Cell>
      <Cell name={similarFailuresTexts.version}>
        <Values
          values={similar?.versions.map(({ app_name, version, count }) => ({
            key: `${app_name} ${version}`,
            name: [isOfOneApp ? "" : app_name, version || invocationDiffTexts.noVersion]
              .filter(Boolean)
              .join(" "),
            count,
            // No filter of the list is for what has no version or no reason.
            href:
              version === "" || key === ""
                ? undefined
                : failedInvocationsOf({ app_name, version }, "24h", key),
          }))}
          none={similarFailuresTexts.none}
        />
      </Cell>
      <Cell name={similarFailuresTexts.proxy}>
        <Values
          values={similar?.proxies.map((proxy) => ({
            ...linkTo(proxy, paths.proxies({ open: proxy.id })),
            state: <ResourceTrouble kind="proxy" id={proxy.id} />,
          }))}
          none={noneOf(similar?.sessions_known, isNew)}
        />
        {known}
      </Cell>
      <Cell name={similarFailuresTexts.pool}>
        <Values
          values={similar?.pools.map((pool) => linkTo(pool, paths.pool(pool.id)))}
          none={noneOf(similar?.sessions_known, isNew)}
        />
        {known}
      </Cell>
    </dl>
  );
}

const noneOf = (known: number | undefined, isNew: boolean) => {
  if (known !== 0) return similarFailuresTexts.none;
  return isNew ? similarFailuresTexts.notRecordedYet : similarFailuresTexts.notRecorded;
};

const linkTo = ({ id, name, count }: SharedResource, href: string) => ({
  key: id,
  name: name ?? id,
  count,
  href,
});

function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 px-4 py-2">
      <dt className="text-label text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** The most frequent values, each a link, with how many failures had it. */
function Values({
  values,
  none,
}: {
  values:
    | readonly { key: string; name: string; count: number; href: string | undefined; state?: ReactNode }[]
    | undefined;
  /** Shown for an empty list. */
  none: string;
}) {
  if (values === undefined) return <NoValue />;
  if (values.length === 0) return <span className="text-ink-3">{none}</span>;
  const more = values.length - shownValues;
  return (
    <span className="break-words">
      {values.slice(0, shownValues).map(({ key, name, count, href, state }, index) => (
        <span key={key}>
          {similarFailuresTexts.countOn(index === 0 ? "" : ", ", formatCount(count))}
          {href === undefined ? (
            name
          ) : (
            <Link href={href} className="underline hover:text-accent" title={key}>
              {name}
            </Link>
          )}
          {state}
        </span>
      ))}
      {more > 0 ? <span className="text-ink-3">{similarFailuresTexts.more(more)}</span> : null}
    </span>
  );
}
