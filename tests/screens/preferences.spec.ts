// What an operator prefers goes with them: to another tab at once, to another machine with the next page.
import { expect, test } from "./fixtures.ts";

test("log preferences apply in every tab and in a new browser of the operator", async ({
  page,
  browser,
  signedIn,
  upstream: { records },
  stack: { dashboard },
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
  await beside.close();
  await page.close();

  const elsewhere = await browser.newContext({ baseURL: dashboard.url, storageState: signedIn });
  const there = await elsewhere.newPage();
  await there.goto(address);
  await expect(wrapOf(there)).toHaveAttribute("aria-pressed", "true");
  await elsewhere.close();
});
