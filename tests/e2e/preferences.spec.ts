// What an operator prefers goes with them: to another tab at once, to another machine with the next page.
import { expect, nobody, signIn, test } from "./fixtures.ts";
import { createBrowser, deleteBrowser } from "./making.ts";

test("log preferences and panes are the operator's, on every machine they sign in on", async ({
  page,
  browser,
  fleet,
}) => {
  const { id } = await createBrowser(fleet.api, { headless: true });
  try {
    const beside = await page.context().newPage();
    for (const tab of [page, beside]) {
      await tab.goto(`/browsers/${id}?source=supervisor&supervisor_process=chromium`);
      await expect(tab.getByRole("button", { name: "Wrap lines (w)" })).toHaveAttribute(
        "aria-pressed",
        "false",
      );
    }
    const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/preferences/log-pane"));
    await page.getByRole("button", { name: "Wrap lines (w)" }).click();
    await expect(beside.getByRole("button", { name: "Wrap lines (w)" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    expect((await saved).status()).toBe(204);

    const elsewhere = await browser.newContext({ baseURL: fleet.dashboard.url, storageState: nobody });
    const there = await elsewhere.newPage();
    await there.goto(`/browsers/${id}?source=supervisor&supervisor_process=chromium`);
    await signIn(there, fleet.operator.username, fleet.operator.password);
    await expect(there.getByRole("button", { name: "Wrap lines (w)" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await elsewhere.close();
  } finally {
    await deleteBrowser(fleet.api, id);
  }
});
