"use client";

import clsx from "clsx";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { StatusGlyph } from "@/components/ui/status-glyph";
import type { PoolInsight } from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";
import { poolConditionLook } from "@/lib/format/pool-condition";
import { poolConditionOf } from "@/lib/insight/pool-condition";
import { paths } from "@/lib/paths";
import { capacityOf } from "../pool-capacity.ts";
import { fillAlarm } from "../pool-messages.ts";
import { poolLeadTexts, poolSheetTexts } from "../pool-on-demand-messages.ts";
import { poolHeadline } from "./pool-headline.ts";
import { usePoolCause } from "./use-pool-cause.ts";

/** What is wrong with a pool that lacks browsers and gets none, and its cause. */
export function PoolLead({ pool, insight }: { pool: Pool; insight: PoolInsight | undefined }) {
  const capacity = capacityOf(pool);
  const cause = usePoolCause(pool, insight);
  const { tone, glyph } = poolConditionLook(poolConditionOf(capacity, insight));
  const isBad = tone === "bad";
  return (
    <section
      aria-label={poolSheetTexts.state}
      className={clsx(
        "flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-3 py-2",
        isBad ? "bg-bad-bg" : "bg-warn-bg",
      )}
    >
      <p className="min-w-0 flex-1 basis-56">
        <strong className={clsx("font-semibold", isBad ? "text-bad" : "text-warn")}>
          <StatusGlyph glyph={glyph} className="mr-2 inline-block" />
          {poolHeadline(pool, insight).title}.
        </strong>{" "}
        <span className="text-ink-2">{cause?.text ?? (insight && fillAlarm(capacity, insight)?.cause)}</span>
      </p>
      {cause === undefined ? null : (
        <Link href={paths.proxies({ open: cause.proxyId })} className={buttonClass()}>
          {poolLeadTexts.openProxy}
        </Link>
      )}
    </section>
  );
}
