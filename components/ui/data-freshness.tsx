"use client";

import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { formatAge } from "@/lib/format/duration";
import { formatFullTime } from "@/lib/format/full-time";
import { formatAgo } from "@/lib/format/relative-time";
import { StaleBadge } from "./status-badge.tsx";
import { useTimeZone } from "./time-zone.tsx";
import { Tooltip } from "./tooltip.tsx";
import { dataFreshnessTexts } from "./ui-messages.ts";
import { useClockText } from "./use-now.ts";

/**
 * Where displayed data come from and how old they are: one symbol, whose tooltip has both. In words only what is not as
 * usual: data that are stale, or a part of what one would expect.
 */
export function DataFreshness({
  subject,
  readAtMs,
  source,
  partial,
  stale,
}: {
  /** What the data are about, for the name of the symbol: the title beside it. */
  subject: string;
  /** When the data was read, epoch milliseconds. */
  readAtMs?: number | undefined;
  /** Where the data come from and how they were worked out. */
  source?: ReactNode;
  /** What of it is missing: `of the newest 2,000`, `3 cannot be read`; undefined when nothing is. */
  partial?: ReactNode;
  /** Code of the error that prevents a refresh. */
  stale?: string | undefined;
}) {
  const atMs = readAtMs === 0 ? undefined : readAtMs;
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 text-caption text-ink-3">
      {stale === undefined ? null : <Stale atMs={atMs} />}
      {partial === undefined || partial === null ? null : <span className="min-w-0">{partial}</span>}
      {atMs === undefined && source === undefined ? null : (
        <Tooltip opensOnClick text={<Provenance atMs={atMs} source={source} stale={stale} />}>
          <button
            type="button"
            aria-label={dataFreshnessTexts.ageAndSource(subject)}
            className="-m-1 rounded-sm p-1 text-ink-3 hover:text-ink"
          >
            <Info className="size-3.5" />
          </button>
        </Tooltip>
      )}
    </span>
  );
}

function Stale({ atMs }: { atMs: number | undefined }) {
  return (
    <StaleBadge age={useClockText((nowMs) => (atMs === undefined ? "" : formatAge(nowMs - atMs)), "")} />
  );
}

/** The text of the tooltip: age and time, source, and why it could not be refreshed. */
export function Provenance({
  atMs,
  source,
  stale,
}: {
  atMs: number | undefined;
  source: ReactNode;
  stale?: string | undefined;
}) {
  return (
    <>
      {atMs === undefined ? null : <ReadAt atMs={atMs} />}
      {source === undefined || source === null ? null : <span className="block">{source}</span>}
      {stale === undefined ? null : <span className="block">{dataFreshnessTexts.couldNotBeRefreshed}</span>}
    </>
  );
}

function ReadAt({ atMs }: { atMs: number }) {
  const { zone } = useTimeZone();
  const age = useClockText((nowMs) => formatAgo(nowMs - atMs), dataFreshnessTexts.justNow);
  return <span className="block">{dataFreshnessTexts.read(age, formatFullTime(atMs, zone))}</span>;
}
