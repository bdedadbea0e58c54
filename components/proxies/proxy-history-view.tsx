"use client";

import { useQuery } from "@tanstack/react-query";
import { Sparkline } from "@/components/charts/sparkline";
import { QueryError } from "@/components/layout/query-error";
import { TimelineLink } from "@/components/layout/timeline-link";
import { DataFreshness } from "@/components/ui/data-freshness";
import { DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { ClockTime, RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import type { ProxyCheckRecord, ProxyHistory } from "@/lib/bff/proxies";
import { formatPeriod, periodMs } from "@/lib/charts/periods";
import { formatDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/numbers";
import { proxyQueries } from "@/lib/queries/proxies";
import { FlapScore, UptimeShare } from "./check-figures.tsx";
import { undrawnCheckCount } from "./check-marks.ts";
import { proxyHistoryViewTexts } from "./proxy-on-demand-messages.ts";
import { formatBound, type HistoryRange, refreshMsOf } from "./proxy-range.ts";

const listed = 12;

/** The recorded checks of one proxy, polled. */
export const useProxyHistory = (id: string, range: HistoryRange) =>
  useQuery({ ...proxyQueries.history(periodMs[range], id), refetchInterval: refreshMsOf(range) });

/** The recorded checks of one proxy: summary, and the newest ones as text. */
export function ProxyHistoryView({ id, range }: { id: string; range: HistoryRange }) {
  const query = useProxyHistory(id, range);
  const history = query.data?.data;
  return (
    <section aria-label={proxyHistoryViewTexts.recordedChecks} className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3">
          <h3 className="font-semibold">{proxyHistoryViewTexts.recordedChecksIn(formatPeriod(range))}</h3>
          {history === undefined ? null : <Origin history={history} />}
        </div>
        <TimelineLink during={newestOf(history)} />
      </div>
      {history !== undefined ? (
        <Past history={history} rangeText={formatPeriod(range)} />
      ) : query.error === null ? (
        <div className="grid gap-2">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-48" />
        </div>
      ) : (
        <QueryError query={query} shape="strip" />
      )}
    </section>
  );
}

/** Where the checks come from and how complete they are. */
function Origin({ history }: { history: ProxyHistory }) {
  return (
    <DataFreshness
      subject={proxyHistoryViewTexts.recordedChecks}
      readAtMs={history.until_ms}
      source={
        history.began_at_ms === null ? (
          proxyHistoryViewTexts.noChecksRecordedYet
        ) : (
          <>
            {proxyHistoryViewTexts.recordedSince}
            <ClockTime at={history.began_at_ms} withDate />.
          </>
        )
      }
      partial={formatBound(history)}
    />
  );
}

function Past({ history, rangeText }: { history: ProxyHistory; rangeText: string }) {
  const past = history.proxies[0];
  const marks = past?.marks ?? [];
  const summary = past?.summary;
  const undrawn = undrawnCheckCount(marks, summary);
  return (
    <>
      {undrawn === 0 ? null : (
        <p className="text-label text-ink-3">
          {proxyHistoryViewTexts.includesOlderChecks(formatCount(undrawn))}
        </p>
      )}
      {summary === undefined ? (
        <p className="text-ink-3">{proxyHistoryViewTexts.noChecksInThisTime}</p>
      ) : (
        <DescriptionList>
          <DescriptionItem name={proxyHistoryViewTexts.uptime}>
            <UptimeShare summary={summary} rangeLabel={rangeText} />
          </DescriptionItem>
          <DescriptionItem name={proxyHistoryViewTexts.flapScore}>
            <FlapScore summary={summary} />
          </DescriptionItem>
          <DescriptionItem name={proxyHistoryViewTexts.duration}>
            <Latency marks={marks} p50={summary.p50_ms} p95={summary.p95_ms} measured={summary.measured} />
          </DescriptionItem>
          <DescriptionItem name={proxyHistoryViewTexts.firstCheck}>
            <RelativeTime at={summary.from_ms} />
          </DescriptionItem>
        </DescriptionList>
      )}
      {marks.length === 0 ? null : <Newest marks={marks} />}
    </>
  );
}

function Latency({
  marks,
  p50,
  p95,
  measured,
}: {
  marks: readonly ProxyCheckRecord[];
  p50: number | null;
  p95: number | null;
  measured: number;
}) {
  if (p50 === null || p95 === null)
    return <span className="text-ink-3">{proxyHistoryViewTexts.noneMeasured}</span>;
  const values = marks.map(({ latency_ms }) => latency_ms);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span>
        p50 {formatDuration(p50)} · p95 {formatDuration(p95)}{" "}
        <span className="text-ink-3">{proxyHistoryViewTexts.of(formatCount(measured))}</span>
      </span>
      <Sparkline values={values} label={proxyHistoryViewTexts.medianDuration(formatDuration(p50))} />
    </span>
  );
}

function Newest({ marks }: { marks: readonly ProxyCheckRecord[] }) {
  return (
    <table className="w-full table-fixed text-label">
      <caption className="sr-only">{proxyHistoryViewTexts.newestChecks}</caption>
      <thead className="text-left text-ink-3">
        <tr>
          <th className="h-6 font-normal">{proxyHistoryViewTexts.checked}</th>
          {/* Holds the widest status, on a phone too. */}
          <th className="w-30 font-normal">{proxyHistoryViewTexts.verdict}</th>
          <th className="font-normal">{proxyHistoryViewTexts.by}</th>
          <th className="w-16 text-right font-normal">{proxyHistoryViewTexts.duration}</th>
        </tr>
      </thead>
      <tbody>
        {marks
          .slice(-listed)
          .reverse()
          .map(({ at_ms, status, source, latency_ms }) => (
            <tr key={at_ms} className="border-t border-line">
              <td className="h-7">
                <RelativeTime at={at_ms} />
              </td>
              <td>
                <StatusBadge of="health" status={status} />
              </td>
              <td className="text-ink-2">{source === "list" ? proxyHistoryViewTexts.elsewhere : source}</td>
              <td className="text-right">{formatDuration(latency_ms)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** Time of the newest check; undefined without one. */
function newestOf(history: ProxyHistory | undefined) {
  const atMs = history?.proxies[0]?.marks.at(-1)?.at_ms;
  return atMs === undefined ? undefined : { fromMs: atMs, toMs: atMs };
}
