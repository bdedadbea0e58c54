// An API with the eleven operations that the specification shows and no other: pages are filled from what other answers
// reported. The dashboard believes for a while that the others are missing, so it is one of this file's own.
import { allOperations } from "../../lib/contract/operations/operations.ts";
import { brieflyShown } from "../support/dashboard/page-moments.ts";
import { expect, test } from "./fixtures.ts";

test.use({ stackName: "shown operations" });

test("sessions, proxies and profiles are listed from the inventory without API lists, and a proxy is checked", async ({
  page,
  upstream,
}) => {
  upstream.removeOperations(...allOperations.filter(({ shown }) => !shown));
  const { records } = upstream;
  const proxy = records.proxy({ name: "frankfurt" });
  const profile = records.profile({ name: "referred-to" });
  records.pool({
    name: "telling-pool",
    browser_pool_config: { size: 1, proxy_id: proxy.id, profile: { id: profile.id } },
  });
  const session = records.browser().session_id;
  const invocation = records.invocation({ status: "running" });
  records.sessionsOf.set(invocation.id, [session]);

  await page.goto("/pools");
  await expect(page.getByText("telling-pool").first()).toBeVisible();
  for (const [path, title, id, source] of [
    ["/browsers", "Other browsers", session, "browsers of an invocation"],
    ["/profiles", "Other profiles", profile.id, "list of pools"],
    ["/proxies", "Other proxies", proxy.id, "list of pools"],
  ] as const) {
    await page.goto(path);
    const row = page.getByRole("table", { name: title }).getByRole("row").filter({ hasText: id });
    await expect(row).toContainText(source);
  }
  await page.goto(`/proxies?open=${proxy.id}`);
  await Promise.all([
    brieflyShown(page, "[data-sonner-toast]", "frankfurt is available"),
    page
      .getByRole("dialog")
      .getByRole("button", { name: new RegExp(`^Check ${proxy.id}`) })
      .click(),
  ]);
  await expect(page.getByRole("region", { name: "Recorded checks" })).toContainText("of 1");
});
