// Bulk actions: confirmation, progress, stop and pause, and the report.
import { usePathname } from "next/navigation";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { bffHeaders } from "@/lib/bff/headers";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { handleSignInRequests, withSignIn } from "@/lib/queries/sign-in-again";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { expectOneBatch } from "@/tests/support/component/expect-one-batch";
import { InvocationBackend } from "@/tests/support/component/invocation-backend";
import { invocationTable, openInvocations } from "@/tests/support/component/invocation-table";
import { warnsBeforeUnload } from "@/tests/support/component/leave-warning";
import { renderView } from "@/tests/support/component/render-view";
import { problem } from "@/tests/support/component/scripted-bff";
import { InvocationsView } from "../list/invocations-view.tsx";

const { createInvocation, updateInvocation } = invocationOperations;
const reason = "the bulk reason, in full: ü";

function sixFailed(): InvocationBackend {
  const backend = new InvocationBackend();
  for (let at = 0; at < 6; at += 1)
    backend.add({ version: "v2", status: "failed", payload: JSON.stringify({ wrong: at }) });
  return backend;
}

type Screen = Awaited<ReturnType<typeof renderView>> & ReturnType<typeof invocationTable>;

async function select(screen: Screen, ids: Iterable<string>): Promise<void> {
  for (const id of ids) await screen.box(id).click();
}

/** Selects these invocations, opens the dialog to run them again and enters a reason. */
async function confirmRunAgain(screen: Screen, ids: Iterable<string>) {
  await select(screen, ids);
  await screen.bar.getByRole("button", { name: /^Run again/ }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
  return dialog;
}

/** Whether text like this was in the dialog at any time from now on, however briefly. */
function watchDialog(): (pattern: RegExp) => boolean {
  const texts = new Set<string>();
  const observer = new MutationObserver(() =>
    texts.add(document.querySelector("[role=dialog]")?.textContent ?? ""),
  );
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return (pattern) => [...texts].some((text) => pattern.test(text));
}

/** The id that a link to an invocation ends with. */
const linkedId = (link: Element) => link.getAttribute("href")?.split("/").at(-1) ?? "";

/** Delays each response of the invoke operation until it is released. */
function holdInvocations(backend: InvocationBackend) {
  const held: (() => void)[] = [];
  backend.bff.on(createInvocation, async ({ body }) => {
    await new Promise<void>((go) => held.push(go));
    return Response.json(backend.invoke(body), { status: 202 });
  });
  return held;
}

test("on a phone the acts on a selection stand on those of the page", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const screen = await openInvocations(sixFailed(), "?status=failed&live=off");
  const invoke = screen.getByRole("link", { name: "Invoke…" });
  await expect.element(invoke).toBeVisible();
  await screen.getByRole("button", { name: "Select", exact: true }).click();
  const boxes = screen.getByRole("checkbox", { name: "Select all rows on this page" });
  const { top } = boxes.element().getBoundingClientRect();
  await boxes.click();
  await expect.element(screen.bar).toMatchTextContent("6 invocations selected: 6 failed");
  await expect.element(invoke).toBeVisible();
  const { left, right, bottom, height } = screen.bar.element().getBoundingClientRect();
  expect([left, right, Math.round(bottom)]).toEqual([0, 390, 844 - 57]);
  expect(invoke.element().getBoundingClientRect().top).toBeGreaterThan(bottom);
  // A line of text and one of buttons.
  expect(height).toBeLessThan(100);
  // What was pressed has not moved.
  expect(boxes.element().getBoundingClientRect().top).toBe(top);
  expect(await axeViolationsIn(screen.bar.element())).toEqual([]);
});

test("invocations are run again with the same input, after count, effect and reason", async () => {
  const backend = sixFailed();
  const [first = "", second = "", ...others] = backend.invocations.keys();
  const screen = await openInvocations(backend, "?status=failed&live=off");
  await select(screen, [first, second]);
  await expect.element(screen.bar).toMatchTextContent("2 invocations selected: 2 failed");
  await screen.bar.getByRole("button", { name: /^Run again/ }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog).toMatchTextContent("Starts 2 new invocations.");
  await expect.element(dialog.getByRole("button", { name: "Cancel" })).toHaveFocus();
  const confirm = dialog.getByRole("button", { name: "Run 2 invocations again" });
  await confirm.click();
  await expect.element(dialog.getByRole("textbox", { name: "Reason" })).toHaveFocus();
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("Give a reason.");
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
  await confirm.dblClick();
  await expect.element(dialog.getByText("2 invocations run again.")).toBeVisible();
  const made = dialog.getByRole("region", { name: "New invocations" }).getByRole("link");
  expect(made.elements()).toHaveLength(2);
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  const sent = backend.bff.calls(createInvocation);
  const requested = { app_name: "storefront", version: "v2", action_name: "search", async: true };
  expect(sent.map(({ body }) => body)).toEqual(
    expect.arrayContaining([0, 1].map((wrong) => ({ ...requested, payload: JSON.stringify({ wrong }) }))),
  );
  expect(sent).toHaveLength(2);
  expectOneBatch(sent);
  for (const { headers } of sent)
    expect(decodeURIComponent(headers.get(bffHeaders.reason) ?? "")).toBe(reason);
  const known = new Set([first, second, ...others]);
  const ids = [...backend.invocations.keys()].filter((id) => !known.has(id));
  expect(
    made
      .elements()
      .map((link) => link.textContent)
      .sort(),
  ).toEqual(ids.sort());
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.element(screen.bar).not.toBeInTheDocument();
});

test("cancelling applies to open invocations and counts the rest as skipped", async () => {
  const backend = sixFailed();
  const [failed = ""] = backend.invocations.keys();
  const { id } = backend.add({ status: "running" });
  const screen = await openInvocations(backend, "?live=off");
  await select(screen, [id, failed]);
  await expect.element(screen.bar).toMatchTextContent("2 invocations selected: 1 running, 1 failed");
  await screen.bar.getByRole("button", { name: /^Cancel/ }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog).toMatchTextContent("1 invocation will end as failed, and its browsers end.");
  await expect.element(dialog).toMatchTextContent("1 skipped");
  await expect.element(dialog.getByRole("button", { name: "Keep running" })).toHaveFocus();
  await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
  await dialog.getByRole("button", { name: "Cancel 1 invocation" }).click();
  await expect.element(dialog.getByText("1 invocation cancelled, 1 skipped.")).toBeVisible();
  // One is no act on many.
  expect(backend.bff.calls(updateInvocation)[0]?.headers.has(bffHeaders.batch)).toBe(false);
  expect(backend.bff.calls(updateInvocation).map(({ params, body }) => [params.id, body])).toEqual([
    [id, { status: "failed" }],
  ]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
});

test("a rate limit pauses the rest and the refused call is not repeated; it is listed with its request id", async () => {
  const backend = sixFailed();
  let posts = 0;
  backend.bff.on(createInvocation, ({ body }) => {
    posts += 1;
    return posts === 1
      ? problem(429, "too_many_requests", "Slow down.", { "retry-after": "2" })
      : Response.json(backend.invoke(body), { status: 202 });
  });
  const screen = await openInvocations(backend, "?status=failed&live=off");
  const dialog = await confirmRunAgain(screen, backend.invocations.keys());
  const showed = watchDialog();
  await dialog.getByRole("button", { name: "Run 6 invocations again" }).click();
  await expect.element(dialog.getByText("5 invocations run again, 1 failed.")).toBeVisible();
  expect(showed(/paused: the API is limiting requests.*Continues in/)).toBe(true);
  const failures = dialog.getByRole("region", { name: "Failures" });
  expect(failures.getByRole("listitem").elements()).toHaveLength(1);
  for (const text of ["too_many_requests", "Slow down.", "component-test"])
    await expect.element(failures).toMatchTextContent(text);
  expect(posts).toBe(6);
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
});

test("closing asks for confirmation while calls are pending; stopping awaits them and lists what was not sent", async () => {
  const backend = sixFailed();
  const held = holdInvocations(backend);
  const screen = await openInvocations(backend, "?status=failed&live=off");
  const dialog = await confirmRunAgain(screen, backend.invocations.keys());
  await dialog.getByRole("button", { name: "Run 6 invocations again" }).click();
  await expect.poll(() => held).toHaveLength(4);
  expect(warnsBeforeUnload()).toBe(true);
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("2 invocations not sent yet");
  await expect.element(dialog.getByRole("button", { name: "Stop" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByText(/stopping after 4 in progress/)).toBeVisible();
  for (const go of held) go();
  await expect.element(dialog.getByText("4 invocations run again, 2 not sent.")).toBeVisible();
  const unsent = dialog.getByRole("region", { name: "Not sent" }).getByRole("listitem");
  expect(unsent.elements()).toHaveLength(2);
  expect(held).toHaveLength(4);
  expect(warnsBeforeUnload()).toBe(true);
  const ids = unsent.getByRole("link").elements().map(linkedId);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.poll(warnsBeforeUnload).toBe(false);
  // They can be sent without being looked for.
  await expect.element(screen.bar).toMatchTextContent("2 invocations selected");
  for (const id of ids) await expect.element(screen.box(id)).toBeChecked();
});

test("a sign-in that ends in the middle is renewed beside the page, and the action goes on", async () => {
  const backend = sixFailed();
  const signedIn = Promise.withResolvers<void>();
  const ask = vi.fn(() => signedIn.promise);
  onTestFinished(handleSignInRequests(ask));
  backend.bff.on(createInvocation, ({ body }) =>
    ask.mock.calls.length === 0
      ? problem(401, "not_signed_in", "Sign in to continue.")
      : Response.json(backend.invoke(body), { status: 202 }),
  );
  const screen = await openInvocations(backend, "?status=failed&live=off");
  const dialog = await confirmRunAgain(screen, backend.invocations.keys());
  await dialog.getByRole("button", { name: "Run 6 invocations again" }).click();
  await expect.poll(() => ask.mock.calls.length).toBe(1);
  signedIn.resolve();
  await expect.element(dialog.getByText("6 invocations run again.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
});

test("a sign-in that ends before the last answer leaves the report on the page until it is closed", async () => {
  const backend = sixFailed();
  const [first = "", second = ""] = backend.invocations.keys();
  const held = holdInvocations(backend);
  const signedIn = Promise.withResolvers<void>();
  const ask = vi.fn(() => signedIn.promise);
  onTestFinished(handleSignInRequests(ask));
  const screen = await openInvocations(backend, "?status=failed&live=off");
  const dialog = await confirmRunAgain(screen, [first, second]);
  await dialog.getByRole("button", { name: "Run 2 invocations again" }).click();
  await expect.poll(() => held).toHaveLength(2);
  const read = vi.fn<() => Promise<string>>();
  read.mockRejectedValueOnce(Object.assign(new Error("Sign in first."), { status: 401 }));
  read.mockResolvedValue("read");
  const reading = withSignIn(read, true);
  await expect.poll(() => ask.mock.calls.length).toBe(1);
  // A load of the page would fail the test.
  for (const go of held) go();
  await expect.element(dialog.getByText("2 invocations run again.")).toBeVisible();
  expect(warnsBeforeUnload()).toBe(true);
  signedIn.resolve();
  expect(await reading).toBe("read");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.poll(warnsBeforeUnload).toBe(false);
});

function InvocationsOrPools() {
  return usePathname() === "/invocations" ? <InvocationsView /> : <h1>Pools</h1>;
}

test("an action continues after Back, the page reports it, and its report is shown on return", async () => {
  const backend = sixFailed();
  const held = holdInvocations(backend);
  const ids = [...backend.invocations.keys()];
  const view = await renderView(<InvocationsOrPools />, { at: "/pools", bff: backend.bff });
  window.history.pushState(null, "", "/invocations");
  const screen = Object.assign(view, invocationTable(view));
  const dialog = await confirmRunAgain(screen, ids);
  await dialog.getByRole("button", { name: "Run 6 invocations again" }).click();
  await expect.poll(() => held).toHaveLength(4);
  window.history.back();
  await expect.element(screen.getByText("Running 6 invocations again continues")).toBeVisible();
  await expect.element(screen.getByRole("heading", { level: 1, name: "Pools" })).toBeVisible();
  for (const go of held.splice(0)) go();
  await expect.poll(() => held).toHaveLength(2);
  for (const go of held) go();
  await expect.element(screen.getByText("6 invocations run again", { exact: true })).toBeVisible();
  expect(warnsBeforeUnload()).toBe(true);
  window.history.forward();
  await expect.element(dialog.getByText("6 invocations run again.")).toBeVisible();
  expect(dialog.getByRole("region", { name: "New invocations" }).getByRole("link").elements()).toHaveLength(
    6,
  );
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(warnsBeforeUnload).toBe(false);
});

test("a viewer sees why no action is possible, and may export the selection", async () => {
  const backend = sixFailed();
  const [first = ""] = backend.invocations.keys();
  const screen = await openInvocations(backend, "?live=off", { role: "viewer" });
  await select(screen, [first]);
  for (const name of [/^Run again/, /^Cancel/]) {
    const button = screen.bar.getByRole("button", { name });
    await expect.element(button).toHaveAttribute("aria-disabled", "true");
    button.element().focus();
    await expect
      .element(screen.getByRole("tooltip"))
      .toMatchTextContent("This needs the operator role. Yours is viewer.");
  }
  await expect
    .element(screen.bar.getByRole("button", { name: /^Export/ }))
    .not.toHaveAttribute("aria-disabled");
});
