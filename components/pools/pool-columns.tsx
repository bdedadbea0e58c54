import Link from "next/link";
import { CapacityBar } from "@/components/charts/capacity-bar";
import { CapacitySparkline } from "@/components/charts/capacity-sparkline";
import type { Column } from "@/components/data-table/column";
import { PinBadge } from "@/components/inventory/pin-badge";
import { PoolConditionText } from "@/components/inventory/pool-condition-text";
import { formatCount } from "@/lib/format/numbers";
import { isInTrouble } from "@/lib/insight/pool-condition";
import { paths } from "@/lib/paths";
import { formatEmptyIn, formatRate } from "./pool-messages.ts";
import type { PoolRow } from "./pool-rows.ts";
import { gapOf, pointsOf } from "./pool-samples.ts";

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
    card: "state",
    width: "8rem",
    sortable: true,
    cell: ({ condition }) => <PoolConditionText condition={condition} />,
  },
  {
    id: "name",
    header: "Pool",
    card: "name",
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
    card: "note",
    width: "8.5rem",
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
    card: "end",
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
    card: "figure",
    cardLabel: true,
    hint: "Time until no browser is available, at the rate of the last 5 minutes.",
    width: "6rem",
    align: "right",
    sortable: true,
    cell: (row) => <span className={urgency(row)}>{formatEmptyIn(row.emptyIn)}</span>,
  },
  {
    id: "taken",
    header: "Taken",
    hint: "Browsers acquired minus released, per minute.",
    width: "5.5rem",
    align: "right",
    sortable: true,
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
    hideWhenNarrow: true,
    cell: ({ filled }) => rate(filled),
  },
  {
    id: "rate",
    header: "Fill rate",
    hint: "In % of the size, and in browsers per minute (fill_rate_per_minute).",
    width: "7.5rem",
    align: "right",
    sortable: true,
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
