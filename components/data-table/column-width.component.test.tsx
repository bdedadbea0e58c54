import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { EmptyState } from "@/components/ui/empty-state";
import { renderView } from "@/tests/support/component/render-view";
import type { Column } from "./column.ts";
import { DataTable } from "./data-table.tsx";

const column: Column<string> = { id: "name", header: "Name", width: "160px", cell: (name) => name };
const rest: Column<string> = { id: "note", header: "Note", cell: () => "–" };

const pressOn = (edge: Element | null, shiftKey: boolean) =>
  edge?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", shiftKey, bubbles: true }));

const settled: (number | undefined)[] = [];
const redrawn = { redraw: () => {} };

/** The columns are other objects with each drawing, as after a change of what is shown. */
function Things() {
  const [drawings, setDrawings] = useState(1);
  useEffect(() => {
    redrawn.redraw = () => setDrawings((before) => before + 1);
  }, []);
  return (
    <>
      <p>{`${drawings} drawings`}</p>
      <DataTable
        caption="Things"
        columns={[{ ...column }, rest]}
        rows={["a"]}
        rowKey={(name) => name}
        empty={<EmptyState title="No things yet" />}
        onColumnWidth={(_, widthPx) => settled.push(widthPx)}
      />
    </>
  );
}

test("a table of few columns is as wide as the page of a laptop", async () => {
  await page.viewport(1440, 900);
  const screen = await renderView(
    <div style={{ width: 1192 }}>
      <DataTable
        caption="Few"
        columns={[column, rest]}
        rows={["a"]}
        rowKey={(name) => name}
        empty={<EmptyState title="None" />}
      />
    </div>,
  );
  const table = screen.getByRole("table", { name: "Few" });
  await expect.element(table).toBeVisible();
  expect(table.element().getBoundingClientRect().width).toBe(1192);
});

test.for([1192, 1032, 952, 852, 652, 552])(
  "a name can be read in a table of %d px, which leaves out what does not fit beside it",
  async (width) => {
    await page.viewport(1440, 900);
    const figure = (id: string, hideWhenNarrow: boolean): Column<string> => ({
      id,
      header: id,
      width: "8rem",
      cell: (name) => name,
      hideWhenNarrow,
    });
    const columns: Column<string>[] = [
      { id: "name", header: "Name", card: "name", cell: (name) => name },
      { id: "state", header: "State", card: "state", width: "8rem", cell: (name) => name },
      ...["Taken", "Filled", "Rate", "Limit"].map((id) => figure(id, true)),
      ...["Last hour", "Size"].map((id) => figure(id, false)),
    ];
    const screen = await renderView(
      <div style={{ width }}>
        <DataTable
          caption="Pools"
          columns={columns}
          rows={["checkout"]}
          rowKey={(name) => name}
          empty={<EmptyState title="None" />}
        />
      </div>,
    );
    const widthOf = (name: string) =>
      screen.getByRole("columnheader", { name }).element().getBoundingClientRect().width;
    expect(widthOf("Name")).toBeGreaterThanOrEqual(128);
    expect(widthOf("State")).toBeGreaterThanOrEqual(128);
    const table = screen.getByRole("table", { name: "Pools" }).element();
    expect(table.getBoundingClientRect().width).toBeLessThanOrEqual(width);
    // Not more than needed: another column would not fit.
    const { length } = screen.getByRole("columnheader").elements();
    expect((length + 1.5) * 128).toBeGreaterThan(Math.min(width, 7.5 * 128));
  },
);

test("a width goes on from where the last key left it, also when the columns are drawn anew between two", async () => {
  await page.viewport(1440, 900);
  const screen = await renderView(<Things />);
  const edge = screen.getByRole("separator", { name: "Width of Name" });
  await expect.element(edge).toHaveAttribute("aria-valuenow", "160");
  edge.element().focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(edge).toHaveAttribute("aria-valuenow", "168");
  redrawn.redraw();
  await expect.element(screen.getByText("2 drawings")).toBeVisible();
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}");
  await expect.element(edge).toHaveAttribute("aria-valuenow", "208");
  await expect.poll(() => settled.at(-1)).toBe(208);
});

test("two keys before the width of the first one is drawn add up", async () => {
  await page.viewport(1440, 900);
  const screen = await renderView(<Things />);
  const edge = screen.getByRole("separator", { name: "Width of Name" });
  await expect.element(edge).toHaveAttribute("aria-valuenow", "160");
  for (const shiftKey of [false, true]) pressOn(edge.element(), shiftKey);
  await expect.element(edge).toHaveAttribute("aria-valuenow", "208");
  await expect.poll(() => settled.at(-1)).toBe(208);
});

/** Its column has the width that was settled, and another key comes with it, before the next frame. */
function SettledThings() {
  const [widthPx, setWidth] = useState(160);
  useLayoutEffect(() => {
    if (widthPx === 168) pressOn(document.querySelector('[role="separator"]'), true);
  }, [widthPx]);
  const shown = useMemo(() => [{ ...column, width: `${widthPx}px` }, rest], [widthPx]);
  return (
    <DataTable
      caption="Things"
      columns={shown}
      rows={["a"]}
      rowKey={(name) => name}
      empty={<EmptyState title="No things yet" />}
      onColumnWidth={(_, settledPx) => setWidth(settledPx ?? 160)}
    />
  );
}

test("a key that comes with the settled width goes on from it", async () => {
  await page.viewport(1440, 900);
  const screen = await renderView(<SettledThings />);
  const edge = screen.getByRole("separator", { name: "Width of Name" });
  await expect.element(edge).toHaveAttribute("aria-valuenow", "160");
  pressOn(edge.element(), false);
  await expect.element(edge).toHaveAttribute("aria-valuenow", "208");
});

test("on a wall a table is as wide as on a laptop, or as its columns need: values stay near the name", async () => {
  await page.viewport(2560, 1440);
  onTestFinished(() => page.viewport(1440, 900));
  const screen = await renderView(
    <DataTable
      caption="Things"
      columns={[column, rest]}
      rows={["a"]}
      rowKey={(name) => name}
      empty={<EmptyState title="No things yet" />}
    />,
  );
  const width = (name: string) =>
    screen.getByRole("columnheader", { name }).element().getBoundingClientRect().width;
  expect(width("Name")).toBe(160);
  expect(width("Note")).toBe(84 * 16 - 160);
  await screen.rerender(
    <DataTable
      caption="Things"
      columns={[column, { ...column, id: "wide", header: "Wide", width: "80rem" }, rest]}
      rows={["a"]}
      rowKey={(name) => name}
      empty={<EmptyState title="No things yet" />}
    />,
  );
  await expect.poll(() => width("Note")).toBe(24 * 16);
});
