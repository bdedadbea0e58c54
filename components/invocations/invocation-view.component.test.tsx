// The page of one run over given answers: its timeline, what is usual, its neighbours, and another run beside it.
import "@/tests/support/component/fast-paces";
import { useParams } from "next/navigation";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { browserOperations } from "@/lib/contract/operations/browsers";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { faultsIn } from "@/tests/support/component/axe";
import { type RenderOptions, renderView } from "@/tests/support/component/render-view";
import { RunWorld } from "@/tests/support/component/run-world";
import { problem } from "@/tests/support/component/scripted-bff";
import { InvocationView } from "./invocation-view.tsx";

/** The page of whichever run the address names. */
function RunOfAddress() {
  const { id = "" } = useParams<{ id: string }>();
  return <InvocationView id={id} />;
}

async function open(world: RunWorld, id: string, query = "", options: RenderOptions = {}) {
  return await renderView(<RunOfAddress />, {
    at: `/invocations/${id}${query}`,
    params: { id },
    bff: world.bff,
    ...options,
  });
}

/** Five searches that succeeded, the newest first to have failed. */
function searches() {
  const world = new RunWorld();
  for (const query of ["oak", "lamp", "camera", "chair", "desk"])
    world.add({
      payload: JSON.stringify({ query }, null, 1),
      output: JSON.stringify({ found: query }, null, 1),
    });
  world.add({ version: "v2", status: "failed", payload: "{}" });
  return { world, ids: [...world.runs.keys()] };
}

const sessionId = "s00000000000000000000001";

test("states, sessions and an operator's act share one axis, and are a list, too", async () => {
  const world = new RunWorld();
  const startedMs = Date.now() - 60_000;
  const { id } = world.add({ status: "running", started_at: new Date(startedMs).toISOString() });
  const session = { session_id: sessionId, created_at: new Date(startedMs + 5_000).toISOString() };
  world.sessions.set(id, [session]);
  world.bff.one(browserOperations.retrieveBrowser, {
    ...session,
    deleted_at: new Date().toISOString(),
  });
  const screen = await open(world, id);
  const timeline = screen.getByRole("region", { name: "Timeline" });
  await expect.element(timeline.getByRole("img", { name: /^running from .* so far$/ })).toBeVisible();
  const active = timeline.getByRole("link", { name: /^Session .*, active$/ });
  await expect.element(active).toHaveAttribute("href", `/browsers/${sessionId}`);
  await expect.element(timeline.getByText(/Nobody did anything to it/)).toBeVisible();
  // It began five seconds after the run: to the right of it, on the same axis.
  const [bar, run] = [active, timeline.getByRole("img", { name: /^running/ })].map((each) =>
    each.element().getBoundingClientRect(),
  );
  expect((bar?.left ?? 0) - (run?.left ?? 0)).toBeGreaterThan(10);

  const cancel = screen.getByRole("button", { name: /^Cancel run/ });
  await cancel.click();
  const dialog = screen.getByRole("alertdialog");
  await expect.element(dialog).toMatchTextContent("browser sessions are destroyed");
  await expect.element(dialog.getByRole("button", { name: "Keep running" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(world.bff.calls(invocationOperations.updateInvocation)).toEqual([]);
  await cancel.click();
  await dialog.getByRole("textbox", { name: /Reason/ }).fill("it goes on for ever");
  await dialog.getByRole("button", { name: "Cancel run" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(cancel).not.toBeInTheDocument();
  await expect.element(timeline.getByRole("img", { name: /^failed at / })).toBeVisible();
  const act = timeline.getByRole("link", { name: /updateInvocation, answered 200, "it goes on for ever"/ });
  await expect.element(act).toBeVisible();
  act.element().focus();
  await expect.element(screen.getByRole("tooltip")).toMatchTextContent("it goes on for ever");
  // What ended is remembered and leads to its session still.
  await expect
    .element(timeline.getByRole("link", { name: /^Session .*, deleted/ }))
    .toHaveAttribute("href", `/browsers/${sessionId}`);
  await timeline.getByText("As a list").click();
  const lines = timeline.getByRole("list", { name: "Timeline" }).getByRole("listitem");
  for (const words of [/running from/, /Session /, /updateInvocation/, /failed$/])
    await expect.poll(() => lines.filter({ hasText: words }).elements()).toHaveLength(1);
  await act.click();
  await expect.poll(screen.address).toMatch(new RegExp(`^/audit\\?target=${id}&open=\\d+`));
});

test("a run is followed until it is over, without a reload", async () => {
  const world = new RunWorld();
  const { id } = world.add({ status: "queued", action_name: "crawl" });
  const screen = await open(world, id);
  const main = screen.getByRole("main");
  await expect.element(screen.getByRole("heading", { level: 1, name: /crawl/ })).toBeVisible();
  await expect.element(main.getByText("queued", { exact: true }).first()).toBeVisible();
  world.change(id, { status: "running" });
  world.sessions.set(id, [{ session_id: sessionId }]);
  await expect.element(main.getByText("running", { exact: true }).first()).toBeVisible();
  const session = main.getByRole("link", { name: sessionId });
  await expect.element(session).toHaveAttribute("href", `/browsers/${sessionId}`);
  world.sessions.delete(id);
  world.change(id, { status: "succeeded", output: '{"pages":10}', finished_at: new Date().toISOString() });
  await expect.element(main.getByText("succeeded", { exact: true }).first()).toBeVisible();
  await expect.element(main.getByRole("treeitem", { name: "pages: 10" })).toBeVisible();
  await expect.element(main.getByText(/No session is active/)).toBeVisible();
});

test("that does not exist says so and leads to all; it is not asked for again and again", async () => {
  const world = new RunWorld();
  const screen = await open(world, "zzzzzzzzzzzzzzzzzzzzzzzz");
  await expect.element(screen.getByText("There is no invocation zzzzzzzzzzzzzzzzzzzzzzzz")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "All invocations" }))
    .toHaveAttribute("href", "/invocations");
  world.bff.on(invocationOperations.retrieveInvocation, () =>
    problem(404, "run_not_known", "It is neither listed by the API nor recorded by this dashboard."),
  );
  await screen.reload();
  await expect
    .element(screen.getByText("Nothing is known of invocation zzzzzzzzzzzzzzzzzzzzzzzz"))
    .toBeVisible();
  await expect.element(screen.getByText(/nor recorded by this dashboard/)).toBeVisible();
});

test("a run stands beside what is usual, and leads to those before and after it", async () => {
  const { world, ids } = searches();
  const [first = "", second = "", third = "", , fifth = "", failed = ""] = ids;
  const screen = await open(world, second);
  const duration = screen.getByRole("region", { name: "Duration" });
  await expect
    .element(duration)
    .toMatchTextContent(
      /^Took .* usual .* \(p50\), .* \(p95\) of the 5 successful among the newest 6 runs of search, any version/,
    );
  const next = screen.getByRole("button", { name: "Next run of this action" });
  await expect.element(next).not.toHaveAttribute("aria-disabled");
  await userEvent.keyboard("[[");
  await expect.poll(screen.address).toBe(`/invocations/${first}`);
  await userEvent.keyboard("]");
  await expect.poll(screen.address).toBe(`/invocations/${third}`);
  await screen.unmount();

  const oldest = await open(world, first);
  const previous = oldest.getByRole("button", { name: "Previous run of this action" });
  await expect.element(previous).toHaveAttribute("aria-disabled", "true");
  await expect.element(oldest.getByRole("region", { name: "Duration" })).toMatchTextContent(/p95/);
  previous.element().focus();
  await expect
    .element(oldest.getByRole("tooltip"))
    .toMatchTextContent("This is the first run of its action.");
  await oldest.unmount();

  const newest = await open(world, failed);
  await expect.element(newest.getByRole("region", { name: "Duration" })).toMatchTextContent(/^Failed after/);
  await expect
    .element(newest.getByRole("button", { name: "Next run of this action" }))
    .toHaveAttribute("aria-disabled", "true");
  await expect
    .element(newest.getByRole("link", { name: "Run again" }))
    .toHaveAttribute("href", `/invocations/new?from=${failed}`);
  await newest.getByRole("button", { name: "Previous run of this action" }).click();
  await expect.poll(newest.address).toBe(`/invocations/${fifth}`);
});

test("two runs are compared line by line, by a link that carries which", async () => {
  const { world, ids } = searches();
  const [first = "", second = "", , , fifth = "", failed = ""] = ids;
  const screen = await open(world, second);
  await screen.getByRole("button", { name: "Previous run", exact: true }).click();
  expect(screen.address()).toBe(`/invocations/${second}?compare=${first}`);
  const input = screen.getByRole("region", { name: "Input compared" });
  await expect.element(input).toMatchTextContent("−1 +1 lines");
  await expect.element(input.getByRole("cell", { name: /other run: .*oak/ })).toBeVisible();
  await expect.element(input.getByRole("cell", { name: /this run: .*lamp/ })).toBeVisible();
  await expect
    .element(screen.getByRole("region", { name: "Output compared" }))
    .toMatchTextContent(/−\d+ \+\d+ lines/);
  await screen.reload();
  await expect.element(input).toMatchTextContent("−1 +1 lines");
  expect(await faultsIn(input.element())).toEqual([]);

  // An address pasted from a chat serves as well as an id.
  await screen
    .getByRole("textbox", { name: "Id of another run" })
    .fill(`https://fleet.example/invocations/${second}?x=1`);
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText(/This is the run itself/)).toBeVisible();
  await screen.unmount();

  const other = await open(world, failed);
  await other.getByRole("button", { name: "Last successful run" }).click();
  await expect.poll(other.address).toBe(`/invocations/${failed}?compare=${fifth}`);
  await expect
    .element(other.getByRole("region", { name: "Output compared" }))
    .toMatchTextContent("This run has none.");
  await other.getByRole("button", { name: "Close comparison" }).click();
  expect(other.address()).toBe(`/invocations/${failed}`);
  await expect.element(other.getByRole("region", { name: "Compare", exact: true })).toHaveFocus();
});

test("a viewer reads why a run cannot be cancelled, and why nobody's acts are shown", async () => {
  const world = new RunWorld();
  const { id } = world.add({ status: "running" });
  const screen = await open(world, id, "", { role: "viewer" });
  const cancel = screen.getByRole("button", { name: /^Cancel run/ });
  await expect.element(cancel).toHaveAttribute("aria-disabled", "true");
  cancel.element().focus();
  await expect.element(screen.getByRole("tooltip")).toMatchTextContent("Cancelling needs the operator role.");
  await expect
    .element(screen.getByRole("region", { name: "Timeline" }))
    .toMatchTextContent("This needs the operator role; yours is viewer.");
});

test("has no accessibility fault with all that opens open, and fits a phone", async () => {
  const { world, ids } = searches();
  const [first = "", second = ""] = ids;
  const screen = await open(world, second, `?compare=${first}`);
  const input = screen.getByRole("region", { name: "Input compared" });
  await expect.element(input).toMatchTextContent("lines");
  await screen.getByRole("button", { name: "Search output" }).click();
  await screen.getByRole("searchbox", { name: "Search output" }).fill("lamp");
  const output = screen.getByRole("region", { name: "Output", exact: true });
  await expect.element(output.getByRole("status")).toMatchTextContent("of");
  await screen.getByText("As a list").click();
  expect(await faultsIn(document.body)).toEqual([]);
  await page.viewport(390, 844);
  await expect.element(input).toBeVisible();
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await screen.getByRole("button", { name: "Raw" }).last().click();
  expect(await faultsIn(document.body)).toEqual([]);
  await page.viewport(1440, 900);
});
