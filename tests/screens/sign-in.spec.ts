// Coming in and going out: what an operator meets at the door, by hand and by keyboard alone.
import type { Page } from "@playwright/test";
import { faultsOf } from "../support/dashboard/axe-violations.ts";
import { navigateByPalette, openPalette, tabUntilFocused } from "../support/dashboard/keyboard-navigation.ts";
import { takenOver } from "../support/dashboard/page-moments.ts";
import { storageStateOf } from "../support/dashboard/storage-state.ts";
import { expect, signedOut, test } from "./fixtures.ts";

test.use({ storageState: signedOut });

/** Fills in the form and sends it. */
async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await takenOver(page.getByLabel("User name"));
  await page.getByLabel("User name").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
const title = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

test("a wrong password shows an error and preserves the name; the right one leads to the requested page", async ({
  page,
  stack: { operator },
}) => {
  await page.goto("/proxies?query=tokyo");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
  await expect(title(page, "Sign in")).toBeVisible();
  await expect(page.getByLabel("User name")).toBeFocused();

  await signIn(page, { ...operator, password: "not the password" });
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await expect(page.getByLabel("User name")).toHaveValue(operator.username);
  await expect(page).toHaveURL(/\/sign-in/);

  await page.getByLabel("Password").fill(operator.password);
  await page.keyboard.press("Enter");
  await expect(title(page, "Proxies")).toBeVisible();
  await expect(page).toHaveURL(/\/proxies\?query=tokyo$/);
});

test("before the page's code runs the form keeps what is typed and sends nothing", async ({
  browser,
  stack: { dashboard },
}) => {
  const context = await browser.newContext({ baseURL: dashboard.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("User name").fill("ada");
  await page.getByLabel("Password").fill("a password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
  await expect(page.getByLabel("Password")).toHaveValue("a password");
  expect(new URL(page.url()).search).toBe("");
  await context.close();
});

test("an address of another site is not followed after sign-in", async ({
  page,
  stack: { operator, dashboard },
}) => {
  await page.goto("/sign-in?callbackUrl=https%3A%2F%2Fexample.com%2F");
  await signIn(page, operator);
  await expect(title(page, "Overview")).toBeVisible();
  expect(new URL(page.url()).origin).toBe(dashboard.url);
});

test("signing out ends the sign-in, also for another open page", async ({
  page,
  context,
  stack: { operator },
}) => {
  await page.goto("/sign-in?callbackUrl=%2Fsettings");
  await signIn(page, operator);
  await expect(title(page, "Settings")).toBeVisible();
  const other = await context.newPage();
  await other.goto("/invocations");
  await expect(title(other, "Invocations")).toBeVisible();

  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(title(page, "Sign in")).toBeVisible();
  await expect(title(other, "Sign in")).toBeVisible();
  await expect(other).toHaveURL(/callbackUrl=%2Finvocations/);

  await page.goto("/pools");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Fpools/);
});

test("a page does not go on as another account that signs in beside it, and loses nothing typed", async ({
  page,
  context,
  upstream,
  stack: { dashboard },
}) => {
  const [ada, bo] = [await dashboard.admin(), await dashboard.signedIn("admin")];
  await context.addCookies(storageStateOf(ada).cookies);
  await page.goto("/proxies");
  await expect(title(page, "Proxies")).toBeVisible();
  await takenOver(page.getByRole("button", { name: "Create proxy…" }).first());
  await page.getByRole("button", { name: "Create proxy…" }).first().click();
  const form = page.getByRole("dialog", { name: "Create proxy", includeHidden: true });
  await form.getByLabel("Host").fill("203.0.113.7");
  await form.getByLabel("Port").fill("8080");
  await form.getByLabel(/^User name/).fill("fleet");
  await form.getByLabel(/^Password/).fill("of nobody");
  await context.addCookies(storageStateOf(bo).cookies);
  // What the page reads may be refused first, and its question cover the form.
  await form.getByRole("button", { name: "Create proxy", includeHidden: true }).dispatchEvent("click");
  const question = page.getByRole("dialog", { name: "You are signed out" });
  await expect(question).toContainText("Sign in as admin to continue.");
  expect(upstream.hitsOn("POST", "/proxies")).toEqual([]);
  await context.addCookies(storageStateOf(ada).cookies);
  await expect(question).toBeHidden();
  await expect(form).toBeHidden();
  expect(upstream.hitsOn("POST", "/proxies").map(({ body }) => body)).toMatchObject([
    { config: { password: "of nobody" } },
  ]);
});

test("by keyboard alone: sign in, skip to the content, go to a page, to a pasted id, and sign out", async ({
  page,
  upstream,
  stack: { operator },
}) => {
  const { id } = upstream.records.invocation({ app_name: "storefront" });
  await page.goto("/sign-in");
  await expect(page.getByLabel("User name")).toBeFocused();
  await takenOver(page.getByLabel("User name"));
  await page.keyboard.type(operator.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(operator.password);
  await page.keyboard.press("Enter");
  await expect(title(page, "Overview")).toBeVisible();

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await page.goto("/profiles");
  await expect(title(page, "Profiles")).toBeVisible();
  await tabUntilFocused(page, page.getByRole("link", { name: /^Proxies/ }));
  await page.keyboard.press("Enter");
  await expect(title(page, "Proxies")).toBeVisible();

  await navigateByPalette(page, id, "invocation");
  await expect(page).toHaveURL(new RegExp(`/invocations/${id}$`));
  await expect(title(page, /search/)).toBeVisible();
  await navigateByPalette(page, "sett", "Settings");
  await expect(title(page, "Settings")).toBeVisible();

  // Past everything that Settings has.
  await tabUntilFocused(page, page.getByRole("button", { name: /^Account/ }), 80);
  await page.keyboard.press("Enter");
  const signOut = page.getByRole("menuitem", { name: "Sign out" });
  await expect(signOut).toBeVisible();
  for (let presses = 0; presses < 5; presses += 1) {
    if (await signOut.evaluate((item) => item === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await expect(signOut).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(title(page, "Sign in")).toBeVisible();
});

test("a pasted address with a signed token opens the session, and the token is discarded", async ({
  page,
  context,
  upstream,
  signedIn,
}) => {
  await context.addCookies(signedIn.cookies);
  const { session_id: session } = upstream.records.browser();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/settings");
  await expect(title(page, "Settings")).toBeVisible();
  const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeQ";
  const address = `https://api.example.com/browsers/${session}/logs/stream?jwt=${token}`;
  await page.evaluate((text) => navigator.clipboard.writeText(text), address);
  const palette = await openPalette(page);
  await page.keyboard.press("Control+v");
  await expect(palette.getByRole("option").first()).toContainText(session);
  expect(await palette.getByRole("combobox").inputValue()).not.toContain("eyJ");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/browsers/${session}\\?panes=`));
  expect(await page.content()).not.toContain(token);
});
