"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useClockText } from "@/components/ui/use-now";
import { formatAge, formatDuration } from "@/lib/format/duration";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { capacity, completeness, countText, oldestMs } from "./figures.ts";
import { figuresOf } from "./run-points.ts";
import { recordedWords } from "./series-words.ts";
import type { Fleet } from "./use-fleet.ts";

/** The fleet in six figures. One that could not be read is a dash, never a zero. */
export function FigureRow({ fleet }: { fleet: Fleet }) {
  const hour = fleet.hour.data?.data;
  const running = fleet.running.data;
  const queued = fleet.queued.data;
  const browsers = fleet.browsers.data;
  const pools = fleet.pools.data;
  const ended = hour === undefined || hour.began_at_ms === null ? undefined : figuresOf(hour);
  const room = pools && capacity(pools.items);
  const oldest = queued && oldestMs(queued.items);
  return (
    <section
      aria-label="Figures"
      className="grid grid-cols-2 overflow-hidden rounded-lg border border-line sm:grid-cols-3 xl:grid-cols-6"
    >
      <Figure
        name="Running"
        href={paths.invocations({ status: "running" })}
        value={running && countText(running)}
      >
        {running?.stale === undefined ? "now" : "as last read"} · {running && completeness(running)}
      </Figure>
      <Figure
        name="Queued"
        href={paths.invocations({ status: "queued" })}
        value={queued && countText(queued)}
      >
        {oldest === undefined ? "none waiting" : <Oldest atMs={oldest} />}
      </Figure>
      <Figure
        name="Failed"
        href={paths.invocations({ status: "failed", since: "1h" })}
        value={ended && formatCount(ended.failed)}
        aside={ended?.share === undefined ? undefined : formatPercent(ended.share)}
        bad={(ended?.failed ?? 0) > 0}
      >
        {hour && ended ? `last hour · of ${formatCount(ended.finished)} · ${recordedWords(hour)}` : ""}
      </Figure>
      <Figure name="p95 duration" value={ended && formatDuration(ended.p95Ms)}>
        {hour && ended ? `last hour · of ${formatCount(ended.finished)} · ${recordedWords(hour)}` : ""}
      </Figure>
      <Figure name="Browsers live" href={paths.browsers()} value={browsers && countText(browsers)}>
        sessions in use · {browsers && completeness(browsers)}
      </Figure>
      <Figure
        name="Capacity free"
        href={paths.pools()}
        value={room && formatCount(room.available)}
        aside={room?.size === undefined ? undefined : `of ${formatCount(room.size)}`}
      >
        {pools && room
          ? `${pools.items.length} ${pools.items.length === 1 ? "pool" : "pools"} · ${room.unfilled} unfilled`
          : ""}
      </Figure>
    </section>
  );
}

function Oldest({ atMs }: { atMs: number }) {
  return <>{useClockText((nowMs) => `oldest ${formatAge(nowMs - atMs)}`, "oldest …")}</>;
}

function Figure({
  name,
  value,
  aside,
  bad = false,
  href,
  children,
}: {
  name: string;
  /** Undefined: not read. */
  value: string | undefined;
  aside?: string | undefined;
  bad?: boolean;
  href?: string;
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
      <span className="text-truth text-ink-3">{value === undefined ? "not read" : children}</span>
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
