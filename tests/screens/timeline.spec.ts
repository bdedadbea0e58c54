// One incident, by script, on one axis: recorded by the dashboard, drawn in lanes, and in the file that leaves it.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { recorderState } from "../../lib/bff/recorder.ts";
import { faultsOf } from "../support/dashboard/axe-violations.ts";
import { takenOver } from "../support/dashboard/page-moments.ts";
import { expect, test } from "./fixtures.ts";

const lane = (page: Page, name: string) =>
  page.getByRole("region", { name: "Lanes" }).getByRole("region", { name, exact: true });
const table = (page: Page, name: string) => page.getByRole("table", { name, exact: true });
const bodyRows = (page: Page, name: string) => table(page, name).locator("tbody tr");

const note = `it began here </style><script>document.title="owned"</script>"><img src=x onerror=alert(1)> password=hunter22`;

test("an incident appears in every lane and table, and in an export without scripts and secrets", async ({
  page,
  upstream: { records },
  stack: { dashboard, relay },
}) => {
  const startMs = Date.now();
  const startedAt = () => new Date().toISOString();
  const admin = await dashboard.admin();
  const pool = records.pool({
    name: "lane-pool",
    available_count: 0,
    acquired_count: 0,
    browser_pool_config: { size: 3, fill_rate_per_minute: 0 },
  });
  for (const query of ["canary of a payload", "elm"])
    records.invocation({ payload: JSON.stringify({ query }), started_at: startedAt() });
  const failed = records.invocation({ version: "v2", status: "failed", started_at: startedAt() });
  const session = records.browser().session_id;
  const proxy = records.proxy({ id: "lane-gateway" });
  // Answers may be shared for a moment with those who requested it before it was there.
  await expect.poll(async () => (await admin.get("/api/browsers")).text).toContain(session);
  await admin.send("POST", `/api/proxies/${proxy.id}/check`);
  records.checks.set(proxy.id, () => ({ status: "unavailable" }));
  for (let at = 0; at < 2; at += 1) await admin.send("POST", `/api/proxies/${proxy.id}/check`);
  await admin.send("DELETE", `/api/browsers/${session}`);

  await page.goto(`/timeline?from=${startMs}&to=${startMs + 60_000}`);
  const mark = page.getByRole("button", { name: "Add mark…" });
  await takenOver(mark);
  await mark.click();
  const dialog = page.getByRole("dialog", { name: "Add mark" });
  await dialog.getByLabel("Note").fill(note);
  await dialog.getByRole("button", { name: "Add mark" }).click();
  await expect(dialog).toBeHidden();
  const sampled = async () =>
    (await admin.get(`/api/history/pools?since_ms=${startMs}&pool_id=${pool.id}`)).text;
  await expect.poll(sampled).toContain('"available":0');
  const missing = async () =>
    recorderState
      .parse((await admin.get("/api/recorder")).json)
      .gaps.filter(({ to_ms: toMs }) => toMs === null)
      .map(({ list }) => list);
  await expect.poll(missing, "gaps of earlier tests").toEqual([]);
  // The API is away for a while: what was not read is reported, and read later.
  relay.set({ kind: "refuse" });
  await expect.poll(missing).toContain("pools");
  relay.set({ kind: "pass" });
  await expect.poll(missing).toEqual([]);

  await page.goto(`/timeline?from=${startMs}&to=${Date.now()}`);
  await expect(lane(page, "Invocations")).toContainText("3 started: 1 failed, 2 succeeded");
  await expect(lane(page, "Proxy checks")).toContainText("3 checks of 1 proxy, 2 unavailable");
  await expect(lane(page, "Pool lane-pool")).toContainText(
    /up to 3 missing, at least 0 available, none acquired; \d+ polls? unanswered/,
  );
  await expect(lane(page, "Not recorded")).toContainText(/\d gaps?/);
  await expect(lane(page, "Marks and log gaps")).toContainText("1 mark, 0 log gaps");
  await expect(bodyRows(page, "Invocations")).toHaveCount(3);
  await expect(table(page, "Invocations").getByRole("link", { name: /shop v2 search/ })).toHaveAttribute(
    "href",
    `/invocations/${failed.id}`,
  );
  const open = (tab: RegExp) => page.getByRole("tab", { name: tab }).click();
  await open(/^Browsers/);
  await expect(table(page, "Browsers").locator(`a[href="/browsers/${session}"]`)).toBeVisible();
  await open(/^Proxy checks/);
  await expect(bodyRows(page, "Proxy checks").filter({ hasText: "unavailable" })).toHaveCount(2);
  await open(/^Acts/);
  await expect(bodyRows(page, "Acts").filter({ hasText: "Check proxy" })).toHaveCount(3);
  await expect(bodyRows(page, "Acts").filter({ hasText: "Add a mark" })).toHaveCount(1);
  await open(/^Not recorded/);
  await expect(bodyRows(page, "Not recorded").first()).toContainText(/invocations|pools|browsers/);

  const texts = new Map<string, string>();
  for (const name of ["Invocations", "Browsers", "Pool lane-pool", "Proxy checks", "Marks and log gaps"])
    texts.set(name, (await lane(page, name).locator("p").textContent()) ?? "");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const path = test.info().outputPath("timeline.html");
  await (await saved).saveAs(path);
  const text = readFileSync(path, "utf8");
  for (const secret of ["hunter22", "<script", "<img", "canary of a payload"])
    expect(text).not.toContain(secret);

  // It has no script to run: what is seen is what was written.
  const file = await page.context().newPage();
  await file.goto(`file://${path}`);
  for (const [name, expected] of texts) {
    const part = file.locator("section", { has: file.getByRole("heading", { name, exact: true }) });
    await expect(part.locator("p")).toHaveText(expected);
    await expect(part.locator("svg")).toBeVisible();
  }
  const rows = (name: string) => file.getByRole("group", { name, exact: true }).locator("tbody tr");
  await expect(rows("Invocations")).toHaveCount(3);
  await expect(rows("Invocations").filter({ hasText: failed.id })).toContainText("failed");
  await expect(rows("Marks")).toContainText('it began here </style><script>document.title="owned"');
  await expect(rows("Marks")).toContainText("password=[redacted]");
  // The style is let in by its hash.
  const fill = await file
    .locator("rect.t-bad")
    .first()
    .evaluate((box) => getComputedStyle(box).fill);
  expect(fill).not.toBe("rgb(0, 0, 0)");
  expect(await faultsOf(file)).toEqual([]);
  await file.close();
  expect((await admin.get("/api/audit?action=exportTimeline")).text).toContain("exportTimeline");

  await page.goto(`/invocations/${failed.id}`);
  await page.getByRole("link", { name: "Show on timeline" }).click();
  await expect(page).toHaveURL(/\/timeline\?from=\d+&to=\d+&brush_from=\d+&brush_to=\d+/);
  await expect(lane(page, "Invocations")).toContainText("1 failed");
});

test("missing lines of a viewed log appear as a gap with its session", async ({
  page,
  upstream: { records, logs },
  stack: { relay },
}) => {
  const log = "/tmp/cut.log";
  const { session_id: id } = records.browser();
  logs.write(id, log, ["before 1", "before 2"]);
  await page.goto(`/browsers/${id}?${new URLSearchParams({ panes: `p.${log}` })}`);
  const pane = page.getByRole("region", { name: `Log ${log}`, exact: true }).getByRole("log");
  await expect(pane).toContainText("before 2");
  await expect.poll(() => logs.followers(id, log)).toBeGreaterThan(0);
  relay.set({ kind: "refuse" });
  // What was written last before the file started over is nowhere any more.
  logs.clear();
  logs.write(id, log, ["after 1", "after 2"]);
  relay.set({ kind: "pass" });
  await expect(pane).toContainText("after 2");
  await expect(pane.getByText(/^Disconnected/)).toBeVisible();

  await page.goto("/timeline?last=15m&table=logs");
  await expect(lane(page, "Marks and log gaps")).toContainText(/\d+ log gap/);
  const row = bodyRows(page, "Marks and log gaps").filter({
    has: page.locator(`a[href="/browsers/${id}"]`),
  });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("An unknown number of lines missing (disconnected)");
});
