// P7: the time the service needs for a browser, compared with a bare Chromium. The two are measured in turn.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { operations } from "../lib/contract/operations/operations.ts";
import { chosenChromium } from "../scripts/find-chromium.mjs";
import { type ServiceProgram, startServiceProgram } from "../tests/support/service/service-program.ts";
import { type Figure, type Harness, median } from "./support/figure.ts";
import { percentile } from "./support/log-viewer.ts";
import { productionServiceVariables } from "./support/production-variables.ts";

const id = "P7";
const rounds = 8;
/** With a spare browser, each of which has to start first; they differ by far less than what is left to the goal. */
const spareRounds = 3;
const acquisitions = 20;
/** In which a spare browser has started. */
const spareReadyMs = 4_000;
/** In which the instance of the next browser is prepared: not while a bare Chromium is measured. */
const instanceReadyMs = 1_000;
const body = { headless: true, timeout_seconds: 600 } as const;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/**
 * Milliseconds from spawning Chromium, with the service's main flags, to its line with the DevTools address, and until a
 * driver is connected there.
 */
async function timeBareStart(path: string): Promise<{ startedMs: number; connectedMs: number }> {
  const folder = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  const startMs = performance.now();
  const child = spawn(
    path,
    [
      `--user-data-dir=${folder}`,
      "--remote-debugging-port=0",
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let stderr = "";
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`Chromium ended with ${code}: ${stderr}`)));
      child.stderr.on("data", (part: Buffer) => {
        stderr += part.toString();
        const [, url] = /DevTools listening on (ws:\S+)\s/.exec(stderr) ?? [];
        if (url !== undefined) resolve(url);
      });
    });
    const startedMs = performance.now() - startMs;
    const browser = await chromium.connectOverCDP(address);
    const connectedMs = performance.now() - startMs;
    await browser.close();
    return { startedMs, connectedMs };
  } finally {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function timeAcquisitions({ api }: ServiceProgram): Promise<number[]> {
  const pool = await api.call(operations.createPool, {
    body: { name: "bench", size: 2, headless: true, fill_rate_per_minute: 25 },
  });
  const params = { id_or_name: pool.id };
  const takenMs: number[] = [];
  try {
    for (let turn = 0; turn < acquisitions; turn += 1) {
      for (;;) {
        const { available_count } = await api.call(operations.retrievePool, { params });
        if ((available_count ?? 0) > 0) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      let session = "";
      const acquireMs = await timed(async () => {
        const acquired = await api.call(operations.acquireBrowser, { params, body: {} });
        if (acquired === undefined) throw new Error("The pool returned no browser.");
        session = acquired.session_id;
      });
      takenMs.push(acquireMs);
      await api.call(operations.releaseBrowser, { params, body: { session_id: session, reuse: true } });
    }
    return takenMs;
  } finally {
    await api.call(operations.deletePool, { params, body: { force: true } });
  }
}

/** Milliseconds of creating a browser while the service has a spare one. */
async function timeCreationsWithSpare({ api }: ServiceProgram): Promise<number[]> {
  const takenMs: number[] = [];
  for (let round = 0; round <= spareRounds; round += 1) {
    let session = "";
    const createMs = await timed(async () => {
      session = (await api.call(operations.createBrowser, { body })).session_id;
    });
    // The first one found none.
    if (round > 0) takenMs.push(createMs);
    await new Promise((resolve) => setTimeout(resolve, spareReadyMs));
    await api.call(operations.deleteBrowser, { params: { id: session } });
  }
  return takenMs;
}

async function measure(service: ServiceProgram, withSpare: ServiceProgram, path: string): Promise<Figure[]> {
  const { api } = service;
  const bareMs: number[] = [];
  const bareConnectMs: number[] = [];
  const createMs: number[] = [];
  const connectMs: number[] = [];
  const once = async () => {
    const startMs = performance.now();
    const { session_id, cdp_ws_url } = await api.call(operations.createBrowser, { body });
    const createdMs = performance.now() - startMs;
    if (typeof cdp_ws_url !== "string") throw new Error("The browser has no address to connect to.");
    const browser = await chromium.connectOverCDP(cdp_ws_url);
    const connectedMs = performance.now() - startMs;
    await browser.close();
    await api.call(operations.deleteBrowser, { params: { id: session_id } });
    await new Promise((resolve) => setTimeout(resolve, instanceReadyMs));
    return { createdMs, connectedMs };
  };
  // Warm-up: the first start of each reads its files from disk, later ones from the page cache.
  await timeBareStart(path);
  await once();
  for (let round = 0; round < rounds; round += 1) {
    const bare = await timeBareStart(path);
    bareMs.push(bare.startedMs);
    bareConnectMs.push(bare.connectedMs);
    const { createdMs, connectedMs } = await once();
    createMs.push(createdMs);
    connectMs.push(connectedMs);
  }
  const acquireMs = await timeAcquisitions(service);
  const spareMs = await timeCreationsWithSpare(withSpare);
  const baseline = { name: "bare Chromium to DevTools", value: median(bareMs) };
  const figure = (what: string, ours: number, than: number): Figure => ({
    id,
    what: `service: ${what}`,
    unit: "ms",
    ours,
    baseline,
    goal: { of: "ratio", bound: "most", than },
  });
  return [
    figure("acquire from a pool, p95", percentile(acquireMs, 0.95), 0.1),
    figure("create a browser", median(createMs), 1.15),
    figure("create a browser and connect to it", median(connectMs), 1.6),
    {
      id,
      what: "service: create a browser and connect to it, compared with a driver on a bare Chromium",
      unit: "ms",
      ours: median(connectMs),
      baseline: { name: "bare Chromium, a driver connected", value: median(bareConnectMs) },
    },
    figure("create a browser with a warm spare", median(spareMs), 0.15),
  ];
}

export const harness: Harness = {
  needs: "nothing",
  async run() {
    const path = chosenChromium({ env: process.env });
    if (path === undefined) throw new Error("There is no Chromium here.");
    const service = await startServiceProgram(productionServiceVariables);
    const withSpare = await startServiceProgram({
      ...productionServiceVariables,
      SERVICE_SPARE_BROWSER: "on",
    });
    try {
      return await measure(service, withSpare, path);
    } finally {
      await Promise.all([service.stop(), withSpare.stop()]);
    }
  },
};
