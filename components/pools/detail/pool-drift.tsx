import { SessionLink } from "@/components/inventory/session-link";
import { DataFreshness } from "@/components/ui/data-freshness";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Drift } from "@/lib/bff/pool-insight";
import { formatChosenDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/numbers";
import { poolFieldName } from "../pool-field-name.ts";
import { poolDriftTexts } from "../pool-on-demand-messages.ts";
import { PoolSection } from "../pool-section.tsx";

const unknownMessage = {
  not_linked: poolDriftTexts.browsersNotReported,
  not_read: poolDriftTexts.browsersNotLoaded,
} as const;

/** Sessions that differ from the pool's present configuration, by field, and what is unknown. */
export function PoolDrift({ drift }: { drift: Drift | null | undefined }) {
  return (
    <PoolSection
      title={poolDriftTexts.drift}
      info={
        drift?.kind === "known" ? (
          <DataFreshness
            subject={poolDriftTexts.drift}
            readAtMs={drift.observed_at_ms}
            source={poolDriftTexts.source(drift.source)}
            partial={drift.more ? poolDriftTexts.notAllBrowsers : undefined}
          />
        ) : undefined
      }
    >
      {drift === undefined || drift === null ? (
        <p className="text-label text-ink-3">{poolDriftTexts.notComparedYet}</p>
      ) : null}
      {drift?.kind === "unknown" ? (
        <p className="text-label text-ink-3">{unknownMessage[drift.why]}</p>
      ) : null}
      {drift?.kind === "known" ? <DriftDetails drift={drift} /> : null}
    </PoolSection>
  );
}

/** A compared value with its unit. */
const driftValue = (field: string, value: string | null): string | null =>
  field === "timeout_seconds" && value !== null ? formatChosenDuration(Number(value) * 1_000) : value;

function DriftDetails({ drift }: { drift: Extract<Drift, { kind: "known" }> }) {
  const { compared, differing } = drift;
  const rows = differing.flatMap(({ fields, ...session }) =>
    fields.map((field) => ({ ...session, ...field })),
  );
  return (
    <>
      <p className="text-label text-ink-2">
        {compared === 0
          ? poolDriftTexts.noAcquiredBrowsersNow
          : differing.length === 0
            ? poolDriftTexts.allMatch(formatCount(compared))
            : poolDriftTexts.someDiffer({
                differing: formatCount(differing.length),
                compared: formatCount(compared),
              })}
      </p>
      {rows.length === 0 ? null : (
        <div className="overflow-x-auto">
          <table className="w-full text-left">
            <thead className="text-label text-ink-3">
              <tr className="border-b border-line">
                {[
                  poolDriftTexts.browser,
                  poolDriftTexts.created,
                  poolDriftTexts.field,
                  poolDriftTexts.pool,
                  poolDriftTexts.browserHas,
                ].map((title) => (
                  <th key={title} scope="col" className="h-8 pr-4 font-normal whitespace-nowrap">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.session_id} ${row.field}`} className="h-8 border-b border-line">
                  <td className="pr-4">
                    <SessionLink id={row.session_id} name={row.name} />
                  </td>
                  <td className="pr-4">
                    <RelativeTime at={row.created_at} />
                  </td>
                  <td className="pr-4" title={row.field}>
                    {poolFieldName(row.field) ?? row.field}
                  </td>
                  <td className="pr-4 font-mono text-label">
                    {driftValue(row.field, row.pool) ?? poolDriftTexts.none}
                  </td>
                  <td className="pr-4 font-mono text-label">
                    {driftValue(row.field, row.session) ??
                      (row.certain ? poolDriftTexts.none : poolDriftTexts.noneOrUnknown)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
