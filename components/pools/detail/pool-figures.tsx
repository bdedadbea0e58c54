import type { ReactNode } from "react";
import { CapacityBar, hatches } from "@/components/charts/capacity-bar";
import { capacityTexts } from "@/components/charts/chart-messages";
import type { PoolInsight } from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { poolConditionLook } from "@/lib/format/pool-condition";
import { poolConditionOf } from "@/lib/insight/pool-condition";
import { capacityOf } from "../pool-capacity.ts";

/**
 * Capacity now: the counts and a bar, what is missing in the colour of the pool's condition. `children`: what is to be said of
 * them, beside the counts where there is room.
 */
export function PoolFigures({
  pool,
  insight,
  children,
}: {
  pool: Pool;
  insight: PoolInsight | undefined;
  children?: ReactNode;
}) {
  const capacity = capacityOf(pool);
  const { available, acquired, size, unfilled } = capacity;
  const { tone } = poolConditionLook(poolConditionOf(capacity, insight));
  return (
    <div className="grid items-center gap-x-8 gap-y-2 md:grid-cols-[auto_minmax(0,1fr)]">
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        <Figure name={capacityTexts.available} swatch="bg-ok/45" value={available} />
        <Figure name={capacityTexts.acquired} swatch="bg-running/55" value={acquired} />
        <Figure name={capacityTexts.missing} swatch={hatches[tone]} value={unfilled} />
        <Figure name={capacityTexts.size} value={size} />
      </dl>
      {children == null ? null : <div className="max-md:order-last">{children}</div>}
      <div className="md:col-span-2">
        <CapacityBar available={available} acquired={acquired} size={size} tone={tone} />
      </div>
    </div>
  );
}

function Figure({ name, swatch, value }: { name: string; swatch?: string; value: number | undefined }) {
  return (
    <div className="flex min-w-14 flex-col-reverse">
      <dt className="flex items-center gap-1.5 text-label text-ink-3">
        {swatch === undefined ? null : (
          <i aria-hidden="true" className={`size-2.5 rounded-[2px] border border-line ${swatch}`} />
        )}
        {name}
      </dt>
      <dd className="text-figure font-semibold tracking-[-0.01em]">{formatCount(value)}</dd>
    </div>
  );
}
