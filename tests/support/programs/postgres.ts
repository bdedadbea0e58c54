// A PostgreSQL of the test's own: a fresh cluster on a free port, gone with the test.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { findPostgres } from "../../../scripts/ensure-postgres.mjs";
import { systemErrorCode } from "../../../service/kernel/system-error.ts";
import { freePort } from "./free-port.ts";

const programs = findPostgres(process.env);

/** Whether there is a PostgreSQL to test with: `npm test` installs Debian's where it may. */
export const hasPostgres = programs !== undefined;

export interface Postgres {
  /** `postgres://…` of a private database, which compares texts as `language` does, such as "en-US"; by default by bytes. */
  database: (options?: { language?: string }) => Promise<string>;
  /** Ends the server's main process with a signal; its other processes notice it. */
  kill: (signal: NodeJS.Signals) => Promise<void>;
  /** Starts it again where it was, once nothing is left of the one before. */
  start: () => Promise<void>;
  /** Sends a signal to all its processes. */
  signalAll: (signal: "SIGSTOP" | "SIGCONT") => void;
  stop: () => Promise<void>;
}

/** The server refuses to run as root, so it runs as the user that its package created. */
function asServer(program: string, args: readonly string[]): [string, string[]] {
  if (programs === undefined) throw new Error("There is no PostgreSQL here.");
  const path = join(programs, program);
  if (process.getuid?.() !== 0) return [path, [...args]];
  return ["setpriv", ["--reuid=postgres", "--regid=postgres", "--clear-groups", path, ...args]];
}

const idOf = (flag: "-u" | "-g") => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));

async function waitUntilAnswering(server: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}.`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The processes that a process has started. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);

/** A process of a connection ends by itself once its client has left. */
function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (systemErrorCode(error) !== "ESRCH") throw error;
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "fleetdeck-postgres-"));
  if (process.getuid?.() === 0) chownSync(folder, idOf("-u"), idOf("-g"));
  return folder;
}

function initCluster(): string {
  const folder = makeFolder();
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // By which Vitest ends its processes: without a listener there is no such event.
  process.once("SIGTERM", () => process.exit());
  const data = join(folder, "data");
  const [initdb, initArgs] = asServer("initdb", [
    ...["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
  ]);
  execFileSync(initdb, initArgs, { cwd: folder, stdio: "ignore" });
  return data;
}

let firstCluster: string | undefined;

/** The folder of a new cluster: a copy of one that this process made first and never starts, as that takes long. */
function makeCluster(): string {
  firstCluster ??= initCluster();
  const folder = makeFolder();
  execFileSync("cp", ["-a", firstCluster, folder]);
  return folder;
}

/** Starts a server without durability; `durable`: with fsync, as in production. */
export async function startPostgres({ durable = false, maxConnections = 100 } = {}): Promise<Postgres> {
  const folder = makeCluster();
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    `fsync=${durable ? "on" : "off"}`,
    `max_connections=${maxConnections}`,
  ];
  const [program, args] = asServer("postgres", ["-D", join(folder, "data"), "-p", String(port)]);
  const url = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  const spawned = () =>
    spawn(program, [...args, ...settings.flatMap((each) => ["-c", each])], { cwd: folder, stdio: "ignore" });
  let server = spawned();
  await waitUntilAnswering(server, url("postgres"));
  let made = 0;
  const kill = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill(signal);
    await ended;
  };
  return {
    database: async ({ language } = {}) => {
      made += 1;
      const collation =
        language === undefined ? "" : ` locale_provider icu icu_locale '${language}' template template0`;
      const client = new pg.Client({ connectionString: url("postgres") });
      await client.connect();
      await client.query(`create database test_${made}${collation}`);
      await client.end();
      return url(`test_${made}`);
    },
    kill,
    start: async () => {
      for (;;) {
        server = spawned();
        try {
          return await waitUntilAnswering(server, url("postgres"));
        } catch {
          // Processes of the one before have not ended yet.
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    },
    signalAll: (signal) => {
      const { pid } = server;
      if (pid === undefined) return;
      for (const each of [pid, ...childrenOf(pid)]) signalIfAlive(each, signal);
    },
    stop: async () => {
      // Fast shutdown: connections are cut off.
      await kill("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
