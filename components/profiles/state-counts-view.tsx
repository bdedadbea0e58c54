import { formatCount } from "@/lib/format/numbers";
import { CountsTable } from "./counts-table.tsx";
import { stateCountsViewTexts } from "./profile-on-demand-messages.ts";
import type { StateCounts } from "./state-counts.ts";

/**
 * Counts of a saved state: cookies by domain, storage entries by origin. Names are shown, values are masked.
 */
export function StateCountsView({ counts }: { counts: StateCounts }) {
  const { domains, origins, unread, others } = counts;
  const cookies = domains.reduce((sum, each) => sum + each.cookies, 0);
  return (
    <div className="grid gap-5">
      <section aria-label={stateCountsViewTexts.cookies} className="grid gap-2 overflow-x-auto">
        <h3 className="font-semibold">
          {stateCountsViewTexts.cookiesOfDomains({
            cookies: formatCount(cookies),
            domains: formatCount(domains.length),
          })}
        </h3>
        {domains.length === 0 ? null : (
          <CountsTable
            caption={stateCountsViewTexts.cookiesPerDomain}
            columns={[
              stateCountsViewTexts.domain,
              stateCountsViewTexts.cookies,
              stateCountsViewTexts.session,
              stateCountsViewTexts.expired,
              stateCountsViewTexts.secure,
            ]}
            rows={domains.map((each) => ({
              title: each.domain,
              names: each.names,
              counts: [each.cookies, each.session, each.expired, each.secure],
            }))}
          />
        )}
      </section>
      <section aria-label={stateCountsViewTexts.siteData} className="grid gap-2">
        <h3 className="font-semibold">
          {stateCountsViewTexts.originsWithSiteData(formatCount(origins.length))}
        </h3>
        {origins.length === 0 ? null : (
          <CountsTable
            caption={stateCountsViewTexts.entriesPerOrigin}
            columns={[stateCountsViewTexts.origin, stateCountsViewTexts.entries]}
            rows={origins.map(({ origin, names, entries }) => ({ title: origin, names, counts: [entries] }))}
          />
        )}
      </section>
      {unread === 0 && others.length === 0 ? null : (
        <p className="text-caption text-ink-3">
          {unread === 0 ? "" : stateCountsViewTexts.unreadableEntriesAreNotCounted(formatCount(unread))}
          {others.length === 0 ? "" : stateCountsViewTexts.notCounted(others.join(", "))}
        </p>
      )}
    </div>
  );
}
