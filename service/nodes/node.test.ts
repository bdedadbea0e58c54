import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { forwardedHeader } from "../http/forward.ts";
import { Access } from "../kernel/access.ts";
import { systemClock } from "../kernel/clock.ts";
import { standardPaces } from "../kernel/paces.ts";
import type { Session } from "../sessions/session.ts";
import { SessionTokens } from "../sessions/session-tokens.ts";
import { Node } from "./node.ts";
import type { NodeTable } from "./node-table.ts";

const nodeWith = (table: object) =>
  new Node({
    databaseUrl: "postgres://127.0.0.1:9/none",
    // Only these are used.
    table: table as unknown as NodeTable,
    entry: { id: "n1", name: "n1", address: "http://127.0.0.1:9", browsers: 1, earlier: [] },
    key: "key",
    dataDir: join(tmpdir(), "none"),
    paces: standardPaces.sharedState,
    clock: systemClock,
    warn() {},
  });

test("a node leaves although its database hangs", async () => {
  const hanging = async () => await new Promise<never>(() => {});
  const node = nodeWith({ remove: hanging, renew: hanging });
  await node.drain();
  await node.leave();
});

test("a node that cannot register gives up when it is stopped", async () => {
  const stops = new AbortController();
  const node = nodeWith({
    async renew() {
      stops.abort();
      throw new Error("permission denied for table nodes");
    },
    remove: async () => {},
  });
  expect(await node.start(stops.signal)).toBe(false);
  await node.leave();
});

test("a WebSocket for a browser on another node goes there, or to the service", async () => {
  const leader: { address?: string } = {};
  const node = nodeWith({
    renew: async () => {},
    remove: async () => {},
    leader: async () => leader.address,
    list: async () => [{ address: "http://other" }],
  });
  const tokens = new SessionTokens(new Uint8Array(32), systemClock);
  const sign = (sessionId: string, at?: string) =>
    tokens.sign({ sessionId, purpose: "cdp", lease: "l1", readOnly: false, node: at });
  const deps = {
    access: new Access([], "key", new Uint8Array(32)),
    tokens,
    sessions: { find: (id: string) => (id === "here" ? ({} as Session) : undefined) },
  };
  const request = (jwt: string, headers: object = { upgrade: "websocket" }) =>
    node.target(deps, { url: `/browser/cdp?jwt=${jwt}`, headers } as IncomingMessage);
  const headers = { [forwardedHeader]: "1" };
  const signal = expect.any(AbortSignal);
  const other = { address: new URL("http://other"), headers, signal };
  const far = sign("far", "http://other");
  expect(await request(far)).toEqual(other);
  await expect(request(sign("far"))).rejects.toMatchObject({ code: "standby" });

  leader.address = "http://service";
  await node.start();
  const service = { address: new URL("http://service"), headers, signal };
  expect(await request(far)).toEqual({ ...other, otherwise: service });
  expect([await request(far, {}), await request(sign("far"))]).toEqual([service, service]);
  expect(await request(sign("here", "http://other"))).toBeUndefined();
  // For a browser that is here no more, forwarded or not: the gateway says so.
  const ended = sign("ended", "http://127.0.0.1:9");
  const forwarded = { ...headers, upgrade: "websocket" };
  expect([await request(ended), await request(ended, forwarded)]).toEqual([undefined, undefined]);
  await expect(request(far, forwarded)).rejects.toMatchObject({ code: "standby" });
  await node.leave();
});

test("what goes to another node ends when that is no longer registered", async () => {
  let addresses = ["http://other", "http://third"];
  const node = nodeWith({
    renew: async () => {},
    remove: async () => {},
    leader: async () => undefined,
    list: async () => addresses.map((address) => ({ address })),
  });
  const tokens = new SessionTokens(new Uint8Array(32), systemClock);
  const deps = {
    access: new Access([], "key", new Uint8Array(32)),
    tokens,
    sessions: { find: () => undefined },
  };
  const lossOf = async (at: string) => {
    const jwt = tokens.sign({ sessionId: "s1", purpose: "cdp", lease: "l1", readOnly: false, node: at });
    const request = { url: `/browser/cdp?jwt=${jwt}`, headers: { upgrade: "websocket" } };
    return (await node.target(deps, request as IncomingMessage))?.signal;
  };
  const losses = [await lossOf("http://other"), await lossOf("http://third")];
  await node.drain();
  expect(losses.map((loss) => loss?.aborted)).toEqual([false, false]);
  addresses = ["http://third"];
  await node.drain();
  expect(losses.map((loss) => loss?.aborted)).toEqual([true, false]);
  expect((await lossOf("http://other"))?.aborted).toBe(false);
  await node.leave();
});

test("code is copied once, and again after its copy was removed", async () => {
  const dir = mkdtempSync(join(tmpdir(), "fleetdeck-node-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  let copies = 0;
  const node = nodeWith({
    async *files(prefix: string) {
      copies += 1;
      yield { path: `${prefix}app.ts`, part: 0, content: Buffer.from(`${copies}`) };
    },
  });
  const folder = join(dir, "d1");
  for (const _ of [1, 2]) await node.files.fetchCode("d1", folder);
  expect(readFileSync(join(folder, "app.ts"), "utf8")).toBe("1");
  node.files.removeCode(folder);
  node.files.removeCode(join(dir, "never copied"));
  await node.files.fetchCode("d1", folder);
  expect(readFileSync(join(folder, "app.ts"), "utf8")).toBe("2");
  await expect.poll(() => readdirSync(dir)).toEqual(["d1"]);
});

test("what goes to a service ends when another one has taken over, or none works", async () => {
  let leader: string | undefined = "http://one";
  const node = nodeWith({ renew: async () => {}, remove: async () => {}, leader: async () => leader });
  const tokens = new SessionTokens(new Uint8Array(32), systemClock);
  const deps = {
    access: new Access([], "key", new Uint8Array(32)),
    tokens,
    sessions: { find: () => undefined },
  };
  const lossOfService = async () =>
    (await node.target(deps, { url: "/browsers", headers: {} } as IncomingMessage))?.signal;
  await node.start();
  const first = await lossOfService();
  await node.drain();
  expect([first?.aborted, await lossOfService()]).toEqual([false, first]);
  leader = "http://other";
  await node.drain();
  const second = await lossOfService();
  expect([first?.aborted, second?.aborted]).toEqual([true, false]);
  leader = undefined;
  await node.drain();
  expect(second?.aborted).toBe(true);
  await node.leave();
});
