// A saved state of 100 MB in the page: counted in a worker, stopped on the way, and refused where it is too large.
import { createWriteStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations/operations.ts";
import { expect, test } from "../e2e/fixtures.ts";

test.use({ throughRelay: true });

const domains = 3_000;
const origins = 2_000;

/** A saved state of some 100 MB, part by part: domain `n` has one cookie and those that divide by 10 have eleven. */
function* largeState(): Generator<string> {
  const value = "v".repeat(10_500);
  yield '{"cookies":[';
  for (let at = 0; at < domains; at += 1)
    for (let more = 0; more < (at % 10 === 0 ? 11 : 1); more += 1) {
      const domain = `site-${String(at).padStart(4, "0")}.test`;
      const cookie = { name: `c${more}`, value: value.slice(0, 3_000), domain, expires: -1, secure: true };
      yield `${at + more === 0 ? "" : ","}${JSON.stringify(cookie)}`;
    }
  yield '],"origins":[';
  for (let at = 0; at < origins; at += 1) {
    const localStorage = [0, 1, 2, 3].map((entry) => ({ name: `k${entry}`, value }));
    yield `${at === 0 ? "" : ","}${JSON.stringify({ origin: `https://site-${at}.test`, localStorage })}`;
  }
  yield "]}";
}

/** What the page itself holds once what it dropped is collected, in bytes. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}

test("a state of 100 MB downloads with progress, can be cancelled, and one too large is refused", async ({
  page,
  fleet: { api, service, relay },
}) => {
  const large = await api.call(operations.createProfile, { body: { name: "e2e-large" } });
  const pathOf = (id: string) => join(service.dataDir, "profiles", `${id}.json`);
  await pipeline(Readable.from(largeState()), createWriteStream(pathOf(large.id)));
  const { size } = await stat(pathOf(large.id));
  expect(size).toBeGreaterThan(100_000_000);

  const inspect = async (name: string) => {
    await page.goto(`/profiles?find=${name}`);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `Inspect ${name}` })
      .click();
    await page.getByRole("alertdialog").getByRole("textbox", { name: "Reason" }).fill("counted in a test");
  };
  const dialog = page.getByRole("alertdialog");
  const confirm = dialog.getByRole("button", { name: "Inspect" });
  await inspect("e2e-large");
  const before = await heapOf(page);
  relay.set({ kind: "delay", ms: 50 });
  await confirm.click();
  await expect(dialog.getByRole("status")).toContainText(/ of 1\d\d MB received/, { timeout: 120_000 });
  await dialog.getByRole("button", { name: "Stop" }).click();
  await expect(dialog).toContainText("Stopped.");
  relay.set({ kind: "pass" });

  await confirm.click();
  const counts = page.getByRole("dialog", { name: "Contents of profile e2e-large" });
  await expect(counts).toBeVisible({ timeout: 240_000 });
  // 3,000 domains with one, of which 300 have ten more.
  await expect(counts.getByRole("heading", { name: "6,000 cookies of 3,000 domains" })).toBeVisible();
  await expect(counts.getByRole("heading", { name: "2,000 origins with site data" })).toBeVisible();
  const cookies = counts.getByRole("table", { name: "Cookies per domain" });
  await expect(cookies.locator("tbody tr")).toHaveCount(100);
  await expect(cookies.locator("tbody tr").first()).toContainText(/site-0000\.test\s*11\s*11\s*0\s*11/);
  await counts.getByRole("button", { name: "Show 100 more" }).first().click();
  await expect(cookies.locator("tbody tr")).toHaveCount(200);
  await cookies.getByText("site-0000.test").click();
  await expect(cookies.locator("li")).toHaveCount(11);
  await expect(counts).not.toContainText("vvv");
  expect(await heapOf(page), "the page holds the counts, not the state").toBeLessThan(before + 40_000_000);

  const huge = await api.call(operations.createProfile, { body: { name: "e2e-huge" } });
  const file = await open(pathOf(huge.id), "w");
  await file.truncate(300_000_000);
  await file.close();
  await inspect("e2e-huge");
  await confirm.click();
  await expect(dialog).toContainText("larger than 256 MB, too large to inspect here", {
    timeout: 120_000,
  });
  await expect(dialog.getByRole("status")).toBeHidden();
  for (const { id } of [large, huge])
    await api.call(operations.deleteProfile, { params: { id_or_name: id } });
});
