// What an operator is shown of the dashboard's own memory: while the API is away, and where lists are too long for it.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const recorder = (page: Page) => page.getByRole("region", { name: "Recorder" });

test("during an API outage the settings show the failing recorder and its gaps until they are filled, and the top bar the API alone", async ({
  page,
  upstream: { records },
  stack: { relay },
}) => {
  records.invocation();
  await page.goto("/settings");
  const banner = page.getByRole("banner");
  const note = banner.getByRole("link", { name: /^Recorder failing for/ });
  await expect(recorder(page).getByText("recording", { exact: true })).toBeVisible();
  await expect(note).toHaveCount(0);

  relay.set({ kind: "refuse" });
  await expect(recorder(page).getByText("failing", { exact: true })).toBeVisible();
  await expect(
    recorder(page)
      .getByText(/failing for/)
      .first(),
  ).toBeVisible();
  const lasting = (list: string) =>
    recorder(page)
      .getByRole("table", { name: "Gaps" })
      .getByRole("row")
      .filter({ hasText: list })
      .getByText("lasts");
  for (const list of ["invocations", "pools", "browsers"]) await expect(lasting(list)).toHaveCount(1);
  await expect(banner.getByText("API failing")).toBeVisible();
  await expect(note).toHaveCount(0);

  relay.set({ kind: "pass" });
  await expect(recorder(page).getByText("recording", { exact: true })).toBeVisible();
  for (const list of ["invocations", "pools", "browsers"]) await expect(lasting(list)).toHaveCount(0);
  await expect(recorder(page).getByRole("row").filter({ hasText: "invocations" }).first()).toContainText(
    "filled",
  );
  await expect(note).toHaveCount(0);
});

test("a list beyond the read limit is marked as incomplete, and unread items do not count as ended", async ({
  page,
  upstream: { records },
  stack: { dashboard },
}) => {
  const made: string[] = [];
  const createUpTo = (count: number) => {
    while (made.length < count) made.push(records.browser().session_id);
  };
  for (let at = 0; at < 1_000; at += 1) records.pool();
  createUpTo(1_500);
  const known = async () => {
    const rows = await (await dashboard.store())
      .selectFrom("resources")
      .select(["id", "ended_at_ms"])
      .where("kind", "=", "session")
      .execute();
    const own = rows.filter(({ id }) => made.includes(id));
    const ended = own.filter(({ ended_at_ms: atMs }) => atMs !== null).length;
    return { live: own.length - ended, ended };
  };
  const read = (text: string) => recorder(page).getByRole("definition").filter({ hasText: text });
  const text = "only";

  await page.goto("/settings");
  await expect(read(`first 910 ${text}`)).toBeVisible();
  await expect.poll(known).toEqual({ live: 1_500, ended: 0 });
  await expect(read(`first 1,810 ${text}`)).toHaveCount(0);
  // The oldest are pushed beyond what is read; they go on all the same.
  createUpTo(2_000);
  await expect(read(`first 1,810 ${text}`)).toBeVisible();
  await expect.poll(known).toEqual({ live: 2_000, ended: 0 });
  for (const id of made.slice(0, 1_000)) records.browsers.delete(id);
  await expect(read(`first 1,810 ${text}`)).toHaveCount(0);
  await expect.poll(known).toEqual({ live: 1_000, ended: 1_000 });
});
