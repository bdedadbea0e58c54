import { formatCount } from "@/lib/format/numbers";
import { CountsTable } from "./counts-table.tsx";
import type { StateCounts } from "./state-counts.ts";

/**
 * Counts of a saved state: cookies by domain, storage entries by origin. Names are shown, values are masked.
 */
export function StateCountsView({ counts }: { counts: StateCounts }) {
  const { domains, origins, unread, others } = counts;
  const cookies = domains.reduce((sum, each) => sum + each.cookies, 0);
  return (
    <div className="grid gap-5">
      <section aria-label="Cookies" className="grid gap-2 overflow-x-auto">
        <h3 className="font-semibold">
          {formatCount(cookies)} cookies of {formatCount(domains.length)} domains
        </h3>
        {domains.length === 0 ? null : (
          <CountsTable
            caption="Cookies per domain"
            columns={["Domain", "Cookies", "Session", "Expired", "Secure"]}
            rows={domains.map((each) => ({
              title: each.domain,
              names: each.names,
              counts: [each.cookies, each.session, each.expired, each.secure],
            }))}
          />
        )}
      </section>
      <section aria-label="Site data" className="grid gap-2">
        <h3 className="font-semibold">{formatCount(origins.length)} origins with site data</h3>
        {origins.length === 0 ? null : (
          <CountsTable
            caption="Entries per origin"
            columns={["Origin", "Entries"]}
            rows={origins.map(({ origin, names, entries }) => ({ title: origin, names, counts: [entries] }))}
          />
        )}
      </section>
      {unread === 0 && others.length === 0 ? null : (
        <p className="text-caption text-ink-3">
          {unread === 0 ? "" : `${formatCount(unread)} unreadable entries are not counted. `}
          {others.length === 0 ? "" : `Not counted: ${others.join(", ")}.`}
        </p>
      )}
    </div>
  );
}
