import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { timelineOperations } from "@/lib/bff/operations/timeline";
import { minuteMs } from "@/lib/bff/time-units";
import { annotationCreate, type Timeline } from "@/lib/bff/timeline";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem, type ScriptedBff } from "@/tests/support/component/scripted-bff";
import { timelineFromMs, timelineOf } from "@/tests/support/dashboard/timeline";
import { TimelineView } from "./timeline-view.tsx";

const toMs = timelineFromMs + 60 * minuteMs;
const hostile = `it began </style><script>document.title="owned"</script>`;

/**
 * A recorded hour, narrowed to the requested range: the failed invocation and the annotation are in its
 * second half.
 */
function recorded(text = hostile): { bff: ScriptedBff; hour: Timeline } {
  const hour = timelineOf(text);
  const bff = emptyBff().one(timelineOperations.readTimeline, ({ query }) => {
    const [from, to] = [Number(query.get("from_ms")), Number(query.get("to_ms"))];
    const items = hour.invocations.items.filter(({ started_at_ms: at }) => at >= from && at < to);
    const count = (status: string) => items.filter((invocation) => invocation.status === status).length;
    return {
      ...hour,
      from_ms: from,
      to_ms: to,
      invocations: {
        ...hour.invocations,
        items,
        total: items.length,
        failed: count("failed"),
        succeeded: count("succeeded"),
      },
    };
  });
  return { bff, hour };
}
const draw = (bff: ScriptedBff, query = "", role: "admin" | "viewer" = "admin") =>
  renderView(<TimelineView />, { at: `/timeline?from=${timelineFromMs}&to=${toMs}${query}`, bff, role });
const lane = (name: string) =>
  page.getByRole("region", { name: "Lanes" }).getByRole("region", { name, exact: true });
const rowsOf = (name: string) => page.getByRole("table", { name, exact: true }).getByRole("row");
const brushed = (address: string) =>
  ["brush_from", "brush_to"].map((name) => Number(new URLSearchParams(address.split("?")[1]).get(name)));

test("each kind of record has its table, and no text in it is rendered as markup", async () => {
  await draw(recorded().bff);
  await expect.element(lane("Invocations")).toMatchTextContent("2 started: 1 failed, 1 succeeded");
  for (const [tab, table, text] of [
    ["Invocations", "Invocations", "it began"],
    ["Browsers", "Browsers", "it began"],
    ["Pools", "Pools", "it began"],
    ["Proxy checks", "Proxy checks", "it began"],
    ["Acts", "Acts", "Check proxy"],
    ["Not recorded", "Not recorded", "invocations"],
    ["Marks", "Marks and log gaps", hostile],
  ] as const) {
    await page.getByRole("tab", { name: new RegExp(`^${tab}`) }).click();
    await expect.element(rowsOf(table).filter({ hasText: text }).first()).toBeVisible();
  }
  await expect
    .element(rowsOf("Marks and log gaps").filter({ hasText: "log gap" }))
    .toMatchTextContent("An unknown number of lines missing (disconnected)");
  expect(document.title).not.toBe("owned");
});

test("of a fleet that is minutes old, what was recorded is shown; a chosen range stays as it is", async () => {
  const { bff, hour } = recorded("plain");
  const beganMs = Date.now() - 12 * minuteMs;
  const nothing = { total: 0, items: [] };
  bff.one(timelineOperations.readTimeline, ({ query }) => ({
    ...hour,
    from_ms: Number(query.get("from_ms")),
    to_ms: Number(query.get("to_ms")),
    read_at_ms: Date.now(),
    sessions: nothing,
    pools: nothing,
    checks: nothing,
    log_gaps: nothing,
    annotations: nothing,
    actions: nothing,
    gaps: nothing,
    began_at_ms: beganMs,
    invocations: { ...hour.invocations, buckets: [], items: [], complete_from_ms: beganMs },
  }));
  const screen = await renderView(<TimelineView />, { at: "/timeline?table=recorder", bff });
  const shareHatched = () => {
    const plot = lane("Browsers").getByRole("img").element();
    const hatched = plot.querySelector(
      '[fill="url(#timeline-unbegun)"], .fill-\\[url\\(\\#timeline-unbegun\\)\\]',
    );
    const width = hatched?.getBoundingClientRect().width ?? 0;
    return width / plot.getBoundingClientRect().width;
  };
  await expect
    .element(lane("Not recorded"))
    .toMatchTextContent("until recording began 12 min ago; no gap since");
  // As many as the lane draws.
  await expect
    .element(page.getByRole("tab", { name: /^Not recorded/ }))
    .toMatchTextContent(/^Not recorded\s*1$/);
  await expect.element(rowsOf("Not recorded").last()).toMatchTextContent("before recording began");
  expect(shareHatched()).toBeLessThan(0.15);
  window.history.pushState(null, "", `/timeline?from=${Date.now() - 60 * minuteMs}&to=${Date.now()}`);
  await expect.poll(shareHatched).toBeGreaterThan(0.7);
  expect(screen.address()).toContain("from=");
});

test("pools that were at size share one lane, which a key unfolds; the note of a mark stands at its line", async () => {
  const { bff, hour } = recorded("plain");
  const [pool] = hour.pools.items;
  if (pool === undefined) throw new Error("no pool");
  const calm = ["north", "south"].map((id) => ({
    ...pool,
    pool_id: id,
    name: id,
    unfilled_max: 0,
    available_min: 1,
  }));
  hour.pools = { total: 3, items: [pool, ...calm] };
  await draw(bff);
  const fold = page.getByRole("button", { name: "2 pools at size" });
  await expect.element(fold).toHaveAttribute("aria-expanded", "false");
  await expect.element(lane("2 pools at size")).toMatchTextContent("north, south");
  await expect.element(lane("Pool plain")).toMatchTextContent("max 4");
  await expect.element(lane("Pool north")).not.toBeInTheDocument();
  fold.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(fold).toHaveAttribute("aria-expanded", "true");
  await expect.element(lane("Pool north")).toBeVisible();
  await expect.element(lane("Pool south")).toBeVisible();
  expect(await axeViolationsIn(document.body)).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.element(lane("Pool north")).not.toBeInTheDocument();
  const note = page.getByRole("region", { name: "Lanes" }).getByText("plain", { exact: true });
  const board = lane("Invocations").getByRole("img").element().getBoundingClientRect();
  const line = board.left + (33 / 60) * board.width;
  await expect.poll(() => Math.abs(note.element().getBoundingClientRect().left - line)).toBeLessThan(2);
});

test("a paused timeline keeps its range, also after a reload; live again, it has the period from before", async () => {
  const { bff } = recorded();
  const screen = await renderView(<TimelineView />, { at: "/timeline?last=6h&table=checks", bff });
  await expect.element(lane("Invocations")).toBeVisible();
  await page.getByRole("button", { name: "Live on" }).click();
  await expect.element(page.getByRole("button", { name: "Live off" })).toBeVisible();
  const paused = new URL(screen.address(), window.location.origin).searchParams;
  const range = [paused.get("from"), paused.get("to")];
  expect(Number(range[1])).toBeGreaterThan(Number(range[0]));
  await screen.reload();
  await expect.element(lane("Invocations")).toBeVisible();
  const last = bff.calls(timelineOperations.readTimeline).at(-1)?.query;
  expect([last?.get("from_ms"), last?.get("to_ms")]).toEqual(range);
  await page.getByRole("button", { name: "Live off" }).click();
  await expect.poll(screen.address).toBe("/timeline?last=6h&table=checks");
});

test("a timeline that is paused before its range has loaded keeps that range, as does a paused one without a range", async () => {
  const { bff, hour } = recorded();
  const screen = await renderView(<TimelineView />, { at: "/timeline", bff });
  await expect.element(lane("Invocations")).toBeVisible();
  const waits = Promise.withResolvers<void>();
  bff.one(timelineOperations.readTimeline, async ({ query }) => {
    await waits.promise;
    return { ...hour, from_ms: Number(query.get("from_ms")), to_ms: Number(query.get("to_ms")) };
  });
  await page.getByRole("combobox", { name: "Time range" }).click();
  await page.getByRole("option", { name: "Last 24 h", exact: true }).click();
  await page.getByRole("button", { name: "Live on" }).click();
  await expect.element(page.getByRole("button", { name: "Live off" })).toBeVisible();
  expect(screen.address()).toBe("/timeline?last=24h&live=off");
  const readTo = () => bff.calls(timelineOperations.readTimeline).at(-1)?.query.get("to_ms");
  waits.resolve();
  await expect.poll(screen.address).toMatch(/from=\d+/);
  expect(screen.address()).toContain(`to=${readTo()}`);
  await screen.unmount();

  const later = await renderView(<TimelineView />, { at: "/timeline?last=6h&live=off", bff });
  await expect.poll(later.address).toMatch(/from=\d+/);
  expect(later.address()).toContain(`to=${readTo()}`);
});

test("a log gap links to its session, an invocation to its page", async () => {
  const { bff } = recorded("plain");
  await draw(bff, "&table=logs");
  const gap = rowsOf("Marks and log gaps").filter({ hasText: "log gap" });
  await expect.element(gap.getByRole("link")).toHaveAttribute("href", "/browsers/plain");
  await page.getByRole("tab", { name: /^Invocations/ }).click();
  await expect
    .element(rowsOf("Invocations").filter({ hasText: "failed" }).getByRole("link").first())
    .toHaveAttribute("href", "/invocations/plain");
});

test("the brush is drawn with the pointer, narrows descriptions and tables, and is in the URL", async () => {
  const screen = await draw(recorded().bff);
  const invocations = lane("Invocations");
  await expect.element(invocations).toMatchTextContent("2 started");
  const plot = invocations.getByRole("img").element();
  const { width } = plot.getBoundingClientRect();
  const at = (share: number) => ({ x: Math.round(share * width), y: 10 });
  await userEvent.dragAndDrop(plot, plot, { sourcePosition: at(0.25), targetPosition: at(0.95), steps: 5 });
  await expect.element(invocations).toMatchTextContent("1 started: 1 failed");
  const [from = 0, to = 0] = brushed(screen.address());
  expect(Math.abs(from - (timelineFromMs + 15 * minuteMs))).toBeLessThan(minuteMs);
  expect(Math.abs(to - (timelineFromMs + 57 * minuteMs))).toBeLessThan(minuteMs);
  await expect.poll(() => rowsOf("Invocations").elements().length).toBe(2);
  await screen.reload();
  await expect.element(invocations).toMatchTextContent("1 started: 1 failed");
  expect(brushed(screen.address())).toEqual([from, to]);
  // A click outside clears it.
  await invocations.getByRole("img").click({ position: at(0.05) });
  await expect.poll(() => screen.address()).not.toContain("brush_");
  await expect.element(invocations).toMatchTextContent("2 started");
});

test("the brush is moved by keys; descriptions never belong to the previous selection", async () => {
  const { bff } = recorded();
  const half = timelineFromMs + 30 * minuteMs;
  const screen = await draw(bff, `&brush_from=${half - 1}&brush_to=${toMs}`);
  const invocations = lane("Invocations");
  await expect.element(invocations).toMatchTextContent("1 started: 1 failed");
  const begins = page.getByRole("slider", { name: "Start of selection" });
  begins.element().focus();
  await userEvent.keyboard("{Home}");
  await expect.element(invocations).toMatchTextContent("2 started");
  const before = Number(begins.element().getAttribute("aria-valuenow"));
  bff.hang(timelineOperations.readTimeline);
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}");
  await expect.element(invocations.getByText("…", { exact: true })).toBeVisible();
  await expect.element(invocations).not.toMatchTextContent("2 started");
  await expect.poll(() => Number(begins.element().getAttribute("aria-valuenow"))).toBeGreaterThan(before);
  const ends = page.getByRole("slider", { name: "End of selection" });
  ends.element().focus();
  await userEvent.keyboard("{Shift>}{ArrowLeft}{/Shift}");
  await expect
    .poll(() => brushed(screen.address()))
    .toEqual([timelineFromMs + 6 * minuteMs, timelineFromMs + 54 * minuteMs]);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => screen.address()).not.toContain("brush_");
  await expect
    .element(page.getByRole("button", { name: "Zoom to selection" }))
    .toHaveAttribute("aria-disabled", "true");
});

test("a phone shows the lanes and brushes them by their handles", async () => {
  await page.viewport(390, 844);
  const screen = await draw(recorded("plain").bff, "&table=logs");
  await expect.element(lane("Invocations")).toMatchTextContent("2 started");
  const grip = page.getByRole("slider", { name: "End of selection" });
  const box = grip.element().getBoundingClientRect();
  const target = page.getByRole("region", { name: "Lanes" }).element();
  const lanes = target.getBoundingClientRect();
  await userEvent.dragAndDrop(grip, target, {
    targetPosition: { x: 150 - lanes.left, y: box.top - lanes.top + 4 },
    steps: 4,
  });
  await expect.poll(() => screen.address()).toContain("brush_to=");
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  expect(await axeViolationsIn(document.body)).toEqual([]);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(() => screen.address()).not.toContain("brush_");
  await page.viewport(1440, 900);
});

test("the dialog stays while an annotation is saved, and a failure is shown in it", async () => {
  const { bff } = recorded();
  const answered = Promise.withResolvers<void>();
  bff.on(timelineOperations.createAnnotation, async () => {
    await answered.promise;
    return problem(503, "store_unavailable", "The store does not answer.");
  });
  await draw(bff);
  await page.getByRole("button", { name: "Add mark…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add mark" });
  await dialog.getByRole("button", { name: "Add mark" }).click();
  await expect.element(dialog.getByText("Enter what happened.")).toBeVisible();
  await dialog.getByLabelText("Note").fill("never kept");
  await dialog.getByRole("button", { name: "Add mark" }).click();
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  await expect.element(cancel).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).toBeVisible();
  answered.resolve();
  await expect.element(dialog.getByText("The store does not answer.")).toBeVisible();
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  await cancel.click();
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bff.calls(timelineOperations.createAnnotation)).toHaveLength(1);
});

test("an annotation is set at the typed moment, and can be removed only by its author", async () => {
  const { bff, hour } = recorded("plain");
  bff.one(timelineOperations.createAnnotation, ({ body }) => {
    const { at_ms, note } = annotationCreate.parse(body);
    const made = { id: "m2", at_ms, note, by: "ada", mine: true, created_at_ms: at_ms };
    hour.annotations = {
      total: 2,
      items: [made, ...hour.annotations.items.map((annotation) => ({ ...annotation, mine: false }))],
    };
    return made;
  });
  bff.on(timelineOperations.deleteAnnotation, ({ params }) => {
    const items = hour.annotations.items.filter(({ id }) => id !== params.id);
    hour.annotations = { total: items.length, items };
    return new Response(null, { status: 204 });
  });
  await draw(bff, "&table=logs");
  await page.getByRole("button", { name: "Add mark…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add mark" });
  await dialog.getByLabelText("Time").fill("yesterday");
  await dialog.getByRole("button", { name: "Add mark" }).click();
  await expect.element(dialog.getByText("Enter a time such as 2026-11-21T03:08:41Z.")).toBeVisible();
  await dialog.getByLabelText("Time").fill("2026-11-21T03:08:41Z");
  await dialog.getByLabelText("Note").fill("the deploy");
  await dialog.getByRole("button", { name: "Add mark" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bff.calls(timelineOperations.createAnnotation).map(({ body }) => body)).toEqual([
    { at_ms: Date.parse("2026-11-21T03:08:41Z"), note: "the deploy" },
  ]);
  await expect.element(lane("Marks and log gaps")).toMatchTextContent("2 marks, 1 log gap");
  await expect
    .element(page.getByRole("button", { name: "Delete mark “plain”" }))
    .toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Delete mark “the deploy”" }).click();
  await expect.element(lane("Marks and log gaps")).toMatchTextContent("1 mark, 1 log gap");
});

test("an unreadable range is reported, and not shown as empty", async () => {
  const { bff } = recorded();
  bff.fail(timelineOperations.readTimeline, 503, "store_unavailable", "The store does not answer.");
  await draw(bff);
  await expect.element(page.getByText(/The timeline could not be loaded/)).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Lanes" })).not.toBeInTheDocument();
});

test("a viewer sees the records without operators' actions, and cannot annotate or export", async () => {
  const { bff, hour } = recorded();
  hour.actions = null;
  await draw(bff, "&table=actions", "viewer");
  await expect.element(page.getByText("Not for your role")).toBeVisible();
  for (const name of ["Add mark…", "Export"])
    await expect
      .element(page.getByRole("button", { name, exact: true }))
      .toHaveAttribute("aria-disabled", "true");
});
