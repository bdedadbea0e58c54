// The widths of a table: its maximum, and which columns it leaves out where it is narrow, so that the others can be read.
import clsx from "clsx";
import type { Column } from "./column.ts";

/** A column with the classes of its header and cells that leave it out of narrow tables. */
export interface FittedColumn<Row> extends Column<Row> {
  readonly leftOut: string;
}

const boxRem = 2.25;
/** Least width of a column without a width of its own, in rem. */
const restRem = 8;
/** What such a column needs at most: on a wall the values of a row stay near its name. */
const ampleWidth = "24rem";
/** No table is narrower than this where there is room: the page of a laptop, also with its sidebar closed. */
const leastMaximum = "84rem";

/** The classes that leave a column out of a table which is narrower than so many rem; the style sheet has no others. */
const leftOutBelow: readonly (readonly [rem: number, className: string])[] = [
  [32, "sm:@max-[32rem]:hidden!"],
  [34, "sm:@max-[34rem]:hidden!"],
  [36, "sm:@max-[36rem]:hidden!"],
  [38, "sm:@max-[38rem]:hidden!"],
  [40, "sm:@max-[40rem]:hidden!"],
  [42, "sm:@max-[42rem]:hidden!"],
  [44, "sm:@max-[44rem]:hidden!"],
  [46, "sm:@max-[46rem]:hidden!"],
  [48, "sm:@max-[48rem]:hidden!"],
  [50, "sm:@max-[50rem]:hidden!"],
  [52, "sm:@max-[52rem]:hidden!"],
  [54, "sm:@max-[54rem]:hidden!"],
  [56, "sm:@max-[56rem]:hidden!"],
  [58, "sm:@max-[58rem]:hidden!"],
  [60, "sm:@max-[60rem]:hidden!"],
  [62, "sm:@max-[62rem]:hidden!"],
  [64, "sm:@max-[64rem]:hidden!"],
  [66, "sm:@max-[66rem]:hidden!"],
  [68, "sm:@max-[68rem]:hidden!"],
  [70, "sm:@max-[70rem]:hidden!"],
  [72, "sm:@max-[72rem]:hidden!"],
  [74, "sm:@max-[74rem]:hidden!"],
  [76, "sm:@max-[76rem]:hidden!"],
  [78, "sm:@max-[78rem]:hidden!"],
  [80, "sm:@max-[80rem]:hidden!"],
];

/** The width in rem; of an expression its first length: the most of a `min`, the least of a `max` and a `clamp`. */
function remOf(width: string | undefined): number {
  const [, length, unit] = /([\d.]+)(rem|px)/.exec(width ?? "") ?? [];
  if (length === undefined) return restRem;
  return unit === "px" ? Number(length) / 16 : Number(length);
}

/** The class that leaves a column out of tables in which columns of so many rem do not fit. */
const unlessFits = (rem: number): string =>
  (leftOutBelow.find(([least]) => least >= rem) ?? leftOutBelow.at(-1))?.[1] ?? "";

/**
 * The columns as a table shows them. As far as they do not fit, it leaves out those of `hideWhenNarrow`, the last first, then
 * those that cards have no place for, unless `scrolls`: the table shows what was chosen. `leastWidth`: CSS width of what is left.
 */
export function fitColumns<Row>(
  columns: readonly Column<Row>[],
  { boxed, scrolls }: { boxed: boolean; scrolls: boolean },
): { columns: readonly FittedColumn<Row>[]; leastWidth: string } {
  const lastFirst = columns.toReversed();
  const dispensable = [
    ...lastFirst.filter(({ hideWhenNarrow }) => hideWhenNarrow === true),
    ...lastFirst.filter(
      ({ hideWhenNarrow, card }) => hideWhenNarrow !== true && card === undefined && !scrolls,
    ),
  ];
  let rem = columns.reduce((sum, { width }) => sum + remOf(width), boxed ? boxRem : 0);
  const classes = new Map<Column<Row>, string>();
  for (const column of dispensable) {
    classes.set(column, unlessFits(rem));
    rem -= remOf(column.width);
  }
  return {
    columns: columns.map((column) => ({
      ...column,
      // Also of a table in a window between a phone's and a laptop's, as at 200 %.
      leftOut: clsx(column.card === undefined && "max-md:hidden", classes.get(column)),
    })),
    leastWidth: `${rem}rem`,
  };
}

/** The maximum width of a table whose columns cannot be resized. */
export const tableMeasure = <Row>(columns: readonly Column<Row>[], boxed: boolean): string => {
  const widths = columns.map(({ width }) => width ?? ampleWidth);
  return `max(${leastMaximum}, ${[...(boxed ? [`${boxRem}rem`] : []), ...widths].join(" + ")})`;
};
