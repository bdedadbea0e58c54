"use client";

import { Link } from "@/components/ui/link";
import type { SharedAttribute, Spike } from "@/lib/bff/insight";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { sharedAttributesTableTexts } from "./failure-messages.ts";
import { failedInvocationsOf } from "./invocation-link.ts";

/** Attributes that failing invocations share, the most over-represented first, and those that could not be
 *  examined. */
export function SharedTable({ id, spike }: { id: string; spike: Spike }) {
  const { attributes, sessions_known: known, looked_at: lookedAt, recent } = spike;
  return (
    <div id={id} className="grid gap-1 border-t border-line px-3 py-2">
      {attributes.length === 0 ? (
        <p className="text-ink-2">{sharedAttributesTableTexts.nothingInCommon}</p>
      ) : (
        <table className="w-full text-label">
          <caption className="pb-1 text-left text-base font-semibold">
            {sharedAttributesTableTexts.whatFailedHaveInCommon}
          </caption>
          <thead className="text-left text-ink-3">
            <tr>
              <th className="h-6 font-normal">{sharedAttributesTableTexts.shared}</th>
              <th className="font-normal">{sharedAttributesTableTexts.ofFailed}</th>
              <th className="font-normal max-sm:hidden">{sharedAttributesTableTexts.ofAll}</th>
              <th className="text-right font-normal" title={sharedAttributesTableTexts.ratioHint}>
                {sharedAttributesTableTexts.ratio}
              </th>
            </tr>
          </thead>
          <tbody>
            {attributes.map((attribute) => (
              <tr key={`${attribute.kind} ${attribute.id}`} className="border-t border-line">
                <td className="h-7 pr-2">
                  <span className="text-ink-3">{sharedAttributesTableTexts.kinds[attribute.kind]}</span>{" "}
                  <AttributeLink attribute={attribute} />
                </td>
                <td className="pr-2">
                  {sharedAttributesTableTexts.countOfTotal({
                    count: formatCount(attribute.failed_with),
                    total: formatCount(attribute.failed),
                  })}
                  <span className="text-ink-3">
                    {formatPercent(attribute.failed_with / attribute.failed)}
                  </span>
                </td>
                <td className="pr-2 max-sm:hidden">
                  {sharedAttributesTableTexts.countOfTotal({
                    count: formatCount(attribute.ended_with),
                    total: formatCount(attribute.ended),
                  })}
                  <span className="text-ink-3">{formatPercent(attribute.ended_with / attribute.ended)}</span>
                </td>
                <td className="text-right">×{attribute.lift.toFixed(2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="text-caption text-ink-3">
        {sharedAttributesTableTexts.proxyAndProfileKnown({
          isNewestOnly: lookedAt < recent.ended,
          examined: formatCount(lookedAt),
          known: known.ended === 0 ? undefined : formatCount(known.ended),
          knownFailed: formatCount(known.failed),
          failed: formatCount(recent.failed),
        })}
      </p>
    </div>
  );
}

function AttributeLink({ attribute }: { attribute: SharedAttribute }) {
  const { kind, id, name } = attribute;
  const hrefs = {
    app: () => failedInvocationsOf(attribute, "1h"),
    action: () => failedInvocationsOf(attribute, "1h"),
    version: () => failedInvocationsOf(attribute, "1h"),
    pool: () => paths.pool(id),
    proxy: () => paths.proxies({ open: id }),
    profile: () => paths.profiles({ open: id }),
  } as const satisfies Record<SharedAttribute["kind"], () => string>;
  return (
    <Link href={hrefs[kind]()} className="text-accent underline" title={id}>
      {name ?? id}
    </Link>
  );
}
