// Giving acquired browsers back: which of them cost least, what a remedy needs, and what came of each.
import { poolInsights } from "../../lib/bff/pool-insight.ts";
import { operations } from "../../lib/contract/operations.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { finished, invoke } from "./making.ts";

test.use({ fleetName: "pool release" });

const slow = { timeout: 90_000 } as const;

test("a remedy offers the idle sessions it needs; each one released is an act of its own", async ({
  page,
  fleet: { api },
}) => {
  test.setTimeout(240_000);
  // The pool that the sample applications take their browsers from; 25 % of 16 come in a minute.
  const params = { id_or_name: "storefront" };
  await api.call(operations.updatePool, { params, body: { size: 16, headless: true } });
  const pool = async () => await api.call(operations.retrievePool, { params });
  const { id } = await pool();
  // Looked at, the pool is polled often: what is taken is seen apart from the change of size.
  await page.goto(`/pools/${id}`);
  const worked = async (target: number) => {
    const answer = await page.request.get(`/api/pools/insight?pool_id=${id}&target_minutes=${target}`);
    return poolInsights.safeParse(await answer.json()).data?.pools[0];
  };
  await expect.poll(async () => (await worked(1))?.available ?? 0, slow).toBeGreaterThanOrEqual(3);
  const run = await invoke(api, ["catalogue", "v1", "crawl"], { maxPages: 200, pauseMs: 1000 });
  const take = async () => {
    const browser = await api.call(operations.acquireBrowser, {
      params,
      body: { acquire_timeout_seconds: 30 },
    });
    if (browser === undefined) throw new Error("no browser came");
    return browser.session_id;
  };
  const idle = [await take(), await take()];
  await expect.poll(async () => (await worked(1))?.drain?.taken ?? 0, slow).toBe(3);
  await api.call(operations.updatePool, { params, body: { size: 4 } });
  const behind = await api.call(operations.listInvocationBrowsers, { params: { id: run } });
  const [busy = ""] = behind.browsers.map(({ session_id }) => session_id);

  const releases = async (target: number) =>
    (await worked(target))?.remedies.some(({ kind }) => kind === "release") ?? false;
  let target = 0;
  await expect(async () => {
    for (target = 1; target <= 30 && !(await releases(target)); target += 1);
    expect(target).toBeLessThanOrEqual(30);
  }).toPass({ timeout: 90_000, intervals: [2_000] });

  const dialog = page.getByRole("dialog");
  const list = dialog.getByRole("list", { name: "Acquired sessions" });
  const row = (sessionId: string) => list.getByRole("listitem").filter({ hasText: sessionId });
  const box = (sessionId: string) => dialog.getByRole("checkbox", { name: sessionId });

  await test.step("what is chosen beforehand are idle ones, as many as it needs", async () => {
    await page.goto(`/pools/${id}?target=${target}`);
    const remedy = page
      .getByRole("region", { name: "To make it last" })
      .getByRole("button", { name: /^Release/ });
    await expect(remedy).toBeVisible(slow);
    const needed = Number(/\d+/.exec((await remedy.textContent()) ?? "")?.[0]);
    await remedy.click();
    const ticked = Math.min(needed, idle.length);
    await expect(dialog.getByText(`${ticked} chosen of ${needed} that the remedy needs`)).toBeVisible(slow);
    await expect(list.getByRole("checkbox", { checked: true })).toHaveCount(ticked);
    await expect(box(busy)).not.toBeChecked();
    // The idle ones stand first.
    await expect(list.getByRole("listitem").last()).toContainText(busy);
    await expect(row(busy)).toContainText("running invocation");
    await expect(row(busy).getByRole("link", { name: `${run}, in a new tab` })).toBeVisible();
    await expect(row(idle[0] ?? "")).toContainText("no run known");
    await expect(dialog.getByText("3 of 3 acquired are known")).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("one at work is warned of; an id can be typed; what failed is told beside what was done", async () => {
    await page.getByRole("button", { name: "Release…", exact: true }).click();
    await expect(dialog.getByText("0 browsers chosen")).toBeVisible(slow);
    await box(busy).check();
    await expect(dialog.getByRole("alert")).toContainText("1 browser of the chosen has a running invocation");
    expect(await faultsOf(page)).toEqual([]);
    await box(busy).uncheck();
    await box(idle[0] ?? "").check();
    await dialog.getByLabel("Ids of other sessions").fill("no-such-session");
    const confirm = dialog.getByRole("button", { name: "Release 2 browsers" });
    await expect(confirm).toHaveAttribute("aria-disabled", "true");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("it runs empty tonight");
    await confirm.dblclick();
    await expect(dialog.getByText("1 browser released, 1 failed.")).toBeVisible(slow);
    await expect(dialog.getByRole("region", { name: "Failures" })).toContainText("no-such-session");
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Close" }).first().click();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await pool()).acquired_count, slow).toBe(2);
    const audit = await page.request.get("/api/audit?action=releaseBrowser&phase=intended");
    const acts = { actor: "admin", reason: "it runs empty tonight" };
    expect(await audit.json()).toMatchObject([acts, acts]);
  });

  await test.step("what was released is offered no more", async () => {
    await page.getByRole("button", { name: "Release…", exact: true }).click();
    await expect(box(idle[1] ?? "")).toBeVisible(slow);
    await expect(box(idle[0] ?? "")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });
  await api.call(operations.updateInvocation, { params: { id: run }, body: { status: "failed" } });
  await finished(api, run);
});
