import { formatCount } from "@/lib/format/numbers";
import { namesShown, type StateCounts } from "./state-counts.ts";

const mask = "••••••";
const cell = "px-2 py-1 text-right font-mono text-label tabular-nums";

/** Counts of a saved state: cookies by domain, what sites stored by origin. Names are shown, values are masked. */
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
          <table className="w-full">
            <caption className="sr-only">Cookies per domain</caption>
            <thead className="text-label text-ink-3">
              <tr>
                <th className="py-1 pr-2 text-left font-normal">Domain</th>
                <th className="px-2 py-1 text-right font-normal">Cookies</th>
                <th className="px-2 py-1 text-right font-normal">Session</th>
                <th className="px-2 py-1 text-right font-normal">Expired</th>
                <th className="px-2 py-1 text-right font-normal">Secure</th>
              </tr>
            </thead>
            <tbody>
              {domains.map((each) => (
                <tr key={each.domain} className="border-t border-line align-top">
                  <td className="min-w-0 py-1 pr-2 break-all">
                    <Names title={each.domain} names={each.names} count={each.cookies} />
                  </td>
                  <td className={cell}>{formatCount(each.cookies)}</td>
                  <td className={cell}>{formatCount(each.session)}</td>
                  <td className={cell}>{formatCount(each.expired)}</td>
                  <td className={cell}>{formatCount(each.secure)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <section aria-label="Stored by sites" className="grid gap-2">
        <h3 className="font-semibold">{formatCount(origins.length)} origins with stored entries</h3>
        {origins.length === 0 ? null : (
          <table className="w-full">
            <caption className="sr-only">Entries per origin</caption>
            <thead className="text-label text-ink-3">
              <tr>
                <th className="py-1 pr-2 text-left font-normal">Origin</th>
                <th className="px-2 py-1 text-right font-normal">Entries</th>
              </tr>
            </thead>
            <tbody>
              {origins.map((each) => (
                <tr key={each.origin} className="border-t border-line align-top">
                  <td className="min-w-0 py-1 pr-2 break-all">
                    <Names title={each.origin} names={each.names} count={each.entries} />
                  </td>
                  <td className={cell}>{formatCount(each.entries)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      {unread === 0 && others.length === 0 ? null : (
        <p className="text-truth text-ink-3">
          {unread === 0 ? "" : `${formatCount(unread)} entries could not be read and are not counted. `}
          {others.length === 0 ? "" : `Not counted: ${others.join(", ")}.`}
        </p>
      )}
    </div>
  );
}

function Names({ title, names, count }: { title: string; names: readonly string[]; count: number }) {
  if (names.length === 0) return title;
  return (
    <details>
      <summary className="cursor-default">{title}</summary>
      <ul className="mt-1 grid gap-0.5 pl-4 font-mono text-label text-ink-2">
        {names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, the list does not change
          <li key={at} className="break-all">
            {name} = <span className="text-ink-3">{mask}</span>
          </li>
        ))}
        {count > namesShown ? (
          <li className="text-ink-3">and {formatCount(count - namesShown)} more</li>
        ) : null}
      </ul>
    </details>
  );
}
