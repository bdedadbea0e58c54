// The search page over the built dashboard: what was recorded of invocations, from the palette to the invocation.
import { takenOver } from "../support/dashboard/page-moments.ts";
import { expect, test } from "./fixtures.ts";

test("a word typed into the palette finds payloads and reasons, and Enter opens their invocation", async ({
  page,
  upstream: { records },
  stack,
}) => {
  const failed = records.invocation({
    status: "failed",
    payload: '{"address":"Elm Street 502"}',
    status_reason: "address service answered 502",
    started_at: new Date(Date.now() - 60_000).toISOString(),
  });
  const admin = await stack.dashboard.admin();
  await expect
    .poll(async () => (await admin.get("/api/history/invocations?text=address")).text)
    .toContain(failed.id);
  await page.goto("/");
  const palette = page.getByRole("button", { name: /^Go to an id/ });
  await takenOver(palette);
  await palette.click();
  await page.getByRole("dialog").getByRole("combobox").fill("address 502");
  await page.getByRole("option", { name: "Search logs for address 502" }).click();
  await expect(page).toHaveURL(/\/search\?q=address\+502$/);
  await expect(page.getByRole("tab", { name: /^Reasons/ })).toContainText("1");
  const group = page.getByRole("region", { name: new RegExp(failed.id) });
  await expect(group.getByRole("listitem")).toHaveText([
    /payload.*Elm Street 502/,
    /reason.*service answered 502/,
  ]);
  await page.locator("main").focus();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(group.getByRole("link", { name: "Open reason" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/invocations/${failed.id}$`));
  await page.goBack();
  await expect(page.getByRole("textbox", { name: /^Search logs/ })).toHaveValue("address 502");
  await expect(group).toBeVisible();
});
