// The profiles page over a scripted upstream.
import { expect, test } from "./fixtures.ts";

test("a name the API does not know is not found, exactly", async ({ page, upstream }) => {
  upstream.records.profile({ name: "oak" });
  await page.goto("/profiles");
  const rows = page.getByRole("table", { name: "Profiles", exact: true }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText("oak");
});
