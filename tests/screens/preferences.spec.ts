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
  const wrapIn = async (tab: typeof page) => {
    await tab.getByRole("button", { name: "More", exact: true }).click();
    return tab.getByRole("menuitemcheckbox", { name: /^Wrap lines/ });
  };
  for (const tab of [page, beside]) {
    await tab.goto(address);
    await expect(await wrapIn(tab)).toHaveAttribute("aria-checked", "false");
  }
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/preferences/log-pane"));
  await page.getByRole("menuitemcheckbox", { name: /^Wrap lines/ }).click();
  await expect(beside.getByRole("menuitemcheckbox", { name: /^Wrap lines/ })).toHaveAttribute(
    "aria-checked",
    "true",
  );
  expect((await saved).status()).toBe(204);
  await beside.close();
  await page.close();

  const elsewhere = await browser.newContext({ baseURL: dashboard.url, storageState: signedIn });
  const there = await elsewhere.newPage();
  await there.goto(address);
  await expect(await wrapIn(there)).toHaveAttribute("aria-checked", "true");
  await elsewhere.close();
});

test("what is printed is light, also of an operator who prefers the dark theme", async ({ page }) => {
  const schemeOf = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/pools");
  await expect.poll(schemeOf).toBe("dark");
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  expect(await schemeOf()).toBe("light");
});
