// Services and nodes that share a PostgreSQL, each its own process with a data folder and port of its own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { apiClient } from "../dashboard/api-client.ts";
import { freePort } from "../programs/free-port.ts";
import { lightChromium } from "../programs/launch-options.ts";
import type { CleanUps } from "../programs/postgres-for-tests.ts";
import { startServiceProgram } from "./service-program.ts";

/** The token that all services take. */
export const token = "a-token-of-all-services";

/** Ends the connections of the services to the database that it is run in. */
export const endServiceConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'fleetdeck-service' AND datname = current_database()`;

/**
 * Starts a service, or with these variables a node; `program` resolves when it is ready, which is its turn of a service, and
 * `standby` with its address when it reports that it is on standby. What ends it is added to `cleanUps`. `dataDir`: that of one which has ended, for the next on the same machine.
 */
export async function startOn(
  databaseUrl: string,
  variables: Readonly<Record<string, string>>,
  cleanUps: CleanUps,
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-shared-")),
) {
  const port = await freePort();
  const standby = Promise.withResolvers<string>();
  const program = startServiceProgram(
    {
      SERVICE_DATABASE_URL: databaseUrl,
      SERVICE_TOKEN: token,
      SERVICE_PORT: String(port),
      CHROMIUM_PATH: lightChromium,
      ...variables,
    },
    dataDir,
    standby.resolve,
  ).then((started) => ({ ...started, api: apiClient(started.url, token) }));
  program.catch(() => {});
  cleanUps.push(async () => {
    const started = await program.catch(() => undefined);
    started?.child.kill("SIGCONT");
    await started?.stop("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return { program, standby: standby.promise, url: `http://127.0.0.1:${port}` };
}

export const startNodeOn = async (
  databaseUrl: string,
  browsers: number,
  cleanUps: CleanUps,
  more: Readonly<Record<string, string>> = {},
  dataDir?: string,
) =>
  await startOn(
    databaseUrl,
    { SERVICE_ROLE: "node", SERVICE_TOKEN: "", SERVICE_MAX_BROWSERS: String(browsers), ...more },
    cleanUps,
    dataDir,
  );

/** Starts services without browsers of their own, and nodes; what ends them is added to `cleanUps`. */
export const startersFor = (cleanUps: CleanUps) => ({
  startService: async (databaseUrl: string) =>
    await (await startOn(databaseUrl, { SERVICE_MAX_BROWSERS: "0" }, cleanUps)).program,
  startNode: async (databaseUrl: string, browsers: number, more: Readonly<Record<string, string>> = {}) =>
    await (await startNodeOn(databaseUrl, browsers, cleanUps, more)).program,
});

const listed = z.array(
  z.object({
    address: z.string(),
    state: z.string(),
    reason: z.string().optional(),
    browsers: z.int(),
    used: z.int(),
  }),
);

/** What the service says of its nodes. */
export async function nodesOf(url: string) {
  const answer = await fetch(`${url}/nodes`, { headers: { authorization: `Bearer ${token}` } });
  return listed.parse(await answer.json());
}

/** Waits until so many nodes are connected. */
export const connected = async (url: string, count = 1) =>
  await expect
    .poll(async () => (await nodesOf(url)).filter(({ state }) => state === "connected").length)
    .toBe(count);

/** What the browser at this DevTools address calls itself, over a service or node. */
export async function versionThrough(url: string, devtoolsUrl: string): Promise<string> {
  const address = new URL(devtoolsUrl);
  const socket = new WebSocket(`ws://${new URL(url).host}${address.pathname}${address.search}`);
  return await new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error("the WebSocket failed"));
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: "Browser.getVersion" }));
    socket.onmessage = ({ data }) => {
      resolve(String(data));
      socket.close();
    };
  });
}

/** Deploys a module, and fails when it does not run. */
export async function deployOn(url: string, source: string): Promise<void> {
  const form = new FormData();
  form.append("file", new Blob([source]), "app.ts");
  const answer = await fetch(`${url}/deployments`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.status !== 201) throw new Error(`deploying answered ${answer.status}`);
}
