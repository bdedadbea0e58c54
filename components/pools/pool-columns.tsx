import Link from "next/link";
import { CapacityBar } from "@/components/charts/capacity-bar";
import { CapacitySparkline } from "@/components/charts/capacity-sparkline";
import type { Column } from "@/components/data-table/column";
import { PinBadge } from "@/components/inventory/pin-badge";
import { formatCount } from "@/lib/format/numbers";
import { isInTrouble } from "@/lib/insight/pool-condition";
import { paths } from "@/lib/paths";
import { formatEmptyIn, formatRate } from "./pool-messages.ts";
import type { PoolRow } from "./pool-rows.ts";
import { gapOf, pointsOf } from "./pool-samples.ts";
import { PoolConditionText } from "./pool-state.tsx";

const dash = <span className="text-ink-3">–</span>;

const rate = (perMinute: number | undefined) => (perMinute === undefined ? dash : formatRate(perMinute));

/** Red and amber as the condition of the row. */
const urgency = ({ condition }: PoolRow) =>
  condition === "empty" || condition === "cannot_fill"
    ? "text-bad"
    : isInTrouble(condition)
      ? "text-warn"
      : "text-ink-3";

export const poolColumns: readonly Column<PoolRow>[] = [
  {
    id: "state",
    header: "State",
    width: "8rem",
    sortable: true,
    cell: ({ condition }) => <PoolConditionText condition={condition} />,
  },
  {
    id: "name",
    header: "Pool",
    sortable: true,
    cell: ({ pool, name }) => (
      <>
        <Link href={paths.pool(pool.id)} prefetch={false} className="font-medium hover:underline">
          {name}
        </Link>
        <PinBadge kind="pool" id={pool.id} />
      </>
    ),
  },
  {
    id: "capacity",
    header: "Capacity",
    width: "8.5rem",
    hideOnPhone: true,
    cell: ({ name, condition, capacity: { available, acquired, size } }) => (
      <CapacityBar
        label={name}
        available={available}
        acquired={acquired}
        size={size}
        bad={condition === "empty" || condition === "cannot_fill"}
      />
    ),
  },
  {
    id: "available",
    header: "Available",
    width: "6.5rem",
    align: "right",
    sortable: true,
    cell: ({ capacity: { available, size } }) => (
      <>
        {formatCount(available)}
        {size === undefined ? null : <span className="text-ink-3"> of {formatCount(size)}</span>}
      </>
    ),
  },
  {
    id: "empty",
    header: "Empty in",
    hint: "When no browser is available, at the rate of the last five minutes.",
    width: "6rem",
    align: "right",
    sortable: true,
    cell: (row) => <span className={urgency(row)}>{formatEmptyIn(row.emptyIn)}</span>,
  },
  {
    id: "taken",
    header: "Taken",
    hint: "Browsers acquired less those released, per minute.",
    width: "5.5rem",
    align: "right",
    sortable: true,
    hideOnPhone: true,
    hideWhenNarrow: true,
    cell: ({ taken }) => rate(taken),
  },
  {
    id: "filled",
    header: "Filled",
    hint: "Browsers started, per minute.",
    width: "5.5rem",
    align: "right",
    sortable: true,
    hideOnPhone: true,
    hideWhenNarrow: true,
    cell: ({ filled }) => rate(filled),
  },
  {
    id: "rate",
    header: "Fill rate",
    hint: "fill_rate_per_minute: percent of the size, and browsers per minute.",
    width: "7.5rem",
    align: "right",
    sortable: true,
    hideOnPhone: true,
    hideWhenNarrow: true,
    cell: ({ fillRate }) =>
      fillRate === undefined ? (
        dash
      ) : (
        <>
          <span className="text-ink-3">{fillRate.percent} %</span> {rate(fillRate.perMinute)}
        </>
      ),
  },
  {
    id: "history",
    header: "Last hour",
    width: "6.5rem",
    align: "right",
    hideOnPhone: true,
    cell: ({ name, samples, range, condition }) =>
      samples === undefined || range === undefined ? null : (
        <CapacitySparkline
          label={`Capacity of ${name} in the last hour`}
          points={pointsOf(samples)}
          gapMs={gapOf(samples)}
          fromMs={range.fromMs}
          toMs={range.toMs}
          bad={condition === "empty" || condition === "cannot_fill"}
        />
      ),
  },
];
