"use client";

import type { ReactNode } from "react";
import { Provenance } from "@/components/ui/data-freshness";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { useTimeZone } from "@/components/ui/time-zone";
import { Tooltip } from "@/components/ui/tooltip";
import type { Attention } from "@/lib/bff/attention";
import type { InvocationSeries } from "@/lib/bff/invocation-history";
import { formatDuration } from "@/lib/format/duration";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { capacity, countText, cutShort, failedPath, formatQueued, formatRoom, missingOf } from "./figures.ts";
import { figuresOf } from "./invocation-points.ts";
import { figureRowTexts, seriesCompletenessTexts } from "./overview-messages.ts";
import { formatMissing } from "./series-completeness.ts";
import type { Fleet } from "./use-fleet.ts";

/** Six figures of the fleet; source and age are in their tooltips. An unreadable one is a dash, never a zero. Those of
 *  ended invocations are of the same series as the charts. */
export function FigureRow({
  fleet: { series: query, browsers: browserQuery, pools: poolQuery },
  attention,
}: {
  fleet: Fleet;
  attention: Attention | undefined;
}) {
  const series = query.data?.data;
  const open = attention?.open.read_at_ms == null ? undefined : attention.open;
  const neverRead = attention && seriesCompletenessTexts.nothingRecordedYet;
  const browsers = browserQuery.data;
  const pools = poolQuery.data;
  const ended = series === undefined || series.began_at_ms === null ? undefined : figuresOf(series);
  const room = pools && capacity(pools.items);
  const more = pools?.paging?.hasMore ? "+" : "";
  const cut = series && cutShort(series, attention);
  const missing = series && formatMissing(series);
  return (
    <section
      aria-label={figureRowTexts.figures}
      className="grid grid-cols-2 overflow-hidden rounded-lg border border-line sm:grid-cols-3 xl:grid-cols-6"
    >
      <Figure
        name={figureRowTexts.running}
        href={paths.invocations({ status: "running" })}
        value={open && formatCount(open.running)}
        source={figureRowTexts.runningSource}
        readAtMs={open?.read_at_ms}
        whyAbsent={neverRead}
      >
        {open?.complete === false ? figureRowTexts.notAllAreRecorded : ""}
      </Figure>
      <Figure
        name={figureRowTexts.queued}
        href={paths.invocations({ status: "queued" })}
        value={open && formatCount(open.queued)}
        source={figureRowTexts.queuedSource}
        readAtMs={open?.read_at_ms}
        whyAbsent={neverRead}
      >
        {open && formatQueued(open)}
      </Figure>
      <Figure
        name={figureRowTexts.failed}
        href={series === undefined ? paths.invocations({ status: "failed" }) : failedPath(series)}
        value={ended && formatCount(ended.failed)}
        aside={ended?.share === undefined ? undefined : formatPercent(ended.share)}
        bad={(ended?.failed ?? 0) > 0}
        source={series && <Started series={series} />}
        readAtMs={series?.last_good_at_ms}
        isLoading={query.isPending}
        whyAbsent={missing}
      >
        {ended ? figureRowTexts.of(formatCount(ended.finished)) : ""}
        {cut === undefined ? "" : figureRowTexts.stoppedOrLost(formatCount(cut))}
        {missing === undefined ? null : <span className="block text-warn">{missing}</span>}
      </Figure>
      <Figure
        name={figureRowTexts.durationP95}
        href={paths.insight()}
        value={ended && formatDuration(ended.p95Ms)}
        source={series && <Started series={series} />}
        readAtMs={series?.last_good_at_ms}
        isLoading={query.isPending}
        whyAbsent={missing}
      >
        {ended?.p50Ms === undefined ? "" : figureRowTexts.p50(formatDuration(ended.p50Ms))}
      </Figure>
      <Figure
        name={figureRowTexts.browsers}
        href={paths.browsers()}
        value={browsers && countText(browsers)}
        source={figureRowTexts.browsersSource}
        readAtMs={browsers?.observedAtMs}
        isLoading={browserQuery.isPending}
      >
        {browsers && missingOf(browsers)}
      </Figure>
      <Figure
        name={figureRowTexts.available}
        href={paths.pools()}
        value={room && `${formatCount(room.available)}${more}`}
        aside={room?.size === undefined ? undefined : figureRowTexts.of(`${formatCount(room.size)}${more}`)}
        source={figureRowTexts.availableSource}
        readAtMs={pools?.observedAtMs}
        isLoading={poolQuery.isPending}
      >
        {pools ? formatRoom(pools, more) : ""}
      </Figure>
    </section>
  );
}

/** The period that a figure covers: the series begins at a step boundary. */
function Started({ series }: { series: InvocationSeries }) {
  const { zone } = useTimeZone();
  return <>{figureRowTexts.startedAndEndedSince(series.since_ms, series.until_ms, zone)}</>;
}

function Figure({
  name,
  value,
  aside,
  bad = false,
  href,
  source,
  readAtMs,
  isLoading = false,
  whyAbsent = figureRowTexts.couldNotBeRead,
  children,
}: {
  name: string;
  value: string | undefined;
  isLoading?: boolean;
  /** Why there is no value once it is loaded. */
  whyAbsent?: string | undefined;
  aside?: string | undefined;
  bad?: boolean;
  href: string;
  /** What it counts and where that comes from. */
  source: ReactNode;
  /** When the figure was read, epoch milliseconds. */
  readAtMs: number | null | undefined;
  children: ReactNode;
}) {
  return (
    <Tooltip text={<Provenance atMs={readAtMs ?? undefined} source={source} />}>
      <Link
        href={href}
        className="focus-inset -mt-px -ml-px grid content-start gap-0.5 border-t border-l border-line px-3.5 py-3 hover:bg-hover"
      >
        <span className="text-label text-ink-2">{name}</span>
        <span className="flex items-baseline gap-1.5">
          {isLoading ? (
            <Skeleton className="my-0.5 h-7 w-12" />
          ) : (
            <span className="text-figure font-semibold tracking-[-0.02em]">{value ?? "–"}</span>
          )}
          {aside === undefined ? null : (
            <span className={`font-semibold ${bad ? "text-bad" : "text-ink-3"}`}>{aside}</span>
          )}
        </span>
        <span className="min-h-4 text-caption text-balance text-ink-3">
          {isLoading ? null : value === undefined ? whyAbsent : children}
        </span>
      </Link>
    </Tooltip>
  );
}
