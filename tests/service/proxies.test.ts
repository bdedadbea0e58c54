import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { Server as ForwardProxy } from "proxy-chain";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { proxy } from "../../lib/contract/proxies.ts";
import { systemClock } from "../../service/kernel/clock.ts";
import { interfaceAddresses } from "../../service/kernel/host-addresses.ts";
import { Seal } from "../../service/kernel/seal.ts";
import { addressThrough } from "../../service/proxies/probe.ts";
import { Proxies, type ProxiesDeps } from "../../service/proxies/proxies.ts";
import { proxyRoutes } from "../../service/proxies/proxy-routes.ts";
import { seedProxies } from "../../service/samples/seed.ts";
import { createTestApp, openTestStore } from "../support/dashboard/test-app.ts";

const secret = randomBytes(32);
let testStore: Awaited<ReturnType<typeof openTestStore>>;
let proxies: Proxies;
let call: ReturnType<typeof createTestApp>["call"];

const open = async (more: Partial<ProxiesDeps> = {}) => {
  proxies = await Proxies.open({
    store: testStore.store,
    seal: new Seal(secret),
    clock: systemClock,
    report: testStore.report,
    checkTimeoutMs: 60_000,
    ...more,
  });
  call = createTestApp(testStore, proxyRoutes(proxies)).call;
};
beforeEach(async () => {
  testStore = await openTestStore();
  await open();
});
afterEach(async () => {
  await proxies.close();
  expect(testStore.faults).toEqual([]);
  await testStore.close();
});

const listed = async (query = "") => z.array(proxy).parse((await call("GET", `/proxies${query}`)).json());
const check = async (id: string, body?: object) => {
  const answer = await call("POST", `/proxies/${id}/check`, body);
  expect(answer.status).toBe(200);
  return proxy.parse(answer.json());
};
const portOf = (server: Server) => z.object({ port: z.int() }).parse(server.address()).port;
const ownAddress = process.platform === "linux" ? /^127\.0\.0\.(1[2-9]|2\d)$/ : /^127\.0\.0\.1$/;

describe("the sample proxies of a new data folder", () => {
  beforeEach(() => seedProxies(proxies));
  const named = async (part: string) => {
    const [found] = await listed(`?query=${part}`);
    if (!found) throw new Error(`no proxy named like ${part}`);
    return found;
  };

  test("are four of different types, without a status before their first check", async () => {
    const all = await listed();
    expect(new Set(all.map((one) => one.type)).size).toBe(4);
    expect(all.every((one) => one.status === undefined && one.last_checked === undefined)).toBe(true);
    expect(all.every((one) => one.protocol === "http")).toBe(true);
  });

  test("the check connects: healthy, slow and guarded are available, each with its address", async () => {
    const before = Date.now();
    const checked = await Promise.all(
      ["datacenter", "mobile", "gateway"].map(async (part) => check((await named(part)).id)),
    );
    for (const one of checked) {
      expect(one.status).toBe("available");
      expect(one.ip_address).toMatch(ownAddress);
      expect(one.last_checked).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/);
      expect(Date.parse(one.last_checked ?? "")).toBeGreaterThanOrEqual(before - 1);
    }
    if (process.platform === "linux") expect(new Set(checked.map((one) => one.ip_address)).size).toBe(3);
  });

  test("the refusing one is unavailable, with status 200", async () => {
    const refusing = await check((await named("residential")).id, {});
    expect(refusing).toMatchObject({ status: "unavailable" });
    expect(refusing.ip_address).toBeUndefined();
    expect(await listed("?query=residential")).toEqual([refusing]);
  });

  test("the guarded one requires its credentials, and never returns its password", async () => {
    const guarded = await named("gateway");
    expect(guarded).toMatchObject({ type: "custom", config: { host: "127.0.0.1", has_password: true } });
    expect(Object.keys(guarded.config ?? {})).not.toContain("password");
    const { host, port, username } = z
      .object({ host: z.string(), port: z.int(), username: z.string() })
      .parse(guarded.config);
    const through = (credentials?: { username: string; password: string }) =>
      addressThrough(
        { protocol: "http", host, port, ...(credentials ? { credentials } : {}) },
        AbortSignal.timeout(20_000),
      );
    await expect(through()).rejects.toThrow("407");
    await expect(through({ username, password: "guessed" })).rejects.toThrow("407");
  });

  test("a browser gets a working address without credentials, until its session ends", async () => {
    const guarded = await named("gateway");
    const [first, second] = await Promise.all([
      proxies.forSession(guarded.id),
      proxies.forSession(guarded.id),
    ]);
    expect(second).toEqual(first);
    const url = new URL(first.url);
    expect(url.username + url.password).toBe("");
    const through = () =>
      addressThrough(
        { protocol: "http", host: url.hostname, port: Number(url.port) },
        AbortSignal.timeout(20_000),
      );
    expect(await through()).toMatch(ownAddress);
    proxies.sessionEnded(guarded.id);
    expect(await through()).toMatch(ownAddress);
    proxies.sessionEnded(guarded.id);
    await expect.poll(() => through().catch(() => "closed")).toBe("closed");
  });

  test("a restart restores them with their last known health and address", async () => {
    for (const { id } of await listed()) await check(id);
    const before = await listed();
    await proxies.close();
    for (const one of before.filter((each) => each.type !== "residential")) {
      const { port } = z.object({ port: z.int().optional() }).parse(one.config);
      if (port) {
        const direct = { protocol: "http" as const, host: "127.0.0.1", port };
        // A program that another thread is starting holds a copy of the socket for a moment, until its own code runs.
        await expect
          .poll(() => addressThrough(direct, AbortSignal.timeout(20_000)).catch(({ message }) => message))
          .toContain("ECONNREFUSED");
      }
    }
    await testStore.close("keep");
    testStore = await openTestStore(testStore.dataDir);
    await open();
    expect(await listed()).toEqual(before);
    expect(await check((await named("datacenter")).id)).toMatchObject({ status: "available" });
  });
});

test("a proxy of any other type is run by the service, with any requested protocol", async () => {
  for (const [type, protocol] of [
    ["datacenter", "https"],
    ["isp", "http"],
    ["residential", "https"],
    ["mobile", undefined],
  ] as const) {
    const made = await call("POST", "/proxies", { type, ...(protocol ? { protocol } : {}) });
    const created = proxy.parse(made.json());
    expect(created).toMatchObject({ type, protocol: protocol ?? "https", config: { country: "US" } });
    expect(await check(created.id)).toMatchObject({ status: "available", protocol: protocol ?? "https" });
  }
});

describe("a client's own proxy", () => {
  test("is checked with its credentials, and preserves its last address on failure", async () => {
    let requests = 0;
    const theirs = new ForwardProxy({
      port: 0,
      host: "127.0.0.1",
      prepareRequestFunction: ({ username, password }) => {
        requests += 1;
        return { requestAuthentication: username !== "us er" || password !== "p:ä55/w" };
      },
    });
    await theirs.listen();
    const config = { host: "127.0.0.1", port: theirs.port, username: "us er", password: "p:ä55/w" };
    const made = await call("POST", "/proxies", { type: "custom", protocol: "http", name: "ours", config });
    expect(made.status).toBe(201);
    expect(made.text).not.toContain("p:ä55/w");
    const { id } = proxy.parse(made.json());

    const [one, two] = await Promise.all([check(id), check(id)]);
    expect(one).toEqual(two);
    expect(requests).toBe(1);
    expect(one).toMatchObject({ status: "available", ip_address: "127.0.0.1" });
    const { url } = await proxies.forSession(id);
    const local = { protocol: "http" as const, host: "127.0.0.1", port: Number(new URL(url).port) };
    expect(await addressThrough(local, AbortSignal.timeout(20_000))).toBe("127.0.0.1");
    proxies.sessionEnded(id);

    await theirs.close(true);
    const failed = await check(id);
    expect(failed).toMatchObject({ status: "unavailable", ip_address: "127.0.0.1" });
    expect((failed.last_checked ?? "") > (one.last_checked ?? "")).toBe(true);
  });

  test("that never answers times out; one with invalid responses is unavailable", async () => {
    await proxies.close();
    await open({ checkTimeoutMs: 1_000 });
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    const liar = createServer((socket) => {
      const body = JSON.stringify({ nonce: "no", address: "1.2.3.4" });
      socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    }).listen(0, "127.0.0.1");
    await Promise.all([once(silent, "listening"), once(liar, "listening")]);
    for (const server of [silent, liar]) {
      const config = { host: "127.0.0.1", port: portOf(server) };
      const made = await call("POST", "/proxies", { type: "custom", protocol: "http", config });
      const checked = await check(proxy.parse(made.json()).id);
      expect(checked.status).toBe("unavailable");
      expect(checked.ip_address).toBeUndefined();
    }
    silent.close();
    liar.close();
  });

  const [ownInterface] = interfaceAddresses();
  test.skipIf(ownInterface === undefined)(
    "with SERVICE_NETWORK=isolated is at no address of this machine but loopback, as its forwarder is in its network",
    async () => {
      await proxies.close();
      await open({ hostPorts: new Set() });
      let connections = 0;
      const server = createServer((socket) => {
        connections += 1;
        socket
          .on("error", () => undefined)
          .end("HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\nof this machine");
      }).listen(0, "0.0.0.0");
      await once(server, "listening");
      onTestFinished(() => void server.close());
      const bytes = ownInterface?.split(".").map((part) => Number(part).toString(16).padStart(2, "0")) ?? [];
      const add = async (host: string) => {
        const config = { host, port: portOf(server), username: "someone", password: "secret-word" };
        const made = await call("POST", "/proxies", { type: "custom", protocol: "http", config });
        return proxy.parse(made.json()).id;
      };
      const answerThrough = async (id: string) => {
        const { url } = await proxies.forSession(id);
        const path = "http://site.test/latest/meta-data/";
        const outgoing = request(url, { path, agent: false }).end();
        const [answer] = await once(outgoing, "response");
        answer.resume();
        proxies.sessionEnded(id);
        return answer.statusCode;
      };
      for (const host of [ownInterface ?? "", `0x${bytes.join("")}`]) {
        const id = await add(host);
        expect([host, (await check(id)).status]).toEqual([host, "unavailable"]);
        expect([host, await answerThrough(id)]).toEqual([host, 403]);
      }
      expect(connections).toBe(0);
      expect(await answerThrough(await add("localhost"))).toBe(200);
    },
  );

  test("is renamed, with all else unchanged", async () => {
    const config = { host: "127.0.0.1", port: 9, username: "someone", password: "secret-word" };
    const made = await call("POST", "/proxies", { type: "custom", name: "before", config });
    const created = proxy.parse(made.json());
    expect(created).toMatchObject({ protocol: "https", config: { has_password: true } });
    const renamed = await call("PATCH", `/proxies/${created.id}`, { name: "after" });
    expect([renamed.status, renamed.json()]).toEqual([200, { ...created, name: "after" }]);
    for (const body of [{}, { name: "" }, { name: "x".repeat(256) }]) {
      expect((await call("PATCH", `/proxies/${created.id}`, body)).status).toBe(400);
    }
    expect((await call("PATCH", "/proxies/unknown", { name: "x" })).status).toBe(404);
  });

  test("no password is readable in the data folder", async () => {
    const config = { host: "127.0.0.1", port: 9, username: "someone", password: "secret-word" };
    await call("POST", "/proxies", { type: "custom", config });
    for (const name of (await readdir(testStore.dataDir)).filter((each) => each.startsWith("service.db"))) {
      const bytes = await readFile(join(testStore.dataDir, name));
      expect([name, bytes.includes("secret-word")]).toEqual([name, false]);
    }
  });

  test("faults of its settings are 400, each in the details", async () => {
    const short = { host: "p", port: 0, username: "u", password: "1234" };
    for (const body of [
      { type: "custom", config: { country: "US" } },
      { type: "custom", config: short },
      { type: "residential", config: { country: "USA", asn: "12" } },
      { type: "satellite" },
      {},
    ]) {
      const answer = await call("POST", "/proxies", body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(answer.text).not.toContain("1234");
    }
    const two = await call("POST", "/proxies", {
      type: "residential",
      config: { country: "USA", asn: "12" },
    });
    const { details } = z.object({ details: z.array(z.object({ message: z.string() })) }).parse(two.json());
    expect(details.map((detail) => detail.message.split(":")[0])).toEqual([
      "body.config.country",
      "body.config.asn",
    ]);
  });
});

test("a proxy of another type is run by the service, deleted ones are gone", async () => {
  const made = await call("POST", "/proxies", { type: "isp", config: { country: "fr" } });
  expect(made.status).toBe(201);
  expect(made.json()).toMatchObject({ type: "isp", protocol: "https", config: { country: "FR" } });
  const { id } = proxy.parse(made.json());
  expect(await check(id)).toMatchObject({ status: "available" });
  const { url } = await proxies.forSession(id);
  const through = () =>
    addressThrough(
      { protocol: "http", host: "127.0.0.1", port: Number(new URL(url).port) },
      AbortSignal.timeout(20_000),
    );
  expect((await call("DELETE", `/proxies/${id}`)).status).toBe(204);
  expect((await call("GET", `/proxies/${id}`)).status).toBe(404);
  expect((await call("POST", `/proxies/${id}/check`)).status).toBe(404);
  // It names the field, as the request for the browser does.
  const message = `proxy_id: the proxy ${id} was not found`;
  await expect(proxies.forSession(id)).rejects.toMatchObject({ status: 404, message });
  expect(() => proxies.record(id)).toThrow(message);
  expect(await listed()).toEqual([]);
  // The session that uses it is left alone.
  await expect(through()).resolves.toBeTypeOf("string");
  proxies.sessionEnded(id);
  await expect.poll(() => through().catch(() => "closed")).toBe("closed");
});
