// A service of its own process whose sessions come and go, and everything of it that could pile up meanwhile.
import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser } from "../../../lib/contract/browsers.ts";
import { operations } from "../../../lib/contract/operations/operations.ts";
import { listProcesses, processesNaming } from "../../../service/kernel/process-tree.ts";
import { collectedHeap, memoryProbeOptions } from "../programs/process-memory.ts";
import { startServiceProgram } from "./service-program.ts";

const onLinux = process.platform === "linux";

export async function startLeakTestService() {
  const tmp = await mkdtemp(join(tmpdir(), "fd-life-"));
  const service = await startServiceProgram({
    SERVICE_MAX_BROWSERS: "2",
    SERVICE_SAMPLES: "off",
    TEST_SPEEDUP: "10",
    TMPDIR: tmp,
    NODE_OPTIONS: memoryProbeOptions,
  });
  const pid = service.child.pid ?? 0;
  const instances = join(service.dataDir, "instances");

  const call = (method: string, path: string, body?: object) =>
    fetch(`${service.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${service.token}`,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(60_000),
    });
  const children = async () =>
    (await listProcesses()).filter((one) => one.parentPid === pid).map((one) => one.pid);

  async function create(body: object = {}): Promise<string> {
    const answer = await call("POST", "/browsers", body);
    if (answer.status !== 200) throw new Error(`create answered ${answer.status}: ${await answer.text()}`);
    return browser.parse(await answer.json()).session_id;
  }

  return {
    call,
    create,
    children,
    /** Makes the session that is due in this turn, each of another kind, and deletes it. */
    async cycle(turn: number): Promise<void> {
      const id = await create({
        headless: turn % 2 === 0,
        stealth: turn % 3 === 0,
        kiosk_mode: turn % 5 === 0,
        viewport: { width: 800, height: 600 },
      });
      await service.api.call(operations.deleteBrowser, { params: { id } });
    },
    /** Everything of the service that could pile up, as the system counts it. */
    async left() {
      return {
        children: (await children()).length,
        browsers: (await processesNaming(instances)).length,
        folders: await readdir(instances),
        temporary: await readdir(tmp),
        handles: onLinux ? await handles(pid) : [],
      };
    },
    /** What the service holds after a garbage collection, in MB: resident memory also has what is free for the next. */
    async heldMb(): Promise<number> {
      const { heapMb, externalMb } = await collectedHeap(service.child);
      return heapMb + externalMb;
    },
    async stop(): Promise<void> {
      await service.stop();
      await rm(tmp, { recursive: true, force: true });
    },
  };
}

export type LeakTestService = Awaited<ReturnType<typeof startLeakTestService>>;

/** Open files and sockets by kind; a connection of ours may still be closing. */
async function handles(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(names.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => "")));
  return targets.filter((target) => target !== "" && !target.startsWith("socket:")).sort();
}
