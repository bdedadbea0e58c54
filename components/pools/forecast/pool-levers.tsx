import { Select } from "@/components/ui/select";
import { spanLabels } from "@/components/ui/ui-messages";
import { lastingMinutes, type PoolInsight } from "@/lib/bff/pool-insight";
import type { PoolFormValues } from "../forms/pool-form.ts";
import { formatMinutes } from "../pool-numbers.ts";
import { poolLeversTexts } from "../pool-on-demand-messages.ts";
import type { PoolSearchParams } from "../pool-search-params.ts";
import { PoolSection } from "../pool-section.tsx";
import { PoolRemedies } from "./pool-remedies.tsx";

const targets = [
  { value: "30", label: spanLabels.minutes30 },
  { value: "60", label: spanLabels.hour },
  { value: "240", label: spanLabels.hours4 },
  { value: "1440", label: spanLabels.day },
] as const;

/**
 * Remedies that make the pool last, once there is a forecast. Placed below the chart: it loads after the counts, and must
 * not move anything above.
 */
export function PoolLevers({
  insight,
  screen,
  onChange,
  onConfigure,
  onRelease,
}: {
  insight: PoolInsight | undefined;
  screen: PoolSearchParams;
  onChange: (changes: Partial<PoolSearchParams>, history?: "push" | "replace") => void;
  onConfigure: (preset: Partial<PoolFormValues>) => void;
  onRelease: (wanted: number) => void;
}) {
  const { target = lastingMinutes.standard } = screen;
  if (insight === undefined || insight.empty === null) return null;
  // A pool that cannot fill is not well as it is.
  if (insight.remedies.length === 0 && insight.state.kind === "cannot_fill") return null;
  return (
    <PoolSection
      title={poolLeversTexts.fixes}
      tools={
        <Select
          label={poolLeversTexts.shouldLast}
          className="!w-32"
          value={targets.find(({ value }) => value === String(target))?.value}
          placeholder={formatMinutes(target)}
          onValueChange={(next) =>
            onChange({ target: Number(next) === lastingMinutes.standard ? undefined : Number(next) })
          }
          options={targets}
        />
      }
    >
      <PoolRemedies
        insight={insight}
        targetMinutes={target}
        onConfigure={onConfigure}
        onRelease={onRelease}
      />
    </PoolSection>
  );
}
