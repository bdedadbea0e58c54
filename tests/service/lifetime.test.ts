// Sessions come and go; what stays behind must not grow. `CYCLES=200 npx vitest run … lifetime` runs it at length.
import { mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { browser } from "../../lib/contract/browsers.ts";
import { pool } from "../../lib/contract/pools.ts";
import { killNow, listProcesses, processesNaming } from "../../service/instance/process-tree.ts";
import { type ServiceProgram, startServiceProgram } from "../support/service-program.ts";

const cycles = Number(process.env.CYCLES ?? 30);
const perCycleMs = 20_000;
const patience = { timeout: 60_000, interval: 50 };
const onLinux = process.platform === "linux";

let service: ServiceProgram;
let tmp = "";
beforeAll(async () => {
  // Room for the sample pools and what is created here.
  tmp = await mkdtemp(join(tmpdir(), "fd-life-"));
  service = await startServiceProgram({ SERVICE_MAX_BROWSERS: "6", TMPDIR: tmp });
  for (const one of z.array(pool).parse(await (await call("GET", "/browser_pools")).json())) {
    await call("DELETE", `/browser_pools/${one.id}`, { force: true });
  }
});
afterAll(async () => {
  await service.stop();
  await rm(tmp, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: object): Promise<Response> {
  return await fetch(`${service.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.token}`,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(60_000),
  });
}

async function create(body: object = {}): Promise<string> {
  const answer = await call("POST", "/browsers", body);
  expect(answer.status).toBe(200);
  return browser.parse(await answer.json()).session_id;
}

const instances = () => join(service.dataDir, "instances");

async function children(): Promise<number[]> {
  const all = await listProcesses();
  return all.filter((one) => one.parentPid === service.child.pid).map(({ pid }) => pid);
}

/** Everything of the service that could pile up, as the system counts it. */
async function left() {
  const pid = service.child.pid ?? 0;
  return {
    children: (await children()).length,
    browsers: (await processesNaming(instances())).length,
    folders: await readdir(instances()),
    temporary: await readdir(tmp),
    handles: onLinux ? await handles(pid) : [],
  };
}

/** Open files and sockets by kind; a connection of ours may still be closing. */
async function handles(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(names.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => "")));
  return targets.filter((target) => target !== "" && !target.startsWith("socket:")).sort();
}

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${service.child.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

test(
  `${cycles} sessions, created and deleted, leave no process, handle, folder or megabyte behind`,
  async () => {
    const settingsOf = (cycle: number) => ({
      headless: cycle % 2 === 0,
      stealth: cycle % 3 === 0,
      kiosk_mode: cycle % 5 === 0,
      viewport: { width: 800, height: 600 },
    });
    const cycle = async (number: number) => {
      const id = await create(settingsOf(number));
      expect((await call("DELETE", `/browsers/${id}`)).status).toBe(204);
    };
    // What is made once is not what piles up.
    for (let number = 0; number < 3; number += 1) await cycle(number);
    const before = await left();
    expect(before).toMatchObject({ browsers: 0, folders: [] });
    const sizesMb: number[] = [];
    for (let number = 0; number < cycles; number += 1) {
      await cycle(number);
      if (onLinux) sizesMb.push(await residentMb());
    }
    await expect.poll(left, patience).toEqual(before);
    // Loosely: the collector decides when; a leak of a session's objects would still show over many cycles.
    const third = Math.floor(sizesMb.length / 3);
    const lowest = (part: number[]) => Math.min(...part);
    const growthMb = lowest(sizesMb.slice(-third)) - lowest(sizesMb.slice(third, 2 * third));
    if (third > 0) expect(growthMb).toBeLessThan(20);
  },
  cycles * perCycleMs,
);

test("sessions whose browsers are killed are reported ended, and leave as little", async () => {
  const before = await left();
  const others = await children();
  const ids = await Promise.all([create(), create({ headless: true })]);
  const main = (await children()).filter((pid) => !others.includes(pid));
  expect(main).toHaveLength(2);
  for (const pid of main) killNow(pid);
  for (const id of ids) {
    await expect.poll(async () => (await call("GET", `/browsers/${id}`)).status, patience).toBe(404);
    const ended = await call("GET", `/browsers/${id}?include_deleted=true`);
    expect(browser.parse(await ended.json()).deleted_at).toBeDefined();
  }
  await expect.poll(left, patience).toEqual(before);
});
