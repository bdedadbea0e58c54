import { NoValue } from "@/components/ui/no-value";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { Tooltip } from "@/components/ui/tooltip";
import type { CheckSummary } from "@/lib/bff/proxies";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { flapRule, isFlapping } from "@/lib/insight/flap";
import { checkFiguresTexts } from "./proxy-messages.ts";

const none = <NoValue />;

/** The share of checks that found the proxy available, with the number of checks. */
export function UptimeShare({
  summary,
  rangeLabel,
}: {
  summary: CheckSummary | undefined;
  rangeLabel: string;
}) {
  if (summary === undefined || summary.uptime === null) return none;
  const verdicts = summary.available + summary.unavailable;
  return (
    <Tooltip
      text={checkFiguresTexts.uptimeHint({
        succeeded: formatCount(summary.available),
        checks: formatCount(verdicts),
        range: rangeLabel,
      })}
    >
      <span className="whitespace-nowrap">
        {formatPercent(summary.uptime)} {/* A card has room for the share alone. */}
        <span className="text-ink-3 max-sm:in-[td]:hidden">
          {checkFiguresTexts.of(formatCount(verdicts))}
        </span>
      </span>
    </Tooltip>
  );
}

/** How often the verdict changed recently, 0 to 100. */
export function FlapScore({ summary }: { summary: CheckSummary | undefined }) {
  const score = summary?.flap ?? null;
  if (score === null) return none;
  const scoreText = `${Math.round(score)}`;
  return (
    <Tooltip
      text={checkFiguresTexts.flapHint({
        verdicts: flapRule.verdicts,
        flappingFrom: flapRule.flappingFrom,
        oldestWeight: flapRule.oldestWeight,
        newestWeight: flapRule.newestWeight,
      })}
    >
      {isFlapping(score) ? (
        <span className="inline-flex items-center gap-1 text-warn">
          <StatusGlyph glyph="triangle" />
          <span className="sr-only">{checkFiguresTexts.flapping}</span>
          {scoreText}
        </span>
      ) : (
        <span>{scoreText}</span>
      )}
    </Tooltip>
  );
}
