// The logs of real browsers after their end: stored while they were written, shown when nothing else has them.

import { chromium, type Page } from "@playwright/test";
import { z } from "zod";
import { storedLog } from "../../lib/bff/stored-logs.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import { shortId } from "../../lib/format/short-id.ts";
import { createBrowser, deleteBrowser, invoke } from "./factories.ts";
import { expect, test } from "./fixtures.ts";

test.use({ dashboardVariables: { KEEP_LOGS: "all" } });

const lineCount = 3_000;

/** Lines that are stored of a browser so far: above 0, its log is followed. */
async function storedLineCount(page: Page, sessionId: string): Promise<number> {
  const answer = await page.request.get("/api/logs", { params: { session_id: sessionId } });
  return z
    .array(storedLog)
    .parse(await answer.json())
    .reduce((sum, { lines }) => sum + lines, 0);
}

test("the log of a browser that has ended is read in full: every line once, in order, with where it ends", async ({
  page,
  fleet: { api },
}) => {
  const { id, cdpUrl } = await createBrowser(api, { headless: true });
  const driven = await chromium.connectOverCDP(cdpUrl);
  const shown = driven.contexts()[0]?.pages()[0];
  await expect.poll(() => storedLineCount(page, id)).toBeGreaterThan(0);
  await shown?.evaluate((count) => {
    for (let number = 1; number <= count; number += 1) console.log(`numbered line ${number}`);
  }, lineCount);
  await driven.close();
  await deleteBrowser(api, id);

  await page.goto(`/browsers/${id}`);
  const stored = page.getByRole("region", { name: "Stored logs" });
  const unfold = page.getByRole("button", { name: /^Stored logs/ });
  await unfold.click();
  await expect(stored).toContainText("chromium");
  await expect(stored).not.toContainText("in progress");
  await page.reload();
  const pane = page.getByRole("region", { name: "Log chromium" });
  await expect(pane.getByRole("status").filter({ hasText: /^Stored log · / })).toBeVisible();
  await expect(pane.getByRole("log")).toContainText("Log ended");
  await pane.getByRole("button", { name: "More", exact: true }).click();
  const downloads = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^Download/ }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await downloads).createReadStream()) chunks.push(Buffer.from(chunk));
  const numbers = [
    ...Buffer.concat(chunks)
      .toString("utf8")
      .matchAll(/numbered line (\d+)/g),
  ].map(([, text]) => Number(text));
  expect(numbers).toEqual(Array.from({ length: lineCount }, (_, index) => index + 1));

  await unfold.click();
  await stored.getByRole("button", { name: "Delete log of chromium…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete log" }).click();
  await expect(stored).toBeHidden();
  await page.goto("/audit?action=deleteStoredLog");
  await expect(
    page.getByRole("row").filter({ hasText: `deleted a stored log of ${shortId(id)}` }),
  ).toBeVisible();
});

test("a failed invocation has the log of its browser after the browser is gone", async ({
  page,
  fleet: { api },
}) => {
  const id = await invoke(api, ["catalogue", "v1", "crawl"], { maxPages: 200, pauseMs: 1000 });
  const sessions = async () =>
    (await api.call(operations.listInvocationBrowsers, { params: { id } })).browsers.map(
      ({ session_id: sessionId }) => sessionId,
    );
  await expect.poll(sessions).toHaveLength(1);
  const [sessionId = ""] = await sessions();
  await expect.poll(() => storedLineCount(page, sessionId)).toBeGreaterThan(0);
  // The action has its browser: one that is still created when its invocation ends is refused.
  await page.goto(`/invocations/${id}`);
  await expect(page.getByRole("region", { name: "Log lines" }).getByRole("log")).toContainText("pages, ");
  await api.call(operations.updateInvocation, { params: { id }, body: { status: "failed" } });
  await expect.poll(sessions).toEqual([]);

  await page.goto(`/invocations/${id}?browsers=shown&during=all`);
  await expect(page.getByRole("main").getByText("failed", { exact: true }).first()).toBeVisible();
  const log = page.getByRole("region", { name: "Log lines" });
  await expect(log.getByRole("status").filter({ hasText: /^Stored log · / })).toBeVisible();
  await expect(log.getByRole("log")).toContainText("chromium exited");
  await page
    .getByRole("region", { name: /^Browsers/ })
    .getByRole("link", { name: sessionId, exact: true })
    .click();
  const pane = page.getByRole("region", { name: "Log chromium" });
  await expect(pane.getByRole("status").filter({ hasText: /^Stored log · / })).toBeVisible();
  await expect(pane.getByRole("log")).toContainText("chromium exited");
});
