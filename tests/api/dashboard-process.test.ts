import type { ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { checkpointPath, readCheckpoints } from "../../lib/server/audit/audit-checkpoints.ts";
import { verifyAudit } from "../../lib/server/audit/verify-audit.ts";
import { openStore } from "../../lib/server/db/database.ts";
import { isLeaseAlive } from "../../lib/server/db/leases.ts";
import { findResource } from "../../lib/server/inventory/resources.ts";
import { sendRequest, spawnDashboard, startDashboard } from "../support/dashboard/dashboard.ts";
import { startFaultyApi } from "../support/fakes/faulty-api.ts";
import { firstBrokenRow } from "../support/first-broken-row.ts";
import { waitFor, waitUntil } from "../support/wait-until.ts";

const token = "process-tests-token-1";
const api = await startFaultyApi({ token });
const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), "fleetdeck-process-"));
  folders.push(made);
  return made;
};

afterEach(() => api.clearFaults());
afterAll(async () => {
  await api.close();
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

async function startExpectingFailure(variables: Record<string, string>) {
  const { child, output } = spawnDashboard(variables);
  // Its exit may be reported before what it printed last has been read.
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, lines: output().trim().split("\n") };
}

const good = () => ({ API_BASE_URL: api.url, API_TOKEN: token, PORT: "0", DATA_DIR: folder() });

describe("invalid start", () => {
  it("names each bad variable in one line, without secrets, and exits 1 (T04)", async () => {
    const { code, lines } = await startExpectingFailure({
      ...good(),
      API_BASE_URL: "http://user:hunter2secret@127.0.0.1",
      API_TOKEN: "hunter2secret with a space inside",
      DATABASE_URL: "mysql://u:hunter2secret@h/d",
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^dashboard: API_BASE_URL /),
      expect.stringMatching(/^dashboard: DATABASE_URL /),
      expect.stringMatching(/^dashboard: API_TOKEN /),
    ]);
    expect(lines.join("\n")).not.toMatch(/hunter2secret|with a space inside/);
  });

  it("reports that the port is in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { code, lines } = await startExpectingFailure({ ...good(), PORT: String(port) });
    await new Promise((resolve) => other.close(resolve));
    expect([code, lines]).toEqual([1, ["dashboard: PORT is taken by another program; stop it or set PORT"]]);
  });

  it.each(["a file", "a folder that takes no folders"])(
    "says that the data folder cannot be used: %s",
    async (what) => {
      const file = join(folder(), "a-file");
      writeFileSync(file, "");
      const path = what === "a file" ? file : "/proc/nowhere/inside";
      const { code, lines } = await startExpectingFailure({ ...good(), DATA_DIR: path });
      expect(code).toBe(1);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/^dashboard: DATA_DIR cannot be used: /);
    },
  );

  it("reports that the token file cannot be read", async () => {
    const { API_TOKEN: _, ...rest } = good();
    const { code, lines } = await startExpectingFailure({
      ...rest,
      API_TOKEN_FILE: join(folder(), "missing"),
    });
    expect([code, lines]).toEqual([
      1,
      ["dashboard: API_TOKEN_FILE cannot be read; check the path and its permissions"],
    ]);
  });
});

describe("first start", () => {
  it("generates and prints a password once, makes secrets readable by its user only, and exits with its parent", async () => {
    const dataDir = folder();
    const tokenFile = join(dataDir, "token");
    writeFileSync(tokenFile, `${token}\n`);
    chmodSync(tokenFile, 0o600);
    const variables = { API_BASE_URL: api.url, API_TOKEN_FILE: tokenFile, PORT: "0", DATA_DIR: dataDir };
    const first = await startOnce(variables, (child) => child.kill("SIGTERM"));
    expect(first.passwordCreated).toMatch(/^[a-z2-9-]{20,}$/);
    const second = await startOnce(variables, (child) => child.disconnect());
    expect(second.passwordCreated).toBeUndefined();
    expect(second.username).toBe("admin");
    // Whoever started it waits longer while it brings its database up to date.
    expect([first.sent, second.sent]).toEqual([
      ["updating", "updated", "ready"],
      ["updated", "ready"],
    ]);
    const { statSync } = await import("node:fs");
    for (const name of ["fleetdeck.db", "session-secret"]) {
      expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
    }
  });
});

it("starts in a folder whose path has a space and letters beyond ASCII", async () => {
  const checkout = join(folder(), "Jürgen's 100 % projects");
  symlinkSync(process.cwd(), checkout);
  // Without this option the program would see the folder's other path.
  const variables = { ...good(), ADMIN_PASSWORD: "given-password", NODE_OPTIONS: "--preserve-symlinks-main" };
  const entry = join(checkout, "server/main.ts");
  expect(await startOnce(variables, (child) => child.kill("SIGTERM"), entry)).toMatchObject({
    username: "admin",
  });
});

it("prints the password that it generates also when it fails after that", async () => {
  const variables = { ...good(), PUBLIC_URL: "https://fleet.example/not-built" };
  const { code, lines } = await startExpectingFailure(variables);
  expect(code).toBe(1);
  expect(lines).toContainEqual(
    expect.stringMatching(/^dashboard: user admin, password [a-z2-9-]{20,} \(shown only once\)$/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^dashboard: there is no build for this PUBLIC_URL/));
});

interface Ready {
  type: string;
  username: string;
  passwordCreated?: string;
}

/** What it sends when it is ready, with the kinds of all it sends until then; `end` ends it then. */
async function startOnce(
  variables: Record<string, string>,
  end: (child: ChildProcess) => void,
  entry?: string,
): Promise<Ready & { sent: string[] }> {
  const { child, ended, output } = spawnDashboard(variables, [], entry);
  const sent: string[] = [];
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.on("message", (message: Ready) => {
      sent.push(message.type);
      if (message.type === "ready") resolve(message);
    });
    void ended.then(() => reject(new Error(output())));
  });
  end(child);
  expect(await ended).toBe(0);
  return { ...ready, sent };
}

describe("shutdown", () => {
  it("finishes requests in flight, alive but not ready meanwhile, writes pending inventory entries, and exits 0 (T59)", async () => {
    const dataDir = folder();
    const dashboard = await startDashboard({ apiBaseUrl: api.url, token, dataDir });
    const admin = await dashboard.admin();
    const answer = Promise.withResolvers<void>();
    api.fail("/proxies/told-last", { kind: "hold", until: answer.promise });
    const inFlight = admin.get("/api/proxies/told-last");
    await waitUntil("the API receives the request", () => api.hitsOn("/proxies/told-last").length > 0);
    const stopped = dashboard.stop();
    const readyz = () => sendRequest(dashboard.url, "/api/readyz");
    const draining = await waitFor("it is not ready", readyz, ({ status }) => status !== 200);
    expect(draining.status).toBe(503);
    expect(draining.json).toMatchObject({ status: "draining" });
    expect((await sendRequest(dashboard.url, "/api/livez")).status).toBe(200);
    answer.resolve();
    expect((await inFlight).status).toBe(200);
    expect(await stopped).toBe(0);
    await expect(sendRequest(dashboard.url, "/api/livez")).rejects.toThrow();
    expect(dashboard.output()).not.toContain("could not be");
    const store = await openStore({ dataDir });
    expect(await findResource(store, "proxy", "told-last")).toMatchObject({ name: "healthy" });
    expect(await isLeaseAlive(store, "recorder")).toBe(false);
    await store.destroy();
  });

  it.each([
    ["SIGINT", "SIGINT"],
    ["SIGHUP", "SIGTERM"],
  ] as const)(
    "finishes requests in flight and exits 0 where %s is followed by %s, as npm and systemd send them (T59)",
    async (first, second) => {
      const dashboard = await startDashboard({ apiBaseUrl: api.url, token });
      const admin = await dashboard.admin();
      const answer = Promise.withResolvers<void>();
      api.fail("/proxies/told-twice", { kind: "hold", until: answer.promise });
      const inFlight = admin.get("/api/proxies/told-twice");
      await waitUntil("the API receives the request", () => api.hitsOn("/proxies/told-twice").length > 0);
      dashboard.child.kill(first);
      await waitUntil("it is stopping", () => dashboard.output().includes(`stopping (${first})`));
      const stopped = dashboard.stop(second);
      answer.resolve();
      expect((await inFlight).status).toBe(200);
      expect(await stopped).toBe(0);
    },
  );

  it("completes even when a response never ends (T59)", async () => {
    const dashboard = await startDashboard({ apiBaseUrl: api.url, token });
    const admin = await dashboard.admin();
    api.fail("/proxies/hang/check", { kind: "hang" });
    const hung = admin.send("POST", "/api/proxies/hang/check").catch(() => undefined);
    await waitUntil("the API receives the request", () => api.hitsOn("/proxies/hang/check").length > 0);
    // Should it not end by itself, it is killed and has no exit code.
    expect(await dashboard.stop()).toBe(0);
    await hung;
  });

  it("by SIGKILL leaves a database that opens, a row for each action, acts that end as unknown, and an audit that its checkpoints prove (T41, T42)", async () => {
    const dataDir = folder();
    const first = await startDashboard({ apiBaseUrl: api.url, token, dataDir });
    const admin = await first.admin();
    api.fail("/proxies/left/check", { kind: "hang" });
    const left = admin.send("POST", "/api/proxies/left/check").catch(() => undefined);
    await waitUntil("the API receives the request", () => api.hitsOn("/proxies/left/check").length > 0);
    const acts = Array.from({ length: 60 }, (_, at) =>
      admin.send("POST", `/api/proxies/kill${at}/check`).catch(() => undefined),
    );
    await Promise.race(acts);
    await first.stop("SIGKILL");
    await Promise.all([left, ...acts]);
    const killed = await openStore({ dataDir });
    expect(await firstBrokenRow(killed)).toBeUndefined();
    const intended = await killed
      .selectFrom("audit")
      .select("target")
      .where("phase", "=", "intended")
      .execute();
    const known = new Set(intended.map((row) => row.target));
    const reached = api.hits
      .map((hit) => /^\/proxies\/(kill\d+)\/check$/.exec(hit.url)?.[1])
      .filter((id) => id !== undefined);
    expect(reached.length).toBeGreaterThan(0);
    expect(reached.filter((id) => !known.has(id))).toEqual([]);
    await killed.destroy();

    // What the first one held ends as late at any speed: a faster one would poll the API so many times as often until then.
    const variables = { TEST_SPEEDUP: "1" };
    const second = await startDashboard({ apiBaseUrl: api.url, token, dataDir, variables });
    const visitor = await second.admin();
    const { json } = await waitFor(
      "its outcome is written",
      () => visitor.get("/api/audit?target=left"),
      (reply) => Array.isArray(reply.json) && reply.json.length === 2,
      120_000,
    );
    expect(json).toMatchObject([
      { phase: "unknown", code: "no_outcome", actor: "admin", action: "checkProxy" },
      { phase: "intended" },
    ]);
    await second.stop();
    const db = await openStore({ dataDir });
    const { checkpoints } = await readCheckpoints(checkpointPath(dataDir));
    const { rows, fault } = await verifyAudit(db, checkpoints);
    expect(fault).toBeUndefined();
    // The last one was written at the stop.
    expect(checkpoints.at(-1)?.seq).toBe(rows);
    await db.destroy();
  });
});
