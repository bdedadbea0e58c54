// A PostgreSQL of the test's own: a fresh cluster on a free port, gone with the test.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { findPostgres } from "../../scripts/ensure-postgres.mjs";
import { freePort } from "./free-port.ts";

const programs = findPostgres(process.env);

/** Whether there is a PostgreSQL to test with: `npm test` installs Debian's where it may. */
export const hasPostgres = programs !== undefined;

export interface Postgres {
  /** `postgres://…` of a private database. */
  database: () => Promise<string>;
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

/** Starts a server without durability; `durable`: with fsync, as in production. */
export async function startPostgres({ durable = false } = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "fleetdeck-postgres-"));
  if (process.getuid?.() === 0) chownSync(folder, idOf("-u"), idOf("-g"));
  const data = join(folder, "data");
  const [initdb, initArgs] = asServer("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8"]);
  execFileSync(initdb, [...initArgs, "--no-sync"], { cwd: folder, stdio: "ignore" });
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    `fsync=${durable ? "on" : "off"}`,
  ];
  const [program, args] = asServer("postgres", ["-D", data, "-p", String(port)]);
  const server = spawn(program, [...args, ...settings.flatMap((each) => ["-c", each])], {
    cwd: folder,
    stdio: "ignore",
  });
  const url = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  await waitUntilAnswering(server, url("postgres"));
  let made = 0;
  return {
    database: async () => {
      made += 1;
      const client = new pg.Client({ connectionString: url("postgres") });
      await client.connect();
      await client.query(`create database test_${made}`);
      await client.end();
      return url(`test_${made}`);
    },
    stop: async () => {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      // Fast shutdown: connections are cut off.
      server.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
