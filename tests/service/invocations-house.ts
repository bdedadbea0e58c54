// The part of the service that invocations need, over a data folder of its own: real HTTP, real runners, real
// Chromium; sessions are the plainest that can be driven.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { operations } from "../../lib/contract/operations.ts";
import { Access } from "../../service/access.ts";
import { createApp } from "../../service/app.ts";
import { deployedApps } from "../../service/apps/deployed.ts";
import { runnersIn } from "../../service/apps/runner-process.ts";
import { startShop } from "../../service/apps/shop/shop.ts";
import { systemClock } from "../../service/domain/clock.ts";
import { newId } from "../../service/domain/ids.ts";
import { Invocations, type SessionsPort } from "../../service/domain/invocations.ts";
import { conflict, notFound } from "../../service/domain/problem.ts";
import { appRoutes } from "../../service/routes/apps.ts";
import { invocationRoutes } from "../../service/routes/invocations.ts";
import { implement } from "../../service/routes/route.ts";
import { openDatabase } from "../../service/store/database.ts";

interface PlainSession {
  id: string;
  invocationId: string | undefined;
  agentLogFile: string;
  cdpUrl: string;
  process: ChildProcess;
}

type EndListener = Parameters<SessionsPort["onEnd"]>[0];

class PlainSessions implements SessionsPort {
  readonly #dataDir: string;
  readonly #live = new Map<string, PlainSession>();
  readonly #listeners = new Set<EndListener>();
  /** The agent log of each session that ended, by session. */
  readonly logs = new Map<string, string>();
  readonly profiles = new Set<string>();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  async create(invocationId: string | undefined): Promise<PlainSession> {
    const id = newId();
    const folder = join(this.#dataDir, "instances", id);
    mkdirSync(join(folder, "root/var/log/app"), { recursive: true });
    const chromium = spawn(
      process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      [
        `--user-data-dir=${join(folder, "profile")}`,
        "--headless=new",
        "--remote-debugging-port=0",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "about:blank",
      ],
      { stdio: ["ignore", "ignore", "pipe"], env: { HOME: folder, TMPDIR: this.#dataDir } },
    );
    const cdpUrl = await new Promise<string>((resolve, reject) => {
      createInterface({ input: chromium.stderr }).on("line", (line) => {
        const found = /^DevTools listening on (\S+)/.exec(line)?.[1];
        if (found !== undefined) resolve(found);
      });
      chromium.once("exit", (code) => reject(new Error(`Chromium ended with ${code}`)));
    });
    const agentLogFile = join(folder, "root/var/log/app/agent.log");
    const session = { id, invocationId, agentLogFile, cdpUrl, process: chromium };
    this.#live.set(id, session);
    chromium.once("exit", () => this.#gone(session, "crashed"));
    return session;
  }

  ofInvocation(invocationId: string): PlainSession[] {
    return [...this.#live.values()].filter((session) => session.invocationId === invocationId);
  }

  browsersOf(invocationId: string) {
    return this.ofInvocation(invocationId).map(({ id }) => ({ session_id: id }));
  }

  async end(id: string, reason: string): Promise<void> {
    const session = this.#live.get(id);
    if (!session) return;
    this.#gone(session, reason);
    const exited = new Promise((resolve) => session.process.once("exit", resolve));
    session.process.kill("SIGKILL");
    await exited;
  }

  onEnd(listener: EndListener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  pidOf(id: string): number | undefined {
    return this.#live.get(id)?.process.pid;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#live.keys()].map((id) => this.end(id, "shutdown")));
  }

  #gone(session: PlainSession, reason: string): void {
    if (!this.#live.delete(session.id)) return;
    this.logs.set(session.id, readOrNothing(session.agentLogFile));
    for (const listener of this.#listeners) listener(session, reason);
  }
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

export const token = "a-token-for-tests-only";

/** Opens the house; `dataDir` continues an earlier one. */
export async function openHouse(options: { dataDir?: string; maxRunning?: number } = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "fleetdeck-apps-"));
  const store = openDatabase(join(dataDir, "service.db"));
  const sessions = new PlainSessions(dataDir);
  const access = new Access([{ token, scope: "all" }]);
  const shop = await startShop();
  const faults: unknown[] = [];
  let serviceUrl = "";
  const invocations = new Invocations({
    store,
    sessions,
    access,
    startRunner: runnersIn(dataDir),
    clock: systemClock,
    apps: deployedApps,
    serviceUrl: () => serviceUrl,
    shopUrl: () => shop.url,
    maxRunning: options.maxRunning ?? 2,
    report: (error) => faults.push(error),
  });
  const app = createApp({
    access,
    implementations: [
      ...invocationRoutes(invocations),
      ...appRoutes(deployedApps),
      implement(operations.createBrowser, async ({ caller }) => {
        const session = await sessions.create(caller.invocationId);
        return { status: 200, body: { session_id: session.id, cdp_ws_url: session.cdpUrl } };
      }),
      implement(operations.deleteBrowser, async ({ params }) => {
        await sessions.end(params.id, "deleted");
        return { status: 204 };
      }),
      implement(operations.acquireBrowser, async () => {
        throw notFound("the pool");
      }),
      implement(operations.createProfile, async ({ body }) => {
        const name = body?.name ?? "";
        if (sessions.profiles.has(name)) throw conflict("there is a profile of this name");
        sessions.profiles.add(name);
        return { status: 201, body: { id: newId(), name } };
      }),
    ],
    publicUrl: () => serviceUrl,
    ready: () => true,
    report: (error) => faults.push(error),
  });
  serviceUrl = await app.listen({ host: "127.0.0.1", port: 0 });
  invocations.start();
  return {
    dataDir,
    invocations,
    sessions,
    faults,
    serviceUrl,
    async close() {
      await invocations.close();
      await sessions.close();
      await app.close();
      await shop.close();
      store.close();
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

export type House = Awaited<ReturnType<typeof openHouse>>;

/** Every process of this machine that can be read, with its command line. */
export function readProcesses(): { pid: string; command: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid, command: readOrNothing(`/proc/${pid}/cmdline`).replaceAll("\0", " ") }));
}
