import { expect, nobody, signIn, test } from "./fixtures.ts";

test.use({ storageState: nobody });

test("a wrong password is said and keeps the name; the right one leads where one wanted to go", async ({
  page,
  fleet,
}) => {
  const { username, password } = fleet.operator;
  await page.goto("/proxies?query=tokyo");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await expect(page.getByLabel("User name")).toBeFocused();

  await signIn(page, username, "not the password");
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
  await expect(page.getByLabel("User name")).toHaveValue(username);
  await expect(page).toHaveURL(/\/sign-in/);

  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Proxies" })).toBeVisible();
  await expect(page).toHaveURL(/\/proxies\?query=tokyo$/);
});

test("an address of another site is not followed after sign-in", async ({ page, fleet }) => {
  await page.goto("/sign-in?callbackUrl=https%3A%2F%2Fexample.com%2F");
  await signIn(page, fleet.operator.username, fleet.operator.password);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(fleet.dashboard.url);
});

test("signing out ends the session, here and for a page that is still open", async ({
  page,
  context,
  fleet,
}) => {
  await page.goto("/sign-in");
  await signIn(page, fleet.operator.username, fleet.operator.password);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/invocations");
  await expect(other.getByRole("heading", { level: 1, name: "Invocations" })).toBeVisible();

  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await expect(other.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible({ timeout: 60_000 });
  await expect(other).toHaveURL(/callbackUrl=%2Finvocations/);

  await page.goto("/pools");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Fpools/);
});
