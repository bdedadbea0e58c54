import { Badge } from "@/components/ui/badge";
import type { PoolInsight } from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";
import { poolConditionLook } from "@/lib/format/pool-condition";
import { poolConditionOf } from "@/lib/insight/pool-condition";
import { capacityOf } from "./pool-capacity.ts";

/** A pool's condition beside its name. */
export function PoolState({ pool, insight }: { pool: Pool; insight: PoolInsight | undefined }) {
  const { word, glyph, tone } = poolConditionLook(poolConditionOf(capacityOf(pool), insight));
  return (
    <Badge tone={tone} glyph={glyph}>
      {word}
    </Badge>
  );
}
