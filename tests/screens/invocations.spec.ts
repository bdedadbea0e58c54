// Invocations over a scripted upstream: what page, server, record and audit do together.
import type { Page } from "@playwright/test";
import { z } from "zod";
import { auditEntry } from "../../lib/bff/audit.ts";
import { view } from "../../lib/bff/views.ts";
import { navigateByPalette } from "../support/dashboard/keyboard-navigation.ts";
import { takenOver } from "../support/dashboard/page-moments.ts";
import { expect, signedOut, test } from "./fixtures.ts";

const table = (page: Page) => page.getByRole("table", { name: "Invocations" });
const rowOf = (page: Page, id: string) => table(page).locator(`tr[data-key="${id}"]`);

test("a new invocation appears on a button press and updates in place", async ({ page, upstream }) => {
  const { records } = upstream;
  const app_name = records.id("shop");
  const first = records.invocation({ app_name });
  await page.goto(`/invocations?app_name=${app_name}`);
  await expect(rowOf(page, first.id)).toBeVisible();
  const { id } = records.invocation({ app_name, status: "running", started_at: new Date().toISOString() });
  await page.getByRole("button", { name: "1 new" }).click();
  await expect(rowOf(page, id)).toContainText("running");
  await expect(rowOf(page, first.id)).toBeVisible();
  records.invocation({ id, app_name });
  await expect(rowOf(page, id)).toContainText("succeeded");
});

test("the form's input is invoked once, and the invocation followed to its end (T39)", async ({
  page,
  upstream,
}) => {
  const { records } = upstream;
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  const app_name = records.id("shop");
  records.app({ app_name, version: "v2", actions: [{ name: "search" }] });
  await page.goto("/profiles");
  await navigateByPalette(page, "invoke act", "Invoke action");
  const editor = page.getByRole("textbox", { name: /^Payload/ });
  await expect(editor).toHaveAttribute("contenteditable", "true");
  for (const [name, value] of [
    ["Application", app_name],
    ["Version", "v2"],
    ["Action", "search"],
  ] as const)
    await page.getByRole("combobox", { name, exact: true }).fill(value);
  await page.keyboard.press("Escape");
  await editor.click();
  // The marks of a fault are drawn under the page's policy, too.
  await page.keyboard.insertText('{"query": 12345678901234567890,}');
  const fault = page.getByRole("button", { name: /Remove the comma before }/ });
  await fault.click();
  await page.keyboard.press("Backspace");
  await expect(fault).toBeHidden();
  await page.getByRole("button", { name: "Invoke", exact: true }).dblclick();
  await expect(page).toHaveURL(/\/invocations\/inv[a-z0-9]+$/);
  const id = page.url().split("/").at(-1) ?? "";
  const { body } = upstream.hitsOn("POST", "/invocations")[0] ?? {};
  expect(body).toMatchObject({ app_name, payload: '{"query": 12345678901234567890}', async: true });
  expect(upstream.hitsOn("POST", "/invocations")).toHaveLength(1);

  const main = page.getByRole("main");
  await expect(main.getByText("queued", { exact: true }).first()).toBeVisible();
  const browser = records.browser();
  records.sessionsOf.set(id, [browser.session_id]);
  const invocation = { ...records.invocation({ id, app_name, version: "v2" }) };
  records.invocations.set(id, { ...invocation, status: "running", finished_at: null, output: null });
  await expect(main.getByRole("link", { name: browser.session_id, exact: true })).toBeVisible();
  records.sessionsOf.delete(id);
  records.invocations.set(id, { ...invocation, status: "succeeded", output: '{"pages":10}' });
  await expect(main.getByRole("treeitem", { name: "pages: 10" })).toBeVisible();
});

test("a cancellation is in the audit and on the invocation's timeline", async ({ page, upstream }) => {
  const { id } = upstream.records.invocation({
    status: "running",
    started_at: new Date(Date.now() - 60_000).toISOString(),
  });
  await page.goto(`/invocations/${id}`);
  await page.getByRole("button", { name: /^Cancel invocation/ }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: /Reason/ }).fill("it goes on for ever");
  await dialog.getByRole("button", { name: "Cancel invocation" }).click();
  await expect(dialog).toBeHidden();
  expect(upstream.hitsOn("PATCH", `/invocations/${id}`).map(({ body }) => body)).toEqual([
    { status: "failed" },
  ]);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await timeline.getByRole("link", { name: /cancelled it, "it goes on for ever"/ }).click();
  await expect(page).toHaveURL(new RegExp(`/audit\\?target=${id}&open=\\d+`));
  // The link opens the act, with its reason.
  await expect(page.getByRole("table", { name: "Acts" })).toContainText("admin cancelled invocation");
  await expect(page.getByRole("dialog")).toContainText("it goes on for ever");
});

test("bulk actions are audited individually with outcome and reason", async ({ page, upstream }) => {
  const { records } = upstream;
  const app_name = records.id("shop");
  const payloads = [0, 1].map((wrong) => JSON.stringify({ wrong }));
  const failed = payloads.map((payload) => records.invocation({ app_name, status: "failed", payload }));
  await page.goto(`/invocations?app_name=${app_name}&live=off`);
  // Before the rows are there, "all" of them is none.
  for (const { id } of failed) await expect(rowOf(page, id)).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).click();
  await page
    .getByRole("region", { name: "Selected invocations" })
    .getByRole("button", { name: /^Run again/ })
    .click();
  const reason = `again of ${app_name}`;
  await page.getByRole("dialog").getByRole("textbox", { name: "Reason" }).fill(reason);
  await page.getByRole("button", { name: "Run 2 invocations again" }).click();
  await expect(page.getByText("2 invocations run again.")).toBeVisible();
  const made = [...records.invocations.values()].filter(({ status }) => status === "queued");
  expect(made.map(({ payload }) => payload).sort()).toEqual(payloads);
  await page.goto("/audit?action=createInvocation");
  const audit = page.getByRole("table", { name: "Acts" });
  const acts = audit.getByRole("row").filter({ hasText: reason });
  await expect(acts).toHaveCount(1);
  await expect(acts).toContainText("admin started 2 invocations");
  await acts.click();
  await page.getByRole("dialog").getByRole("link", { name: "Show all 2" }).click();
  await expect(acts).toHaveCount(2);
  await expect(acts.filter({ hasText: `admin invoked ${app_name}` }).filter({ hasText: "ok" })).toHaveCount(
    2,
  );
});

test.describe("signed in anew", () => {
  // Signing out ends a session everywhere: the one that the other tests share must not be it.
  test.use({ storageState: signedOut });

  test("a half-typed form outlives signing out and in again", async ({ page, stack: { operator } }) => {
    const signIn = async () => {
      await page.goto("/invocations/new");
      await takenOver(page.getByLabel("User name"));
      await page.getByLabel("User name").fill(operator.username);
      await page.getByLabel("Password").fill(operator.password);
      await page.getByRole("button", { name: "Sign in" }).click();
    };
    await signIn();
    const application = page.getByRole("combobox", { name: "Application", exact: true });
    await application.fill("half-typed");
    await expect(page.getByText(/^Draft saved/)).toBeVisible();
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
    await signIn();
    await expect(application).toHaveValue("half-typed");
  });
});

test("a shared view is visible to everyone, editable by its owner only, and its deletion is audited", async ({
  page,
  upstream,
  stack: { dashboard },
}) => {
  const name = upstream.records.id("Version one ");
  await page.goto("/invocations?version=v1&live=off");
  const menu = page.getByRole("button", { name: /^View: / });
  await takenOver(menu);
  const choose = async (item: RegExp) => {
    await menu.click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await choose(/Save as new view/);
  const dialog = page.getByRole("dialog", { name: "Save view" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("checkbox", { name: "Share with everyone" }).click();
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(menu).toHaveAccessibleName(`View: ${name}`);

  const viewer = await dashboard.signedIn("viewer");
  const seen = z.array(view).parse((await viewer.get("/api/views")).json);
  const shared = seen.find((each) => each.name === name);
  expect(shared).toMatchObject({ query: "version=v1", owner: "admin", mine: false });
  const path = `/api/views/${shared?.id}`;
  expect((await viewer.send("PATCH", path, { name: "theirs" })).status).toBe(403);
  expect((await viewer.send("DELETE", path)).status).toBe(403);

  await choose(/^Delete/);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete view" }).click();
  await expect(menu).toHaveAccessibleName("View: All invocations");
  const audit = await page.request.get(`/api/audit?action=deleteView&target=${shared?.id}&actor=admin`);
  const entries = z.array(auditEntry).parse(await audit.json());
  expect(entries.map(({ phase }) => phase).sort()).toEqual(["answered", "intended"]);
});

test("two outputs that exceed one response do not break the list", async ({ page, upstream }) => {
  const { records } = upstream;
  const app_name = records.id("shop");
  const output = JSON.stringify("x".repeat(3_600_000));
  const huge = [records.invocation({ app_name, output }), records.invocation({ app_name, output })];
  const running = records.invocation({ app_name, status: "running" });
  await page.goto(`/invocations?app_name=${app_name}`);
  for (const { id } of [...huge, running]) await expect(rowOf(page, id)).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
});
