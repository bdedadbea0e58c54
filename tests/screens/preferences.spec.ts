// What an operator prefers goes with them: to another tab at once, to another machine with the next page.
import { expect, signedOut, test } from "./fixtures.ts";

test("log preferences are the operator's, on every machine they sign in on", async ({
  page,
  browser,
  upstream: { records },
  world: { dashboard, operator },
}) => {
  const address = `/browsers/${records.browser().session_id}?source=supervisor&supervisor_process=chromium`;
  const beside = await page.context().newPage();
  const wrapOf = (tab: typeof page) => tab.getByRole("button", { name: "Wrap lines (w)" });
  for (const tab of [page, beside]) {
    await tab.goto(address);
    await expect(wrapOf(tab)).toHaveAttribute("aria-pressed", "false");
  }
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/preferences/log-pane"));
  await wrapOf(page).click();
  await expect(wrapOf(beside)).toHaveAttribute("aria-pressed", "true");
  expect((await saved).status()).toBe(204);

  const elsewhere = await browser.newContext({ baseURL: dashboard.url, storageState: signedOut });
  const there = await elsewhere.newPage();
  await there.goto(address);
  await there.getByLabel("User name").fill(operator.username);
  await there.getByLabel("Password").fill(operator.password);
  await there.getByRole("button", { name: "Sign in" }).click();
  await expect(wrapOf(there)).toHaveAttribute("aria-pressed", "true");
  await elsewhere.close();
});
