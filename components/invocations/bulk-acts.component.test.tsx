// Acts on many runs: what is asked first, how they go on, stop and pause, and what is reported.
import { usePathname } from "next/navigation";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { bffHeaders } from "@/lib/bff/headers";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { faultsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { openRuns, runTable } from "@/tests/support/component/run-table";
import { RunWorld } from "@/tests/support/component/run-world";
import { problem } from "@/tests/support/component/scripted-bff";
import { InvocationsView } from "./invocations-view.tsx";

const { createInvocation, updateInvocation } = invocationOperations;
const reason = "the bulk reason, in full: ü";

function sixFailed(): RunWorld {
  const world = new RunWorld();
  for (let at = 0; at < 6; at += 1)
    world.add({ version: "v2", status: "failed", payload: JSON.stringify({ wrong: at }) });
  return world;
}

type Screen = Awaited<ReturnType<typeof renderView>> & ReturnType<typeof runTable>;

async function select(screen: Screen, ids: Iterable<string>): Promise<void> {
  for (const id of ids) await screen.box(id).click();
}

/** Selects these runs, opens the dialog of running them again and gives the reason. */
async function askAgain(screen: Screen, ids: Iterable<string>) {
  await select(screen, ids);
  await screen.bar.getByRole("button", { name: /^Run again/ }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
  return dialog;
}

/** Whether leaving the page now would warn. */
const warns = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

/** Holds the answer of each invocation back until it is let go. */
function holdInvocations(world: RunWorld) {
  const held: (() => void)[] = [];
  world.bff.on(createInvocation, async ({ body }) => {
    await new Promise<void>((go) => held.push(go));
    return Response.json(world.invoke(body), { status: 202 });
  });
  return held;
}

test("runs are run again with the same input, after count, effect and reason", async () => {
  const world = sixFailed();
  const [first = "", second = "", ...others] = world.runs.keys();
  const screen = await openRuns(world, "?status=failed&live=off");
  await select(screen, [first, second]);
  await expect.element(screen.bar).toMatchTextContent("2 runs selected: 2 failed");
  await screen.bar.getByRole("button", { name: /^Run again/ }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog).toMatchTextContent("2 runs will be invoked again as new runs.");
  await expect.element(dialog.getByRole("button", { name: "Cancel" })).toHaveFocus();
  const confirm = dialog.getByRole("button", { name: "Run 2 runs again" });
  await expect.element(confirm).toHaveAttribute("aria-disabled", "true");
  expect(await faultsIn(dialog.element())).toEqual([]);
  await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
  await confirm.dblClick();
  await expect.element(dialog.getByText("2 runs invoked again.")).toBeVisible();
  const made = dialog.getByRole("region", { name: "New runs" }).getByRole("link");
  expect(made.elements()).toHaveLength(2);
  expect(await faultsIn(dialog.element())).toEqual([]);
  const sent = world.bff.calls(createInvocation);
  const asked = { app_name: "storefront", version: "v2", action_name: "search", async: true };
  expect(sent.map(({ body }) => body)).toEqual(
    expect.arrayContaining([0, 1].map((wrong) => ({ ...asked, payload: JSON.stringify({ wrong }) }))),
  );
  expect(sent).toHaveLength(2);
  for (const { headers } of sent)
    expect(decodeURIComponent(headers.get(bffHeaders.reason) ?? "")).toBe(reason);
  const known = new Set([first, second, ...others]);
  const ids = [...world.runs.keys()].filter((id) => !known.has(id));
  expect(
    made
      .elements()
      .map((link) => link.textContent)
      .sort(),
  ).toEqual(ids.sort());
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.element(screen.bar).not.toBeInTheDocument();
});

test("cancelling takes those under way, counts the rest as skipped", async () => {
  const world = sixFailed();
  const [failed = ""] = world.runs.keys();
  const { id } = world.add({ status: "running" });
  const screen = await openRuns(world, "?live=off");
  await select(screen, [id, failed]);
  await expect.element(screen.bar).toMatchTextContent("2 runs selected: 1 running, 1 failed");
  await screen.bar.getByRole("button", { name: /^Cancel/ }).click();
  const dialog = screen.getByRole("dialog");
  await expect
    .element(dialog)
    .toMatchTextContent("1 run will end as failed; its browser sessions are destroyed.");
  await expect.element(dialog).toMatchTextContent("1 skipped");
  await expect.element(dialog.getByRole("button", { name: "Keep running" })).toHaveFocus();
  await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
  await dialog.getByRole("button", { name: "Cancel 1 run" }).click();
  await expect.element(dialog.getByText("1 run cancelled, 1 skipped.")).toBeVisible();
  expect(world.bff.calls(updateInvocation).map(({ params, body }) => [params.id, body])).toEqual([
    [id, { status: "failed" }],
  ]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
});

test("a refusal for the rate pauses the rest and is never sent again; it is listed with its request id", async () => {
  const world = sixFailed();
  let posts = 0;
  world.bff.on(createInvocation, ({ body }) => {
    posts += 1;
    return posts === 1
      ? problem(429, "too_many_requests", "Slow down.", { "retry-after": "2" })
      : Response.json(world.invoke(body), { status: 202 });
  });
  const screen = await openRuns(world, "?status=failed&live=off");
  const dialog = await askAgain(screen, world.runs.keys());
  await dialog.getByRole("button", { name: "Run 6 runs again" }).click();
  await expect.element(dialog.getByText(/paused, as the API asks/)).toBeVisible();
  await expect.element(dialog.getByText(/^Goes on in/)).toBeVisible();
  await expect.element(dialog.getByText("5 runs invoked again, 1 failed.")).toBeVisible();
  const failures = dialog.getByRole("region", { name: "Failures" });
  expect(failures.getByRole("listitem").elements()).toHaveLength(1);
  for (const words of ["too_many_requests", "Slow down.", "component-test"])
    await expect.element(failures).toMatchTextContent(words);
  expect(posts).toBe(6);
  expect(await faultsIn(dialog.element())).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
});

test("closing asks while calls are under way; stopping awaits them and names what was not sent", async () => {
  const world = sixFailed();
  const held = holdInvocations(world);
  const screen = await openRuns(world, "?status=failed&live=off");
  const dialog = await askAgain(screen, world.runs.keys());
  await dialog.getByRole("button", { name: "Run 6 runs again" }).click();
  await expect.poll(() => held).toHaveLength(4);
  expect(warns()).toBe(true);
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("2 runs not sent yet");
  await expect.element(dialog.getByRole("button", { name: "Stop after those under way" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByText(/waiting for 4 under way/)).toBeVisible();
  for (const go of held) go();
  await expect.element(dialog.getByText("4 runs invoked again, 2 not sent.")).toBeVisible();
  const unsent = dialog.getByRole("region", { name: "Not sent" }).getByRole("listitem");
  expect(unsent.elements()).toHaveLength(2);
  expect(held).toHaveLength(4);
  expect(warns()).toBe(false);
  await dialog.getByRole("button", { name: "Close" }).last().click();
});

function RunsOrPools() {
  return usePathname() === "/invocations" ? <InvocationsView /> : <h1>Pools</h1>;
}

test("an act that is left by Back goes on, says so, and its report is there on return", async () => {
  const world = sixFailed();
  const held = holdInvocations(world);
  const ids = [...world.runs.keys()];
  const view = await renderView(<RunsOrPools />, { at: "/pools", bff: world.bff });
  window.history.pushState(null, "", "/invocations");
  const screen = Object.assign(view, runTable(view));
  const dialog = await askAgain(screen, ids);
  await dialog.getByRole("button", { name: "Run 6 runs again" }).click();
  await expect.poll(() => held).toHaveLength(4);
  window.history.back();
  await expect.element(screen.getByText("Running 6 runs again goes on")).toBeVisible();
  await expect.element(screen.getByRole("heading", { level: 1, name: "Pools" })).toBeVisible();
  for (const go of held.splice(0)) go();
  await expect.poll(() => held).toHaveLength(2);
  for (const go of held) go();
  await expect.element(screen.getByText("6 runs invoked again", { exact: true })).toBeVisible();
  window.history.forward();
  await expect.element(dialog.getByText("6 runs invoked again.")).toBeVisible();
  expect(dialog.getByRole("region", { name: "New runs" }).getByRole("link").elements()).toHaveLength(6);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a viewer reads why nothing can be done to a selection, and may export it", async () => {
  const world = sixFailed();
  const [first = ""] = world.runs.keys();
  const screen = await openRuns(world, "?live=off", { role: "viewer" });
  await select(screen, [first]);
  for (const name of [/^Run again/, /^Cancel/]) {
    const button = screen.bar.getByRole("button", { name });
    await expect.element(button).toHaveAttribute("aria-disabled", "true");
    button.element().focus();
    await expect
      .element(screen.getByRole("tooltip"))
      .toMatchTextContent("This needs the operator role; yours is viewer.");
  }
  await expect
    .element(screen.bar.getByRole("button", { name: /^Export/ }))
    .not.toHaveAttribute("aria-disabled");
});
