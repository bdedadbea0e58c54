import { CapacityBar } from "@/components/charts/capacity-bar";
import { CapacitySparkline } from "@/components/charts/capacity-sparkline";
import type { Column } from "@/components/data-table/column";
import { PinBadge } from "@/components/inventory/pin-badge";
import { PoolConditionText } from "@/components/inventory/pool-condition-text";
import { Link } from "@/components/ui/link";
import { NoValue } from "@/components/ui/no-value";
import { formatCount } from "@/lib/format/numbers";
import { poolConditionLook } from "@/lib/format/pool-condition";
import { paths } from "@/lib/paths";
import { gapOf, pointsOf } from "../charts/pool-samples.ts";
import { poolColumnsTexts } from "../pool-list-messages.ts";
import { formatEmptyIn, formatRate } from "../pool-numbers.ts";
import type { PoolRow } from "../pool-rows.ts";

const dash = <NoValue />;

const rate = (perMinute: number | undefined) => (perMinute === undefined ? dash : formatRate(perMinute));

const urgencies = { bad: "text-bad", warn: "text-warn", neutral: "text-ink-3" } as const;

export const poolColumns: readonly Column<PoolRow>[] = [
  {
    id: "state",
    header: poolColumnsTexts.state,
    card: "state",
    width: "8rem",
    sortable: true,
    cell: ({ condition }) => <PoolConditionText condition={condition} />,
  },
  {
    id: "name",
    header: poolColumnsTexts.pool,
    card: "name",
    sortable: true,
    cell: ({ pool, name }) => (
      <>
        <Link href={paths.pool(pool.id)} className="font-medium hover:underline">
          {name}
        </Link>
        <PinBadge kind="pool" id={pool.id} />
      </>
    ),
  },
  {
    id: "capacity",
    header: poolColumnsTexts.capacity,
    card: "note",
    width: "8.5rem",
    cell: ({ name, condition, capacity: { available, acquired, size } }) => (
      <CapacityBar
        label={name}
        available={available}
        acquired={acquired}
        size={size}
        tone={poolConditionLook(condition).tone}
      />
    ),
  },
  {
    id: "available",
    header: poolColumnsTexts.available,
    card: "end",
    // `1,043 of 1,200` in full: a cut number is another one.
    width: "8.5rem",
    align: "right",
    sortable: true,
    cell: ({ capacity: { available, size } }) => (
      <>
        {formatCount(available)}
        {size === undefined ? null : (
          <span className="text-ink-3">{poolColumnsTexts.of(formatCount(size))}</span>
        )}
      </>
    ),
  },
  {
    id: "empty",
    header: poolColumnsTexts.emptyIn,
    card: "figure",
    cardLabel: true,
    // The state says that it is empty now.
    isOnCard: ({ emptyIn }) => (emptyIn ?? 0) > 0,
    hint: poolColumnsTexts.emptyInHint,
    width: "6rem",
    align: "right",
    sortable: true,
    cell: ({ emptyIn, condition }) =>
      emptyIn === null || emptyIn === undefined ? (
        dash
      ) : (
        <span className={urgencies[poolConditionLook(condition).tone]}>{formatEmptyIn(emptyIn)}</span>
      ),
  },
  {
    id: "taken",
    header: poolColumnsTexts.taken,
    hint: poolColumnsTexts.takenHint,
    width: "5.5rem",
    align: "right",
    sortable: true,
    hideWhenNarrow: true,
    cell: ({ taken }) => rate(taken),
  },
  {
    id: "filled",
    header: poolColumnsTexts.filled,
    hint: poolColumnsTexts.browsersStartedPerMinute,
    width: "5.5rem",
    align: "right",
    sortable: true,
    hideWhenNarrow: true,
    cell: ({ filled }) => rate(filled),
  },
  {
    id: "rate",
    header: poolColumnsTexts.fillRate,
    hint: poolColumnsTexts.fillRateHint,
    width: "8rem",
    align: "right",
    sortable: true,
    hideWhenNarrow: true,
    cell: ({ fillRate }) =>
      fillRate === undefined ? (
        dash
      ) : (
        <>
          <span className="text-ink-3">{fillRate.percent} % ·</span> {rate(fillRate.perMinute)}
        </>
      ),
  },
  {
    id: "history",
    header: poolColumnsTexts.lastHour,
    width: "6.5rem",
    align: "right",
    cell: ({ name, samples, range, condition }) =>
      samples === undefined || range === undefined ? null : (
        <CapacitySparkline
          label={poolColumnsTexts.capacityLastHour(name)}
          points={pointsOf(samples)}
          gapMs={gapOf(samples)}
          fromMs={range.fromMs}
          toMs={range.toMs}
          tone={poolConditionLook(condition).tone}
        />
      ),
  },
];
