"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useTimeZone } from "@/components/ui/time-zone";
import { useClockText } from "@/components/ui/use-now";
import type { Attention } from "@/lib/bff/attention";
import type { InvocationSeries } from "@/lib/bff/invocation-history";
import { formatAge, formatDuration } from "@/lib/format/duration";
import { formatClock } from "@/lib/format/full-time";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import {
  capacity,
  completeness,
  countText,
  cutShort,
  failedPath,
  formatPoolCount,
  formatUnfilled,
  type OldestQueued,
  oldestQueued,
} from "./figures.ts";
import { figuresOf } from "./invocation-points.ts";
import { formatSeriesCompleteness } from "./series-completeness.ts";
import type { Fleet } from "./use-fleet.ts";

/** Six figures of the fleet, each with its own age. An unreadable one is a dash, never a zero. */
export function FigureRow({ fleet, attention }: { fleet: Fleet; attention: Attention | undefined }) {
  const hour = fleet.hour.data?.data;
  const running = fleet.running.data;
  const queued = fleet.queued.data;
  const browsers = fleet.browsers.data;
  const pools = fleet.pools.data;
  const ended = hour === undefined || hour.began_at_ms === null ? undefined : figuresOf(hour);
  const room = pools && capacity(pools.items);
  const more = pools?.paging?.hasMore ? "+" : "";
  const oldest = queued && oldestQueued(queued, attention);
  const cut = hour && cutShort(hour, attention);
  return (
    <section
      aria-label="Figures"
      className="grid grid-cols-2 overflow-hidden rounded-lg border border-line sm:grid-cols-3 xl:grid-cols-6"
    >
      <Figure
        name="Running"
        href={paths.invocations({ status: "running" })}
        value={running && countText(running)}
        readAtMs={running?.observedAtMs}
      >
        {running && completeness(running)}
      </Figure>
      <Figure
        name="Queued"
        href={paths.invocations({ status: "queued" })}
        value={queued && countText(queued)}
        readAtMs={queued?.observedAtMs}
      >
        {oldest === undefined ? "none waiting" : <Oldest oldest={oldest} />} ·{" "}
        {queued && completeness(queued)}
      </Figure>
      <Figure
        name="Failed"
        href={hour === undefined ? paths.invocations({ status: "failed" }) : failedPath(hour)}
        value={ended && formatCount(ended.failed)}
        aside={ended?.share === undefined ? undefined : formatPercent(ended.share)}
        bad={(ended?.failed ?? 0) > 0}
        readAtMs={hour?.last_good_at_ms}
      >
        {hour && ended ? <Started series={hour} finished={ended.finished} /> : ""}
        {cut === undefined ? "" : ` · ${formatCount(cut)} cut short by the service`}
      </Figure>
      <Figure
        name="p95 duration"
        value={ended && formatDuration(ended.p95Ms)}
        readAtMs={hour?.last_good_at_ms}
      >
        {hour && ended ? <Started series={hour} finished={ended.finished} /> : ""}
      </Figure>
      <Figure
        name="Browsers live"
        href={paths.browsers()}
        value={browsers && countText(browsers)}
        readAtMs={browsers?.observedAtMs}
      >
        sessions in use · {browsers && completeness(browsers)}
      </Figure>
      <Figure
        name="Capacity free"
        href={paths.pools()}
        value={room && `${formatCount(room.available)}${more}`}
        aside={room?.size === undefined ? undefined : `of ${formatCount(room.size)}${more}`}
        readAtMs={pools?.observedAtMs}
      >
        {pools && room ? `${formatUnfilled(room, more)} · ${formatPoolCount(pools)}` : ""}
      </Figure>
    </section>
  );
}

/** The period and invocations a last-hour figure covers: the series begins at a step boundary, so its
 *  start is shown. */
function Started({ series, finished }: { series: InvocationSeries; finished: number }) {
  const { zone } = useTimeZone();
  const since = formatClock(series.since_ms, zone, "minute");
  return <>{`started since ${since} · of ${formatCount(finished)} · ${formatSeriesCompleteness(series)}`}</>;
}

function Oldest({ oldest: { atMs, label } }: { oldest: OldestQueued }) {
  return <>{useClockText((nowMs) => `${label} ${formatAge(nowMs - atMs)}`, `${label} …`)}</>;
}

function ReadAge({ atMs }: { atMs: number }) {
  return <>{useClockText((nowMs) => ` · read ${formatAge(nowMs - atMs)} ago`, "")}</>;
}

function Figure({
  name,
  value,
  aside,
  bad = false,
  href,
  readAtMs,
  children,
}: {
  name: string;
  /** Undefined: could not be read. */
  value: string | undefined;
  aside?: string | undefined;
  bad?: boolean;
  href?: string;
  /** When the figure was read, epoch milliseconds. */
  readAtMs: number | null | undefined;
  children: ReactNode;
}) {
  const body = (
    <>
      <span className="text-label text-ink-2">{name}</span>
      <span className="flex items-baseline gap-1.5">
        <span className="text-figure font-semibold tracking-[-0.02em]">{value ?? "–"}</span>
        {aside === undefined ? null : (
          <span className={`font-semibold ${bad ? "text-bad" : "text-ink-3"}`}>{aside}</span>
        )}
      </span>
      <span className="text-caption text-ink-3">
        {value === undefined ? "not read" : children}
        {value === undefined || readAtMs == null ? null : <ReadAge atMs={readAtMs} />}
      </span>
    </>
  );
  const shape = "-mt-px -ml-px grid content-start gap-0.5 border-t border-l border-line px-3.5 py-3";
  return href === undefined ? (
    <div className={shape}>{body}</div>
  ) : (
    <Link href={href} className={`${shape} focus-inset hover:bg-hover`}>
      {body}
    </Link>
  );
}
