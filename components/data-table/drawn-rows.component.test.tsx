// Which rows are drawn again: by a poll, and by going from row to row.
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { EmptyState } from "@/components/ui/empty-state";
import { renderView } from "@/tests/support/component/render-view";
import type { Column } from "./column.ts";
import { DataTable } from "./data-table.tsx";

interface Row {
  readonly id: string;
  readonly count: number;
}

/** Ids of the rows, as their cells were drawn. */
let drawn: string[] = [];
beforeEach(() => {
  drawn = [];
});

const columns: readonly Column<Row>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ id, count }) => {
      drawn.push(id);
      return `${id} ${count}`;
    },
    filterValue: ({ id }) => id,
  },
];

/** New callbacks and new rows with each drawing, as on a page. */
function Things() {
  const [polls, setPolls] = useState(0);
  const [changes, setChanges] = useState(0);
  const [active, setActive] = useState<string>();
  const [filter, setFilter] = useState("");
  return (
    <>
      <button type="button" onClick={() => setPolls(polls + 1)}>
        Poll
      </button>
      <button type="button" onClick={() => setChanges(changes + 1)}>
        Change
      </button>
      <p>{`${polls} polls`}</p>
      <p>{`filter ${filter}`}</p>
      <DataTable
        caption="Things"
        columns={columns}
        rows={["a", "b", "c"].map((id) => ({ id, count: id === "b" ? changes : 0 }))}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No things yet" />}
        active={{ key: active, onChange: setActive }}
        onFilter={({ value }) => setFilter(`${value} after ${polls}`)}
      />
    </>
  );
}

test("only the rows that say something else", async () => {
  const screen = await renderView(<Things />);
  await expect.element(screen.getByText("a 0")).toBeVisible();
  drawn = [];
  await screen.getByRole("button", { name: "Poll" }).click();
  await expect.element(screen.getByText("1 polls")).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(screen.getByRole("row").filter({ hasText: "a 0" })).toHaveAttribute("aria-current");
  expect(drawn).toEqual([]);
  await screen.getByRole("button", { name: "Change" }).click();
  await expect.element(screen.getByText("b 1")).toBeVisible();
  expect(new Set(drawn)).toEqual(new Set(["b"]));
});

test("one that is not drawn again filters by the newest callback", async () => {
  const screen = await renderView(<Things />);
  await screen.getByRole("button", { name: "Poll" }).click();
  await screen.getByRole("button", { name: "a 0" }).click();
  await expect.element(screen.getByText("filter a after 1")).toBeVisible();
});

test("of a long list all rows, the first ones not again with the others", async () => {
  const ids = Array.from({ length: 60 }, (_, at) => `row-${at}`);
  const screen = await renderView(
    <DataTable
      caption="Things"
      columns={columns}
      rows={ids.map((id) => ({ id, count: 0 }))}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No things yet" />}
    />,
  );
  await expect.element(screen.getByText("row-59 0")).toBeInTheDocument();
  expect(drawn).toEqual(ids);
});
