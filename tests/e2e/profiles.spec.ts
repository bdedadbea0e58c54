import { createWriteStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { chromium, type Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { createBrowser, deleteBrowser } from "./making.ts";

const name = "e2e sign-in (ä)";

test("a profile saved by a real session is found by name, and its download is the API's own bytes", async ({
  page,
  fleet: { api, service },
}) => {
  await test.step("save one", async () => {
    await api.call(operations.createProfile, { body: { name } });
    const session = await createBrowser(api, { headless: true, profile: { name, save_changes: true } });
    const driven = await chromium.connectOverCDP(session.cdpUrl);
    const [context] = driven.contexts();
    await context?.addCookies([
      { name: "sid", value: "a-saved-sign-in", url: service.url, expires: Date.now() / 1000 + 3600 },
    ]);
    await driven.close();
    await deleteBrowser(api, session.id);
  });
  const profile = await api.call(operations.retrieveProfile, { params: { id_or_name: name } });
  const wanted = await api.bytes(operations.downloadProfile, { params: { id_or_name: profile.id } });
  expect(wanted.toString()).toContain("a-saved-sign-in");

  await page.goto("/profiles");
  await page.getByRole("textbox", { name: "Profile id or name" }).fill(name);
  await page.getByRole("button", { name: "Look up" }).click();
  const sheet = page.getByRole("dialog", { name });
  await expect(sheet).toContainText(profile.id);
  expect(new URL(page.url()).searchParams.get("find")).toBe(name);
  await page.reload();
  await expect(sheet).toContainText(profile.id);

  await sheet.getByRole("button", { name: `Download ${name}` }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("cookies, which are live sign-ins");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("compared in an end-to-end test");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  const saved = await readFile(await download.path());
  expect(saved.equals(wanted), "the bytes saved are the bytes the API gives").toBe(true);
  expect(download.suggestedFilename()).toBe("profile-e2e sign-in _ä_.json");
  await expect(dialog).toBeHidden();

  await sheet.getByRole("button", { name: "Close" }).click();
  const row = page
    .getByRole("table", { name: "Profiles", exact: true })
    .getByRole("row")
    .filter({ hasText: name });
  await row.getByRole("button", { name: `Download ${name}` }).click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("named by the list");
  const [fromList] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(fromList.suggestedFilename()).toBe(download.suggestedFilename());
});

test("a name the API does not know is not found, exactly", async ({ page }) => {
  await page.goto("/profiles?find=no%20such%20profile");
  await expect(page.getByText("Not found")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("textbox", { name: "Profile id or name" }).fill("a/b");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByText(/must not contain/)).toBeVisible();
});

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

/** What the page itself holds once what it let go is collected, in bytes. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}

test("a state of 100 MB is counted beside the page, can be stopped, and one too large says so", async ({
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
  await expect(dialog).toContainText("Stopped; nothing was kept.");
  relay.set({ kind: "pass" });

  await confirm.click();
  const counts = page.getByRole("dialog", { name: "What profile e2e-large holds" });
  await expect(counts).toBeVisible({ timeout: 240_000 });
  // 3,000 domains with one, of which 300 have ten more.
  await expect(counts.getByRole("heading", { name: "6,000 cookies of 3,000 domains" })).toBeVisible();
  await expect(counts.getByRole("heading", { name: "2,000 origins with stored entries" })).toBeVisible();
  const cookies = counts.getByRole("table", { name: "Cookies per domain" });
  await expect(cookies.locator("tbody tr")).toHaveCount(100);
  await expect(cookies.locator("tbody tr").first()).toContainText(/site-0000\.test\s*11\s*11\s*0\s*11/);
  await counts.getByRole("button", { name: "Show 100 more" }).first().click();
  await expect(cookies.locator("tbody tr")).toHaveCount(200);
  await cookies.getByText("site-0000.test").click();
  await expect(cookies.locator("li")).toHaveCount(11);
  await expect(counts).not.toContainText("vvv");
  expect(await heapOf(page), "the page holds the counts, not the state").toBeLessThan(before + 40_000_000);
  expect(await faultsOf(page)).toEqual([]);

  const huge = await api.call(operations.createProfile, { body: { name: "e2e-huge" } });
  const file = await open(pathOf(huge.id), "w");
  await file.truncate(300_000_000);
  await file.close();
  await inspect("e2e-huge");
  await confirm.click();
  await expect(dialog).toContainText("larger than 256 MB, too large to count in this page", {
    timeout: 120_000,
  });
  await expect(dialog.getByRole("status")).toBeHidden();
  for (const { id } of [large, huge])
    await api.call(operations.deleteProfile, { params: { id_or_name: id } });
});
