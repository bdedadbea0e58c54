import { expect, test } from "vitest";
import type { Column } from "./column.ts";
import { fitColumns } from "./column-fit.ts";

const column = (id: string, given: Partial<Column<string>> = {}): Column<string> => ({
  id,
  header: id,
  cell: (text) => text,
  ...given,
});
const columns = [
  column("state", { width: "128px", card: "state" }),
  column("name", { card: "name" }),
  column("taken", { width: "clamp(5rem, 10cqw, 9rem)", hideWhenNarrow: true, card: "note" }),
  column("rate", { width: "min(20rem, 30cqw)", hideWhenNarrow: true }),
  column("history", { width: "10.5rem" }),
];
const of = (scrolls: boolean, boxed = true) => {
  const { columns: fitted, leastWidth } = fitColumns(columns, { boxed, scrolls });
  return [leastWidth, Object.fromEntries(fitted.map(({ id, leftOut }) => [id, leftOut]))];
};

test("columns are left out one by one where they do not fit, those without a place on cards after the others", () => {
  expect(of(false)).toEqual([
    "18.25rem",
    {
      state: "",
      name: "",
      taken: "sm:@max-[34rem]:hidden!",
      rate: "max-md:hidden sm:@max-[54rem]:hidden!",
      history: "max-md:hidden sm:@max-[32rem]:hidden!",
    },
  ]);
  expect(of(false, false)[0]).toBe("16rem");
});

test("a table that scrolls keeps what was chosen", () => {
  expect(of(true)).toEqual([
    "28.75rem",
    {
      state: "",
      name: "",
      taken: "sm:@max-[34rem]:hidden!",
      rate: "max-md:hidden sm:@max-[54rem]:hidden!",
      history: "max-md:hidden",
    },
  ]);
});
