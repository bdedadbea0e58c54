import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { poolHistoryOperations } from "@/lib/bff/operations/pools";
import { dayMs, hourMs } from "@/lib/bff/time-units";
import { poolOperations } from "@/lib/contract/operations/pools";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { historyOf, pointOf, poolOf } from "@/tests/support/component/pool-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, type ScriptedBff } from "@/tests/support/component/scripted-bff";
import { PoolView } from "../detail/pool-view.tsx";
import { PoolsView } from "../list/pools-view.tsx";

const id = "pool-1";

/** Pools with three recorded samples in the last hour. */
function bffWith(...ids: readonly string[]): ScriptedBff {
  const samples = [60, 40, 20].map((minutes) => pointOf(Date.now() - minutes * 60_000, 8));
  return emptyBff()
    .list(
      poolOperations.listPools,
      ids.map((each) => poolOf({ id: each })),
    )
    .one(poolOperations.retrievePool, poolOf({ id }))
    .one(
      poolHistoryOperations.readPoolHistory,
      historyOf(Object.fromEntries(ids.map((each) => [each, samples]))),
    );
}

const openPool = (bff: ScriptedBff, query = "") =>
  renderView(<PoolView idOrName={id} />, { at: `/pools/${id}${query}`, bff });
type Screen = Awaited<ReturnType<typeof openPool>>;

/** The plot of a pool's chart, with the value axis on its left. */
const drawingOf = (screen: Screen, pool = id) =>
  screen.getByRole("application", { name: new RegExp(`^Capacity of ${pool} over time`) });

/** Drags across the plot: 32 px of axis on its left and 26 px of margin on its right excluded. */
async function drag(screen: Screen, from: number, to: number, pool = id): Promise<void> {
  const drawing = drawingOf(screen, pool);
  await expect.element(drawing).toBeVisible();
  const { width, height } = drawing.element().getBoundingClientRect();
  const place = (share: number) => ({ x: 32 + share * (width - 58), y: height / 2 });
  await userEvent.dragAndDrop(drawing, drawing, {
    sourcePosition: place(from),
    targetPosition: place(to),
    steps: 4,
  });
}

/** The range of the newest request for records. */
const lastRead = (bff: ScriptedBff) => {
  const query = bff.calls(poolHistoryOperations.readPoolHistory).at(-1)?.query;
  return [Number(query?.get("since_ms")), Number(query?.get("until_ms"))];
};

/** The range in the URL. */
function bounds(): readonly [from: number, to: number] {
  const { searchParams } = new URL(window.location.href);
  return [Number(searchParams.get("from")), Number(searchParams.get("to"))];
}

test("the text states the minimum available, also when it lies within a step", async () => {
  const dip = Date.UTC(2026, 0, 20, 12);
  const bff = bffWith(id).one(poolHistoryOperations.readPoolHistory, () =>
    historyOf(
      {
        [id]: [
          pointOf(dip, 8, { available_min: 0 }),
          pointOf(dip + 3 * hourMs, 8),
          pointOf(dip + 6 * hourMs, 7),
        ],
      },
      { began_at_ms: dip - dayMs },
    ),
  );
  const range = `?from=${dip - hourMs}&to=${dip + dayMs}&live=off`;
  const screen = await openPool(bff, range);
  const chartText = screen.getByText(/available 7, .*least available 0/);
  await expect.element(chartText).toBeInTheDocument();
  // The counts stand above the chart: its legend has names only.
  const legend = screen.getByRole("region", { name: "Over time" }).element().querySelector("figcaption");
  expect([...(legend?.querySelectorAll("[aria-hidden=true]") ?? [])].map((each) => each.textContent)).toEqual(
    ["acquired", "available", "missing", "least available", "not recorded"],
  );
  await expect.element(screen.getByText(/^Last empty at/)).toBeVisible();
  await expect.element(screen.getByText("Line: last value per step. Pale band: lowest value")).toBeVisible();
});

test("the text of the minimum is of what the chart shows, and of no time without records", async () => {
  const nowMs = Date.now();
  const recorded = (from: number, to: number) =>
    Array.from({ length: (from - to) / 2 }, (_, at) => pointOf(nowMs - (from - 2 * at) * 60_000, 6));
  const bff = bffWith(id);
  const openWith = (...samples: readonly ReturnType<typeof pointOf>[]) => {
    bff.one(poolHistoryOperations.readPoolHistory, historyOf({ [id]: samples }));
    return openPool(bff);
  };
  // Its window begins up to two minutes earlier than the chart.
  const before = pointOf(nowMs - 61.5 * 60_000, 0);
  const whole = await openWith(before, ...recorded(58, 0));
  await expect.element(whole.getByText(/least available 6/)).toBeInTheDocument();
  await expect.element(whole.getByText("Never empty, at least 6 available")).toBeVisible();
  const hatched = (screen: typeof whole) =>
    screen.container.querySelectorAll('.recharts-reference-area [fill^="url("]').length;
  await expect.element(drawingOf(whole)).toBeVisible();
  expect(hatched(whole)).toBe(0);
  await whole.unmount();
  const interrupted = await openWith(...recorded(58, 40), ...recorded(20, 0));
  await expect.element(interrupted.getByText("At least 6 available where recorded")).toBeVisible();
  await expect.poll(() => hatched(interrupted)).toBe(1);
  await interrupted.unmount();
  const late = await openWith(...recorded(30, 0));
  await expect.element(late.getByText("At least 6 available where recorded")).toBeVisible();
});

test("a range is dragged from right to left; Back returns; a click selects nothing", async () => {
  const screen = await openPool(bffWith(id));
  await drag(screen, 0.75, 0.25);
  await expect.poll(() => bounds()[0]).toBeGreaterThan(0);
  expect(screen.address()).toContain("live=off");
  const [from, to] = bounds();
  expect((to - from) / hourMs).toBeCloseTo(0.5, 1);
  await expect
    .element(screen.getByRole("combobox", { name: "Time range of the charts" }))
    .toMatchTextContent("Selected range");
  await expect.element(screen.getByRole("button", { name: "Live off" })).toBeVisible();
  window.history.back();
  await expect.poll(screen.address).toBe(`/pools/${id}`);
  await drawingOf(screen).click({ position: { x: 300, y: 100 } });
  await expect.element(screen.getByRole("button", { name: "Live on" })).toBeVisible();
  expect(screen.address()).toBe(`/pools/${id}`);
});

test("the brush below zooms by key, and going live clears the range", async () => {
  const screen = await openPool(bffWith(id));
  await expect.element(drawingOf(screen)).toBeVisible();
  screen.getByRole("slider", { name: "End of zoom" }).element().focus();
  await userEvent.keyboard("{Shift>}{ArrowLeft}{/Shift}{Enter}");
  await expect.poll(screen.address).toContain("live=off");
  await screen.getByRole("button", { name: "Live off" }).click();
  await expect.poll(screen.address).toBe(`/pools/${id}`);
});

test("a paused page keeps its range in the address, as does one that is opened paused; live again, it has none", async () => {
  const bff = bffWith(id);
  const screen = await openPool(bff, "?window=6h");
  await expect.element(drawingOf(screen)).toBeVisible();
  await screen.getByRole("button", { name: "Live on" }).click();
  await expect.poll(() => bounds()[0]).toBeGreaterThan(0);
  const [from, to] = bounds();
  expect(screen.address()).toBe(`/pools/${id}?from=${from}&live=off&to=${to}&window=6h`);
  await expect.poll(() => lastRead(bff)).toEqual([from, to]);
  await screen.getByRole("button", { name: "Live off" }).click();
  await expect.poll(screen.address).toBe(`/pools/${id}?window=6h`);
  await screen.unmount();

  const later = await openPool(bff, "?live=off");
  await expect.poll(() => bounds()[0]).toBeGreaterThan(0);
  expect(later.address()).toContain("live=off");
});

test("pools that are compared while the list is paused keep their range in the address", async () => {
  const screen = await renderView(<PoolsView />, { at: "/pools?compare=a%2Cb", bff: bffWith("a", "b") });
  await expect.element(drawingOf(screen, "a")).toBeVisible();
  await screen.getByRole("button", { name: "Live on" }).click();
  await expect.poll(() => bounds()[0]).toBeGreaterThan(0);
  const [from, to] = bounds();
  expect(to).toBeGreaterThan(from);
  expect(screen.address()).toContain("live=off");
});

test("a range without records can be chosen, and states since when there are any", async () => {
  const toMs = Date.now();
  const fromMs = toMs - 20 * dayMs;
  const began = toMs - 10 * 60_000;
  const bff = bffWith(id).one(poolHistoryOperations.readPoolHistory, ({ query }) =>
    historyOf(
      Number(query.get("until_ms") ?? toMs) < began
        ? {}
        : { [id]: [pointOf(began, 8), pointOf(toMs - 1, 8)] },
      { began_at_ms: began },
    ),
  );
  const screen = await openPool(bff, `?from=${fromMs}&to=${toMs}&live=off`);
  await drag(screen, 0.2, 0.6);
  await expect.poll(() => bounds()[0]).toBeGreaterThan(fromMs);
  const [from, to] = bounds();
  expect((from - fromMs) / (toMs - fromMs)).toBeCloseTo(0.2, 1);
  expect((to - fromMs) / (toMs - fromMs)).toBeCloseTo(0.6, 1);
  await expect.element(screen.getByText("Nothing recorded in this time range")).toBeVisible();
  await expect.element(screen.getByText(/The history starts /)).toBeVisible();
});

test("an invalid typed time is refused and stays in its field; a valid one goes to the URL", async () => {
  const screen = await openPool(bffWith(id));
  await expect.element(drawingOf(screen)).toBeVisible();
  await screen.getByRole("button", { name: "Custom…" }).click();
  const panel = screen.getByRole("dialog", { name: "Custom range" });
  const from = panel.getByLabelText("From", { exact: true });
  const to = panel.getByLabelText("To", { exact: true });
  const textIn = (field: typeof from) => {
    const input = field.element();
    return input instanceof HTMLInputElement ? input.value : "";
  };
  await expect.poll(() => textIn(from)).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
  const end = textIn(to);
  const later = (byMs: number) => new Date(Date.parse(`${end}:00Z`) + byMs).toISOString().slice(0, 16);
  for (const [beginning, ending, message] of [
    [later(hourMs), end, "The end must be after the start."],
    [later(-31 * dayMs), end, "Choose up to 30 days."],
    [later(dayMs), later(25 * hourMs), "The start must not be in the future."],
    ["", end, "Enter both times."],
  ] as const) {
    await from.fill(beginning);
    await to.fill(ending);
    await panel.getByRole("button", { name: "Apply" }).click();
    await expect.element(panel.getByRole("alert")).toMatchTextContent(message);
    expect([textIn(from), textIn(to)]).toEqual([beginning, ending]);
    expect(screen.address()).toBe(`/pools/${id}`);
  }
  expect(await axeViolationsIn(panel.element())).toEqual([]);
  await from.fill(later(-48 * hourMs));
  await to.fill(later(-47 * hourMs));
  await panel.getByRole("button", { name: "Apply" }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.poll(screen.address).toContain("live=off");
  const [fromMs, toMs] = bounds();
  expect(new Date(fromMs).toISOString().slice(0, 16)).toBe(later(-48 * hourMs));
  expect(toMs - fromMs).toBe(hourMs);
});

test("compared pools share a time axis, zoom together, and stay chosen until the comparison ends", async () => {
  const screen = await renderView(<PoolsView />, { at: "/pools", bff: bffWith("a", "b") });
  for (const name of ["a", "b"]) await screen.getByRole("checkbox", { name: `Select ${name}` }).click();
  await screen.getByRole("button", { name: "Compare 2" }).click();
  expect(screen.address()).toBe("/pools?compare=a%2Cb");
  const compared = screen.getByRole("region", { name: "2 pools compared" });
  const axes = () =>
    [...compared.element().querySelectorAll(".recharts-cartesian-grid")]
      .map((grid) => grid.getBoundingClientRect())
      .map(({ x, width }) => `${x} ${width}`);
  await expect.poll(() => axes().length).toBe(2);
  expect(axes()[1]).toBe(axes()[0]);
  const drawing = compared.getByRole("application").first();
  await userEvent.dragAndDrop(drawing, drawing, {
    sourcePosition: { x: 300, y: 40 },
    targetPosition: { x: 900, y: 40 },
    steps: 4,
  });
  await expect.poll(screen.address).toMatch(/from=\d+/);
  expect(screen.address()).toContain("compare=a%2Cb");
  await screen.getByRole("button", { name: "Reset zoom" }).click();
  await expect.poll(screen.address).toBe("/pools?compare=a%2Cb");
  await compared.getByRole("button", { name: "Stop comparing" }).click();
  await expect.poll(screen.address).toBe("/pools");
  await expect.element(compared).not.toBeInTheDocument();
});
