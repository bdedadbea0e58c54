import type { VersionChange } from "@/lib/bff/insight";
import { formatPercent } from "@/lib/format/numbers";
import { changeListTexts } from "./failure-on-demand-messages.ts";
import { durationEvidence, failureEvidence, tooFewMessage } from "./insight-messages.ts";
import { ChangeBadge } from "./verdict-badge.tsx";

/** Failures, p50 and p95 of a version compared with the previous one: verdict and numbers. */
export function ChangeList({ change }: { change: VersionChange }) {
  const { failures, median, tail, base_version: base } = change;
  const lines = [
    {
      name: changeListTexts.failures,
      verdict: failures.verdict,
      evidence: failureEvidence(failures),
      more:
        failures.verdict === "too_few"
          ? tooFewMessage(Math.min(failures.base.ended, failures.newer.ended), failures.needed)
          : changeListTexts.byChance(formatPercent(failures.chance)),
    },
    ...[["p50", median] as const, ["p95", tail] as const].map(([name, each]) => ({
      name,
      verdict: each.verdict,
      evidence: durationEvidence(each),
      more:
        each.verdict === "too_few"
          ? tooFewMessage(Math.min(each.base.measured, each.newer.measured), each.needed)
          : undefined,
    })),
  ];
  return (
    <table className="mt-1 w-full text-label">
      <caption className="pb-1 text-left text-ink-3">
        {changeListTexts.against(base || changeListTexts.noVersion)}
      </caption>
      <tbody>
        {lines.map(({ name, verdict, evidence, more }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="h-7 w-16 text-left font-normal text-ink-3">
              {name}
            </th>
            <td className="pr-2">
              {evidence}
              {more === undefined ? null : <span className="text-ink-3"> · {more}</span>}
            </td>
            <td className="text-right">
              <ChangeBadge verdict={verdict} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
