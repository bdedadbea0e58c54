// Invoking an action from the dashboard, and finding the runs that do not end.
import type { Locator, Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { faultsBesideMenus as faultsOf } from "./accessibility.ts";
import { expect, nobody, signIn, test } from "./fixtures.ts";
import { goBy } from "./keyboard.ts";
import { finished, invocationOf, invoke } from "./making.ts";

test.use({ fleetName: "invoke" });

const field = (page: Page, name: "Application" | "Version" | "Action") =>
  page.getByRole("combobox", { name, exact: true });
const editor = (page: Page) => page.getByRole("textbox", { name: /^Payload/ });
// While it waits its spinner is part of its name.
const button = (page: Page) => page.getByRole("button", { name: /^(Working )?Invoke$/ });
const form = (page: Page) => page.getByRole("form", { name: "Invoke an action" });

/** Opens the form and waits for the editor, which comes later than the page. */
async function openForm(page: Page, path = "/invocations/new"): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: "Invoke" })).toBeVisible();
  await expect(editor(page)).toHaveAttribute("contenteditable", "true");
}

async function write(page: Page, into: Locator, text: string): Promise<void> {
  await into.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

async function name(page: Page, app: string, version: string, action: string): Promise<void> {
  await field(page, "Application").fill(app);
  await field(page, "Version").fill(version);
  await field(page, "Action").fill(action);
  await page.keyboard.press("Escape");
}

/** The invocations that the page sends from now on. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/invocations"))
      sent.push(request.postData() ?? "");
  });
  return sent;
}

test("what is deployed is offered; the run is queued once and its page opens", async ({ page, fleet }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await goBy(page, "invoke an", "Invoke an action");
  await expect(page.getByRole("heading", { level: 1, name: "Invoke" })).toBeVisible();
  await expect(editor(page)).toHaveAttribute("contenteditable", "true");

  await field(page, "Application").click();
  await page.getByRole("option", { name: "storefront" }).click();
  await field(page, "Version").fill("v2");
  await field(page, "Action").click();
  await expect(page.getByRole("option")).toHaveText(["checkout", "search"]);
  await page.getByRole("option", { name: "search" }).click();
  await write(page, editor(page), '{"query": 12345678901234567890}');
  await page.getByRole("button", { name: "Format" }).click();
  await page.getByRole("textbox", { name: /^Time limit/ }).fill("60");

  const sent = sentBy(page);
  await button(page).dblclick();
  await expect(page).toHaveURL(/\/invocations\/[a-z0-9]{20,}$/);
  const id = page.url().split("/").at(-1) ?? "";
  expect(sent.map((body) => JSON.parse(body))).toEqual([
    {
      app_name: "storefront",
      version: "v2",
      action_name: "search",
      payload: '{\n  "query": 12345678901234567890\n}',
      async: true,
      async_timeout_seconds: 60,
    },
  ]);
  expect((await finished(fleet.api, id)).payload).toBe('{\n  "query": 12345678901234567890\n}');

  await page.goBack();
  await expect(page.getByText(/^Sent as/)).toBeVisible();
  await expect(page.getByRole("region", { name: "The same as curl" })).toContainText("12345678901234567890");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(field(page, "Application")).toHaveValue("");
});

test("what is wrong is said at its field and nothing is sent", async ({ page }) => {
  await openForm(page);
  const sent = sentBy(page);
  await button(page).click();
  await expect(page.getByText("Give the name of the application.")).toBeVisible();
  await expect(field(page, "Application")).toBeFocused();

  await name(page, "storefront", "v2", "serch");
  await expect(page.getByText(/storefront v2 has no action serch that is known/)).toBeVisible();
  await field(page, "Action").fill("search");
  await page.keyboard.press("Escape");
  await write(page, editor(page), '{\n  "query": "oak",\n}');
  const fault = page.getByRole("button", { name: "Line 3, column 1: The comma before } is one too many" });
  await expect(fault).toBeVisible();
  await page.getByRole("textbox", { name: /^Time limit/ }).fill("9");
  await button(page).click();
  await expect(page.getByText("A whole number of seconds from 10 to 3,600.")).toBeVisible();
  await fault.click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(editor(page)).not.toBeFocused();
  expect(sent).toEqual([]);
});

test("a refusal of the API keeps everything and shows its code and request", async ({ page }) => {
  await openForm(page);
  await name(page, "nosuch", "latest", "anything");
  await expect(page.getByText(/No application nosuch is known/)).toBeVisible();
  await write(page, editor(page), '{"kept": true}');
  const sent = sentBy(page);
  await page.keyboard.press("ControlOrMeta+Enter");
  const alert = page.getByRole("alert").filter({ hasText: "Nothing was invoked" });
  await expect(alert).toContainText("404 not_found");
  await expect(alert).toContainText("request");
  await expect(editor(page)).toContainText("kept");
  expect(sent).toHaveLength(1);
  expect(await faultsOf(page)).toEqual([]);
});

test("a failure that may have begun a run says so and is not repeated", async ({ page }) => {
  await openForm(page, "/invocations/new?app_name=storefront&version=v2&action_name=search");
  await expect(field(page, "Action")).toHaveValue("search");
  const sent = sentBy(page);
  // The answer never comes: the page cannot know what became of the request.
  await page.route("**/api/invocations", (route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
  );
  await button(page).click();
  await expect(page.getByText("Nobody knows whether it was invoked")).toBeVisible();
  await expect(page.getByRole("link", { name: "this action's runs" })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("a half-typed form survives reload and signing in again, for this operator alone", async ({
  browser,
  fleet,
}) => {
  const context = await browser.newContext({ baseURL: fleet.dashboard.url, storageState: nobody });
  const page = await context.newPage();
  const { username, password } = fleet.operator;
  await page.goto("/invocations/new");
  await signIn(page, username, password);
  await expect(page.getByText("What you type is kept in this browser until it is sent.")).toBeVisible();
  await expect(editor(page)).toHaveAttribute("contenteditable", "true");
  await field(page, "Application").fill("catalogue");
  await page.keyboard.press("Escape");
  await write(page, editor(page), '{"half": ');
  await page.reload();
  await expect(page.getByText(/^Draft, kept/)).toBeVisible();
  await expect(field(page, "Application")).toHaveValue("catalogue");
  await expect(editor(page)).toContainText('{"half":');

  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await page.goto("/invocations/new");
  await signIn(page, username, password);
  await expect(field(page, "Application")).toHaveValue("catalogue");

  // Another form leaves it alone and offers it.
  await page.goto("/invocations/new?app_name=accounts");
  await expect(field(page, "Application")).toHaveValue("accounts");
  await page.getByRole("button", { name: "Take it up" }).click();
  await expect(field(page, "Application")).toHaveValue("catalogue");
  await expect(editor(page)).toContainText('{"half":');
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(field(page, "Application")).toHaveValue("accounts");
  await context.close();
});

test("a run is repeated as it was, a synchronous one waits for its result, and the last payloads are at hand", async ({
  page,
  context,
  fleet,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // Slow enough for its waiting to be seen.
  const payload = '{"maxPages": 4, "pauseMs": 4000}';
  const body = { app_name: "catalogue", version: "v1", action_name: "crawl", payload, async: true };
  const { id } = await fleet.api.call(operations.createInvocation, { body });
  await openForm(page, `/invocations/new?from=${id}`);
  await expect(page.getByText(/^As run/)).toBeVisible();
  await expect(field(page, "Action")).toHaveValue("crawl");
  await expect(editor(page)).toContainText('"maxPages": 4');

  await page.getByRole("radio", { name: /^Synchronous/ }).check();
  await page.getByRole("button", { name: "Copy as curl" }).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toContain('"Authorization: Bearer $TOKEN"');
  const copied = await clipboard();
  expect(copied).toContain(fleet.relay.url);
  expect(copied).not.toContain(fleet.service.token);

  // Its browser comes out of a pool, and the repeated run waits for one for 15 s only.
  await finished(fleet.api, id);
  await button(page).click();
  const result = page.getByRole("region", { name: "Result" });
  await expect(result).toContainText("Waiting for crawl");
  await expect(result).toContainText("the run goes on");
  await expect(button(page)).toHaveAttribute("aria-disabled", "true");
  await expect(result.getByText("succeeded")).toBeVisible({ timeout: 120_000 });
  await expect(result.getByRole("region", { name: "Output" })).toContainText("pages");
  await expect(result.getByRole("link", { name: "Open the run" })).toHaveAttribute(
    "href",
    /^\/invocations\/[a-z0-9]+$/,
  );

  await write(page, editor(page), '{"mine": 1}');
  await page.getByRole("button", { name: "Last payloads" }).click();
  const item = page.getByRole("menuitem").filter({ hasText: '"maxPages": 4' });
  await expect(item).toContainText("2 times");
  expect(await faultsOf(page)).toEqual([]);
  await item.click();
  await expect(editor(page)).toContainText('"maxPages": 4');
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(editor(page)).toContainText('{"mine": 1}');
});

test("a payload of a megabyte is taken in, checked and counted", async ({ page }) => {
  await openForm(page);
  const large = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ id: at, text: "x".repeat(30) })));
  await write(page, editor(page), large);
  await expect(page.getByText(/^1\.\d\d MB of 4\.50 MB$/)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(",");
  await expect(
    page.getByRole("button", { name: /^Line 1, column \d+: Expected nothing more/ }),
  ).toBeVisible();
  await page.keyboard.press("Backspace");
  await expect(page.getByText(/Not every API takes more than/)).toBeVisible();
});

test("a viewer is told why the button does nothing", async ({ page }) => {
  await page.route("**/api/session", async (route) => {
    const response = await route.fetch();
    const said: unknown = await response.json();
    const text = JSON.stringify(said).replace('"role":"admin"', '"role":"viewer"');
    await route.fulfill({ response, body: text });
  });
  await openForm(page);
  await expect(form(page).getByText("This needs the operator role; yours is viewer.")).toBeVisible();
  await expect(button(page)).toHaveAttribute("aria-disabled", "true");
});

for (const theme of ["light", "dark"] as const) {
  test(`the form has no accessibility fault and breaks no policy, ${theme}`, async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
      });
    });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await openForm(page);
    await name(page, "storefront", "v9", "search");
    await write(page, editor(page), '{"query": "it\'s", "n": [1, true, null,]}');
    await expect(page.getByText(/comma before ]/)).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("radio", { name: /^Synchronous/ }).check();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(390);
    expect(await faultsOf(page)).toEqual([]);
  });
}

test.describe("stuck runs", () => {
  test("a run past its action's p99 is named with its evidence and can be ended; else one line says none is", async ({
    page,
    fleet: { api },
  }) => {
    const line = page.getByRole("region", { name: "Stuck runs" });
    // A past of quick runs: ended by force the moment they are there.
    const crawl = ["catalogue", "v2", "crawl"] as const;
    for (let at = 0; at < 20; at += 1) {
      const id = await invoke(api, crawl, { maxPages: 1 });
      await api.call(operations.updateInvocation, { params: { id }, body: { status: "succeeded" } });
    }
    await page.goto("/invocations");
    await expect(line).toContainText(/No run is stuck: 0 running/);
    const long = await invoke(api, crawl, { maxPages: 200, pauseMs: 1000 });
    await expect(line.getByRole("button", { name: /1 run looks stuck/ })).toBeVisible({ timeout: 120_000 });
    await line.getByRole("button", { name: /1 run looks stuck/ }).click();
    await expect(page).toHaveURL(/stuck=open/);
    const row = line.getByRole("listitem").filter({ hasText: "crawl" });
    await expect(row).toContainText(/running \d+ s, p99 of \d+ runs is/);
    await expect(row.getByRole("link", { name: /crawl/ })).toHaveAttribute("href", `/invocations/${long}`);
    expect(await faultsOf(page)).toEqual([]);

    // Nothing is claimed before what is usual was read, nor where it cannot be.
    const isPast = (url: URL) =>
      url.pathname === "/api/invocations" &&
      url.searchParams.get("status") === "succeeded" &&
      url.searchParams.get("action_name") === "crawl";
    const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
    await page.route(isPast, async (route) => {
      await refused;
      await route.abort();
    });
    await page.reload();
    await expect(line).toContainText("Looking whether a run is stuck: 1 running");
    refuse();
    await expect(line).toContainText("No run is known to be stuck: 1 running");
    await expect(line).toContainText("the past of 1 action could not be read");
    await page.unroute(isPast);
    await page.reload();

    await row.getByRole("button", { name: /^Cancel run/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel run" }).click();
    await expect(line).toContainText(/No run is stuck/);
    expect((await invocationOf(api, long)).status).toBe("failed");
  });
});
