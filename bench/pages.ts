// P5 and P6: the pages in Chromium over a fleet of 5,000 invocations, 300 browsers, 100 proxies and 40 pools: scripts and
// shifts of a first load, main-thread time and nodes until rows, an interaction on a slowed machine, and going from page
// to page, and what needs attention there. With --minutes it also leaves each page open for so long and measures its heap.

import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import { z } from "zod";
import { minuteMs } from "../lib/bff/time-units.ts";
import { type RunningDashboard, sendRequest, startDashboard } from "../tests/support/dashboard/dashboard.ts";
import { storageStateOf } from "../tests/support/dashboard/storage-state.ts";
import { type ScriptedApi, startScriptedApi } from "../tests/support/scripted-api/scripted-api.ts";
import { waitFor } from "../tests/support/wait-until.ts";
import { measureAttention } from "./support/attention.ts";
import { type Figure, type Goal, type Harness, median } from "./support/figure.ts";
import { openChromium } from "./support/open-chromium.ts";
import { productionVariables } from "./support/production-variables.ts";

const sizes = { invocations: 5_000, browsers: 300, proxies: 100, pools: 40 } as const;
const rounds = 2;
/** Navigations take less than a second each. */
const navigations = 3;
const slowdown = 4;
const rowsWithinMs = 60_000;
const readyz = z.object({ recorder: z.string() });
/** After which a page has read everything that it reads once. */
const settledMs = 4_000;

const tableRow = "tbody tr[data-key]";
/** Each page with what it shows first. */
const pages = [
  { path: "/", name: "Overview", rows: "section[aria-label=Pools] article", kib: 170 },
  { path: "/invocations", name: "Invocations", rows: tableRow, kib: 170 },
  { path: "/browsers", name: "Browsers", rows: tableRow, kib: 190 },
  { path: "/pools", name: "Pools", rows: tableRow, kib: 190 },
  { path: "/proxies", name: "Proxies", rows: tableRow, kib: 190 },
  { path: "/timeline", name: "Timeline", rows: "tbody tr", kib: 190 },
] as const;
type MeasuredPage = (typeof pages)[number];

function fill({ records }: ScriptedApi): void {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  for (let at = 0; at < sizes.pools; at += 1) {
    const [available, acquired] = [at % 5, 10 - (at % 7)];
    records.pool({
      name: `pool-${at}`,
      available_count: available,
      acquired_count: acquired,
      browser_pool_config: { size: 16, fill_rate_per_minute: 10 },
    });
  }
  for (let at = 0; at < sizes.proxies; at += 1)
    records.proxy({
      name: `proxy-${at}`,
      status: at % 9 === 0 ? "unavailable" : "available",
      last_checked: ago(at * minuteMs),
    });
  const browsers = Array.from({ length: sizes.browsers }, (_, at) =>
    records.browser({
      created_at: ago(at * 20_000),
      proxy_id: [...records.proxies.keys()][at % sizes.proxies] ?? null,
    }),
  );
  for (let at = 0; at < sizes.invocations; at += 1) {
    const status = at < 150 ? "running" : at % 12 === 0 ? "failed" : "succeeded";
    const made = records.invocation({
      app_name: `app-${at % 8}`,
      version: `v${at % 3}`,
      action_name: `action-${at % 40}`,
      status,
      started_at: ago(at * 5_000),
      payload: JSON.stringify({ query: `item ${at}`, page: at % 10 }),
    });
    const browser = browsers[at];
    if (browser && status === "running") records.sessionsOf.set(made.id, [browser.session_id]);
  }
}

const metricsAnswer = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

/** CPU time of tasks on the page's main thread since it was opened, and bytes of its heap in use. */
async function metricsOf(session: CDPSession): Promise<{ taskMs: number; heapBytes: number }> {
  const { metrics } = metricsAnswer.parse(await session.send("Performance.getMetrics"));
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { taskMs: value("TaskDuration") * 1_000, heapBytes: value("JSHeapUsedSize") };
}

interface Opened {
  page: Page;
  session: CDPSession;
  /** The size of all scripts that the page's HTML names: compressed by gzip, and by Brotli as over HTTPS and from this machine. */
  scriptKib: number;
  brotliKib: number;
  requests: number;
  taskMs: number;
  nodes: number;
  shift: number;
}

async function open(context: BrowserContext, base: string, { path, rows }: MeasuredPage): Promise<Opened> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // CPU time, as of the log pane: a task that waits for a core takes none.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ("value" in entry) seen.shift += Number(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  const response = await page.goto(base + path, { waitUntil: "commit" });
  await page.locator(rows).first().waitFor({ timeout: rowsWithinMs });
  const { taskMs } = await metricsOf(session);
  // Only these: by now there are others in the page, which follow on demand.
  const sources = [...((await response?.text()) ?? "").matchAll(/<script\b[^>]*>/g)].flatMap(([tag]) =>
    /nomodule/i.test(tag) ? [] : (/\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []),
  );
  const loaded = await page.evaluate((wanted) => {
    const names = new Set(wanted.map((source) => new URL(source, location.href).href));
    const resources = performance.getEntriesByType("resource");
    const bytes = resources
      .filter((entry) => names.has(entry.name) && "encodedBodySize" in entry)
      .reduce((sum, entry) => sum + ("encodedBodySize" in entry ? Number(entry.encodedBodySize) : 0), 0);
    return { brotliKib: bytes / 1024, requests: resources.length + 1 };
  }, sources);
  const scriptKib = await gzipKibOf(base, sources);
  await pause(settledMs);
  const settled = await page.evaluate(() => ({
    nodes: document.querySelectorAll("*").length,
    shift:
      "seen" in window && typeof window.seen === "object" && window.seen !== null && "shift" in window.seen
        ? Number(window.seen.shift)
        : 0,
  }));
  return { page, session, scriptKib, ...loaded, ...settled, taskMs };
}

/** KiB of these files as a browser gets them that takes gzip alone. */
async function gzipKibOf(base: string, paths: readonly string[]): Promise<number> {
  const headers = { host: new URL(base).host, "accept-encoding": "gzip" };
  const replies = await Promise.all(paths.map((path) => sendRequest(base, path, { headers })));
  return replies.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) / 1024;
}

/** Opens the palette, types, closes it and goes through rows on a slowed machine: the longest time to the next frame, and
 *  what it was. */
async function interact({ page, session }: Opened): Promise<number> {
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { delays: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push(entry.duration);
    }).observe(Object.assign({ type: "event" }, { durationThreshold: 16 }));
  });
  const rest = () => pause(400);
  for (const key of ["j", "j", "Control+k", "p", "o", "Escape", "j"]) {
    await page.keyboard.press(key);
    await rest();
  }
  const delays = z
    .array(z.number())
    .parse(await page.evaluate(() => ("delays" in window ? window.delays : [])));
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return Math.max(0, ...delays);
}

/** Milliseconds from a click in the sidebar to the frame with the next page's rows, all of which has been shown before. */
async function navigate(page: Page, { name, rows }: MeasuredPage): Promise<number> {
  const link = page
    .getByRole("navigation", { name: "Pages" })
    .getByRole("link", { name: new RegExp(`^${name}`) });
  await link.hover();
  await pause(300);
  return await link.evaluate(
    (element, wanted) =>
      new Promise<number>((resolve) => {
        const startMs = performance.now();
        const look = () => {
          const heading = document.querySelector("main h1")?.textContent?.startsWith(wanted.name);
          if (heading && document.querySelector(`main ${wanted.rows}`) !== null)
            requestAnimationFrame(() => resolve(performance.now() - startMs));
          else requestAnimationFrame(look);
        };
        if (element instanceof HTMLElement) element.click();
        requestAnimationFrame(look);
      }),
    { name, rows },
  );
}

async function heapOf({ session }: Opened): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  return (await metricsOf(session)).heapBytes / 1e6;
}

/** Megabytes that the heap of each open page gains per minute in the second half of the time. */
async function heapGains(context: BrowserContext, base: string, minutes: number): Promise<number[]> {
  const opened: Opened[] = [];
  for (const each of pages) opened.push(await open(context, base, each));
  const heaps = async () => {
    const found: number[] = [];
    for (const each of opened) found.push(await heapOf(each));
    return found;
  };
  await pause((minutes / 2) * minuteMs);
  const before = await heaps();
  await pause((minutes / 2) * minuteMs);
  const after = await heaps();
  for (const { page } of opened) await page.close();
  return after.map((megabytes, at) => (megabytes - (before[at] ?? 0)) / (minutes / 2));
}

async function measure(
  { browser, dashboard }: { browser: Browser; dashboard: RunningDashboard },
  log: (message: string) => void,
  minutes: number | undefined,
): Promise<Figure[]> {
  const storageState = storageStateOf(await dashboard.admin());
  const figures: Figure[] = [];
  const most = (than: number): Goal => ({ of: "value", bound: "most", than });
  const add = (
    id: "P5" | "P6",
    name: string,
    what: string,
    unit: string,
    values: readonly number[],
    goal: number | undefined,
  ) =>
    figures.push({
      id,
      what: `${name}: ${what}`,
      unit,
      ours: median(values),
      ...(goal === undefined ? {} : { goal: most(goal) }),
    });
  const newContext = () => browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
  for (const each of pages) {
    const loads: Opened[] = [];
    const delays: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Empty caches.
      const context = await newContext();
      const opened = await open(context, dashboard.url, each);
      loads.push(opened);
      delays.push(await interact(opened));
      await context.close();
    }
    const values = (key: "scriptKib" | "brotliKib" | "requests" | "taskMs" | "nodes" | "shift") =>
      loads.map((load) => load[key]);
    add("P5", each.name, "scripts of a first load, gzip", "KiB", values("scriptKib"), each.kib);
    add("P5", each.name, "scripts of a first load, Brotli", "KiB", values("brotliKib"), undefined);
    add("P5", each.name, "requests until rows", "", values("requests"), 40);
    add("P5", each.name, "layout shift", "", values("shift"), 0.02);
    add("P5", each.name, `longest interaction, ${slowdown} × slowed`, "ms", delays, 100);
    add("P6", each.name, "main-thread time until rows", "ms", values("taskMs"), 1_000);
    add("P6", each.name, "nodes before scrolling", "", values("nodes"), 2_500);
    log(`${each.name} measured`);
  }
  const context = await newContext();
  const { page } = await open(context, dashboard.url, pages[0]);
  for (const each of pages) await navigate(page, each);
  for (const each of pages) {
    const timesMs: number[] = [];
    for (let round = 0; round < navigations; round += 1) {
      const other = pages[each === pages[0] ? 1 : 0];
      await navigate(page, other);
      timesMs.push(await navigate(page, each));
    }
    add("P6", each.name, "from a click to rows, data in the cache", "ms", timesMs, 100);
  }
  await page.close();
  if (minutes !== undefined) {
    const gains = await heapGains(context, dashboard.url, minutes);
    for (const [at, gain] of gains.entries())
      add("P6", pages[at]?.name ?? "", `heap a minute, open for ${minutes} min`, "MB", [gain], 0.2);
  }
  await context.close();
  figures.push(...(await measureAttention(dashboard)));
  return figures;
}

export const harness: Harness = {
  needs: "build",
  async run(log, { minutes }) {
    const upstream = await startScriptedApi();
    fill(upstream);
    const dashboard = await startDashboard({
      apiBaseUrl: upstream.url,
      token: upstream.token,
      variables: { ...productionVariables, RECORDER_REQUESTS_PER_MINUTE: "2400" },
    });
    const browser = await openChromium();
    try {
      const operator = await dashboard.admin();
      const recorderState = async () => readyz.parse((await operator.get("/api/readyz")).json).recorder;
      await waitFor("the fleet is recorded", recorderState, (state) => state === "recording");
      log("the fleet is recorded");
      return await measure({ browser, dashboard }, log, minutes);
    } finally {
      await browser.close();
      await dashboard.stop();
      await upstream.close();
    }
  },
};
