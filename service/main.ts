// Entry point of the service: environment, start, and a clean shutdown.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { isIPv4 } from "node:net";
import { join } from "node:path";
import { refuseArguments } from "../scripts/refuse-arguments.mjs";
import { findChromium } from "./find-chromium.ts";
import type { GrantedToken } from "./kernel/access.ts";
import { systemClock } from "./kernel/clock.ts";
import { makeFolder } from "./kernel/data-folder.ts";
import { readEnv, type ServiceEnv } from "./kernel/env.ts";
import { type Service, startService } from "./service.ts";
import { addressOf, type Joined, joinSharedState } from "./shared-state/join-shared-state.ts";
import { startFailure } from "./start-failure.ts";
import { startNode } from "./start-node.ts";

const closeWithinMs = 15_000;
/** How long a node may wait for its sessions before that. */
let drainMs = 0;

function report(error: unknown): void {
  console.error(`${new Date().toISOString()} service:`, error);
}

/** The tokens of the environment, or one that is generated once and stored in the data folder. */
function tokensOf(env: ServiceEnv): { tokens: readonly GrantedToken[]; made: string | undefined } {
  if (env.tokens.length > 0) return { tokens: env.tokens, made: undefined };
  const file = join(env.dataDir, "token");
  // Empty: the disk was full as it was made.
  let token = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (token === "") {
    token = randomBytes(24).toString("base64url");
    makeFolder(env.dataDir);
    writeFileSync(`${file}.new`, `${token}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return { tokens: [{ token, scope: "all" }], made: token };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}

/** Resolves when it is this service's turn; undefined without a shared database. Ends the process when asked to stop. */
async function turnOf(env: ServiceEnv): Promise<Joined | undefined> {
  if (env.databaseUrl === undefined) return undefined;
  const joined = await joinSharedState(
    {
      ...env,
      databaseUrl: env.databaseUrl,
      report,
      warn,
      onStandby(holder) {
        console.log(`service on standby while ${holder} is active`);
        process.send?.({ type: "standby", url: addressOf(env.host, env.port) });
      },
      onLost: (holder) => {
        console.error(`service: ${holder} has taken over; exiting`);
        process.exitCode = 1;
        void stop();
      },
    },
    standbyEnd.signal,
  );
  return joined ?? process.exit(process.exitCode ?? 0);
}

const warn = (message: string) => console.warn(`WARNING: ${message}`);

function warnOfNetwork({ host, network }: ServiceEnv): void {
  if (isLoopback(host)) return;
  warn(
    `the service listens on ${host}, not on loopback only. Whoever reaches it and has a token controls its browsers.`,
  );
  if (network !== "host") return;
  warn(
    "pages and programs in its browser sessions can reach what listens on this machine, also on loopback. SERVICE_NETWORK=isolated prevents that.",
  );
}

async function startAsNode(env: ServiceEnv, databaseUrl: string, chromiumPath: string): Promise<Service> {
  console.log("node waiting for a service");
  drainMs = env.drainSeconds * 1000;
  const common = { chromiumPath, clock: systemClock, report, warn };
  const node = await startNode({ ...env, ...common, databaseUrl }, standbyEnd.signal);
  if (node === undefined) process.exit(0);
  warnOfNetwork(env);
  console.log(`node ready at ${node.url}, data in ${env.dataDir}`);
  return node;
}

async function startAsService(env: ServiceEnv, chromiumPath: string): Promise<Service> {
  const joined = await turnOf(env);
  // Reading a large state takes minutes, and so does storing that of the first service.
  if (joined) process.send?.({ type: "updating" });
  const { tokens, made } = tokensOf(env);
  const service = await startService({
    ...env,
    tokens,
    ...joined,
    onStateStored() {
      if (joined) process.send?.({ type: "updated" });
    },
    chromiumPath,
    clock: systemClock,
    report,
    warn,
    signal: standbyEnd.signal,
  });
  warnOfNetwork(env);
  console.log(`service ready at ${service.url}, data in ${env.dataDir}${made ? `, token ${made}` : ""}`);
  return service;
}

async function start(): Promise<Service> {
  let env: ServiceEnv | undefined;
  try {
    refuseArguments(process.argv.slice(2), {
      who: "it",
      instead: "Settings are environment variables, as README.md lists them.",
    });
    env = readEnv();
    const chromiumPath = await findChromium(env.chromiumPath);
    if (env.role === "node" && env.databaseUrl !== undefined)
      return await startAsNode(env, env.databaseUrl, chromiumPath);
    return await startAsService(env, chromiumPath);
  } catch (error) {
    const reason = startFailure(error, env);
    if (reason === undefined) report(error);
    else console.error(`service: ${reason}`);
    process.exit(1);
  }
}

const standbyEnd = new AbortController();
let closing = false;
const starting = start();

async function stop(): Promise<void> {
  if (closing) return;
  closing = true;
  standbyEnd.abort();
  setTimeout(() => {
    console.error(`service: not closed within ${(drainMs + closeWithinMs) / 1000} s, exiting`);
    process.exit(1);
  }, drainMs + closeWithinMs).unref();
  try {
    await (await starting).close();
    process.exit(process.exitCode ?? 0);
  } catch (error) {
    report(error);
    process.exit(1);
  }
}

for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(name, () => void stop());
// Started by `npm start`: stop when that process exits, as nothing else would stop us.
if (process.connected) process.on("disconnect", () => void stop());
process.on("uncaughtException", (error) => {
  report(error);
  process.exitCode = 1;
  void stop();
});

const service = await starting;
process.send?.({ type: "ready", url: service.url });
