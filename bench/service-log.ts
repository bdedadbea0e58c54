// P8: the service's stream of a log written at 20,000 lines a second, compared with `tail -f` piped into Node.
// The two are measured in turn, once: between runs they differ by less than a hundredth.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operations } from "../lib/contract/operations/operations.ts";
import { type ServiceProgram, startServiceProgram } from "../tests/support/service/service-program.ts";
import { waitUntil } from "../tests/support/wait-until.ts";
import type { Figure, Harness } from "./support/figure.ts";
import { viewLog } from "./support/log-viewer.ts";
import { productionServiceVariables } from "./support/production-variables.ts";

const linesPerSecond = 20_000;
const partsPerSecond = 10;
const seconds = 4;
const timeoutMs = 60_000;
const written = linesPerSecond * seconds;
const part = linesPerSecond / partsPerSecond;

/** A shell script that writes the lines to a file, ten parts a second. */
const writer = (file: string) =>
  `i=0; while [ $i -lt ${seconds * partsPerSecond} ]; do seq -f "flood %.0f" $((i * ${part} + 1)) $(((i + 1) * ${part})) >> ${file}; i=$((i + 1)); sleep 0.1; done`;

/** Lines per second from the writer's start until `count` reaches the number of lines written. */
async function rateOf(start: () => Promise<unknown>, count: () => number): Promise<number> {
  const startMs = performance.now();
  await start();
  await waitUntil("every line has arrived", () => count() >= written, timeoutMs);
  return written / ((performance.now() - startMs) / 1000);
}

async function byService(service: ServiceProgram): Promise<number> {
  const { api, url, token } = service;
  const { session_id: session } = await api.call(operations.createBrowser, {
    body: { headless: true, timeout_seconds: 600 },
  });
  const params = { id: session };
  const file = "/tmp/flood.log";
  await api.call(operations.execProcess, { params, body: { command: "sh", args: ["-c", `: > ${file}`] } });
  const query = new URLSearchParams({ source: "path", path: file, follow: "true" });
  const viewer = viewLog(
    `${url}/browsers/${session}/logs/stream?${query}`,
    { authorization: `Bearer ${token}` },
    /^flood \d+$/,
  );
  try {
    await waitUntil("the stream is open", () => viewer.open, timeoutMs);
    const body = { command: "sh", args: ["-c", writer(file)] };
    return await rateOf(
      () => api.call(operations.spawnProcess, { params, body }),
      () => viewer.delivered,
    );
  } finally {
    viewer.leave();
    await api.call(operations.deleteBrowser, { params });
  }
}

async function byTail(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  const file = join(folder, "flood.log");
  writeFileSync(file, "");
  const tail = spawn("tail", ["-f", file], { stdio: ["ignore", "pipe", "inherit"] });
  let lines = 0;
  tail.stdout.on("data", (bytes: Buffer) => {
    lines += bytes.toString().split("\n").length - 1;
  });
  try {
    return await rateOf(
      async () => void spawn("sh", ["-c", writer(file)], { stdio: "ignore" }),
      () => lines,
    );
  } finally {
    tail.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const harness: Harness = {
  needs: "nothing",
  async run(log): Promise<Figure[]> {
    const service = await startServiceProgram(productionServiceVariables);
    try {
      const ours = await byService(service);
      const tailed = await byTail();
      log(`${Math.round(ours)} and ${Math.round(tailed)} lines/s`);
      return [
        {
          id: "P8",
          what: "service: log stream of a file written at 20,000 lines/s",
          unit: "lines/s",
          ours,
          baseline: { name: "tail -f into Node", value: tailed },
          goal: { of: "ratio", bound: "least", than: 0.95 },
        },
      ];
    } finally {
      await service.stop();
    }
  },
};
