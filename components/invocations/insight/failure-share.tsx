import type { ActionFigures } from "@/lib/bff/insight";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { failureShareTexts } from "./failure-messages.ts";

/** `15 % · 15 of 100 · 9.3–23 %`: share, sample and its 95 % interval, in a narrow table as its title alone. */
export function FailureShare({
  figures: { failure_share: share, ended, failed, interval },
}: {
  figures: Pick<ActionFigures, "failure_share" | "ended" | "failed" | "interval">;
}) {
  if (share === null || interval === null)
    return <span className="text-ink-3">{failureShareTexts.noneEnded}</span>;
  const [low, high] = [formatPercent(interval.low).replace(/ ?%$/, ""), formatPercent(interval.high)];
  return (
    <span
      title={failureShareTexts.failedWithInterval({
        failed: formatCount(failed),
        ended: formatCount(ended),
        low,
        high,
      })}
    >
      <span className={failed > 0 ? "text-bad" : undefined}>{formatPercent(share)}</span>
      <span className="text-ink-3">
        {" · "}
        {failureShareTexts.failedOfEnded({ failed: formatCount(failed), ended: formatCount(ended) })}
        <span className="@max-7xl:hidden">{failureShareTexts.interval({ low, high })}</span>
      </span>
    </span>
  );
}
