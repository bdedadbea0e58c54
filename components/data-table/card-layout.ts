// Classes of the card of two lines that replaces a row on a phone.
import clsx from "clsx";
import type { CardPlace, Column } from "./column.ts";

const placeClasses = {
  state: "max-sm:max-w-38 max-sm:[grid-column:lead] max-sm:[grid-row:1] max-sm:pr-2!",
  name: "max-sm:[grid-column:main] max-sm:[grid-row:1] max-sm:pr-3! max-sm:font-medium",
  end: "max-sm:[grid-column:end] max-sm:[grid-row:1] max-sm:text-right max-sm:text-label max-sm:leading-6! max-sm:text-ink-3",
  figure:
    "max-sm:max-w-28 max-sm:[grid-column:lead] max-sm:[grid-row:2] max-sm:pr-2! max-sm:text-label max-sm:leading-6! max-sm:text-ink-2",
  note: "max-sm:[grid-column:main/acts] max-sm:text-label max-sm:leading-6! max-sm:text-ink-2",
  acts: "max-sm:[grid-column:acts] max-sm:[grid-row:1/3] max-sm:self-center max-sm:h-auto! max-sm:pl-2!",
} as const satisfies Record<CardPlace, string>;

type Placed = Pick<Column<never>, "card">;

/** A card leaves out a missing value. */
const optional = "max-sm:has-[[data-no-value]]:hidden";

/** The classes of a cell; none without a place on the card. */
export const cardCellClass = ({ card }: Placed): string =>
  card === undefined ? "" : clsx(placeClasses[card], optional);

/** The classes of a row. Names begin at one edge, after the states where the table has them; a long state moves its name. */
export function cardClass(columns: readonly Placed[]): string {
  const hasLead = columns.some(({ card }) => card === "state" || card === "figure");
  return clsx(
    "max-sm:grid max-sm:border-b max-sm:border-line max-sm:px-1 max-sm:py-1.5",
    hasLead
      ? "max-sm:grid-cols-[[lead]_minmax(7rem,auto)_[main]_minmax(0,1fr)_[end]_auto_[acts]_auto_[box]_auto]"
      : "max-sm:grid-cols-[[lead_main]_minmax(0,1fr)_[end]_auto_[acts]_auto_[box]_auto]",
  );
}
