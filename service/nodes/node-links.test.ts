import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { freePort } from "../../tests/support/programs/free-port.ts";
import { pauseThisProcess } from "../../tests/support/programs/pause-this-process.ts";
import { standardPaces } from "../kernel/paces.ts";
import { NodeLinks } from "./node-links.ts";
import { nodeHeader } from "./node-protocol.ts";
import type { NodeTable } from "./node-table.ts";

const paces = { ...standardPaces.sharedState, renewMs: 20, lostAfterMs: 400, reconnectMs: 10 };
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** A node without sessions that sends a beat every 20 ms; `answer` answers all other requests. */
async function startNode(
  port = 0,
  answer = (response: ServerResponse) => void response.end(),
  /** The node that answers in place of the one that is meant. */
  inPlaceOf: (asked: unknown) => string | undefined = () => undefined,
) {
  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/node/changes")) return answer(response);
    const other = inPlaceOf(request.headers[nodeHeader]);
    if (other !== undefined) return void response.writeHead(409, { [nodeHeader]: other }).end();
    response.writeHead(200);
    const send = (message: object) => response.write(`${JSON.stringify(message)}\n`);
    send({ type: "all", sessions: [], ends: [], runs: [] });
    const beat = setInterval(() => send({ type: "alive" }), 20);
    response.once("close", () => clearInterval(beat));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  cleanUps.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** The links to one node, which renews its registration whatever else is. */
async function linksTo(
  port: number,
  list = async () => {},
  others: { id: string }[] = [],
  /** Throws what taking a message, or a loss, throws. */
  take: (event: string) => void = () => {},
) {
  const events: string[] = [];
  const faults: string[] = [];
  const warn = vi.fn<(message: string) => void>();
  const removed = new Set<string>();
  let renewals = 0;
  const entry = {
    id: "n1",
    name: "one",
    address: `http://127.0.0.1:${port}`,
    browsers: 1,
    draining: false,
    earlier: ["n0"],
  };
  const table = {
    async list() {
      await list();
      renewals += 1;
      return [entry, ...others.map((other) => ({ ...entry, ...other }))]
        .filter(({ id }) => !removed.has(id))
        .map((each) => ({ ...each, renewed: `${renewals}` }));
    },
    async remove(id: string) {
      events.push(`removed ${id}`);
      removed.add(id);
    },
  };
  const links = new NodeLinks({
    // Only these are used.
    table: table as unknown as NodeTable,
    paces,
    key: "key",
    term: "1",
    publicUrl: () => "",
    warn,
    report: (error) => void faults.push(String(error)),
    onMessage(_, { type }) {
      if (type !== "all") return;
      take("connected");
      events.push("connected");
    },
    onLost({ id }) {
      take(`lost ${id}`);
      events.push(`lost ${id}`);
    },
    onDraining() {},
    onRead() {},
  });
  cleanUps.push(() => {
    links.close();
    expect(faults.splice(0)).toEqual([]);
  });
  await links.start();
  const link = links.get("n1");
  if (link === undefined) throw new Error("There is no link.");
  return { links, link, events, faults, warn, reads: () => renewals };
}

/** Takes no new connection; those that it has go on. */
const stopListening = (server: Server) => void server.close();

test("a node that cannot be reached is lost, and used again when it can", async () => {
  const port = await freePort();
  const { links, link, events, warn } = await linksTo(port);
  await expect.poll(() => events).toEqual(["lost n1"]);
  expect([links.all(), link.accepts, link.isLost]).toEqual([[link], false, true]);
  expect([links.withFilesOf("n0"), links.withFilesOf("n2"), links.isRead]).toEqual([link, undefined, true]);
  const why = `cannot be reached at http://127.0.0.1:${port}: nothing listens there`;
  expect(link.whyUnreachable).toBe(why);
  expect(warn.mock.calls).toEqual([[`the node one is lost: it ${why}`]]);
  await startNode(port);
  await expect.poll(() => link.accepts).toBe(true);
  expect([events, link.isLost, link.whyUnreachable]).toEqual([["lost n1", "connected"], false, undefined]);
  expect(warn.mock.lastCall).toEqual(["the node one can be reached again"]);
});

test("a node is lost that takes no new connection, although it goes on sending", async () => {
  const { server, port } = await startNode(await freePort());
  const { link, events } = await linksTo(port);
  await expect.poll(() => events).toEqual(["connected"]);
  const { loss } = link;
  stopListening(server);
  await expect.poll(() => events).toEqual(["connected", "lost n1"]);
  expect([link.isOpen, link.accepts, loss.aborted]).toEqual([false, false, true]);
  await startNode(port);
  await expect.poll(() => link.accepts).toBe(true);
  expect(link.loss.aborted).toBe(false);
  expect(events).toEqual(["connected", "lost n1", "connected"]);
});

test("a node is lost that takes connections and answers none", async () => {
  const isHung = { value: false };
  const { port } = await startNode(0, (response) => void (isHung.value || response.end()));
  const { link, events } = await linksTo(port);
  await expect.poll(() => events).toEqual(["connected"]);
  isHung.value = true;
  await expect.poll(() => events[1]).toBe("lost n1");
  isHung.value = false;
  await expect.poll(() => link.accepts).toBe(true);
});

test("a node that answers slowly is not lost", async () => {
  let answered = 0;
  const { port } = await startNode(0, (response) => {
    const answer = () => {
      answered += 1;
      response.end();
    };
    setTimeout(answer, paces.lostAfterMs / 2);
  });
  const { link, events } = await linksTo(port);
  await expect.poll(() => answered, { timeout: 10_000 }).toBeGreaterThan(60);
  await expect.poll(() => link.accepts).toBe(true);
  expect(events).toEqual(["connected"]);
});

test("no node is lost for a pause of this service", async () => {
  const { port } = await startNode();
  const { link, events, reads } = await linksTo(port);
  await expect.poll(() => events).toEqual(["connected"]);
  const { loss } = link;
  pauseThisProcess(paces.lostAfterMs * 2);
  const before = reads();
  await expect.poll(() => reads() - before).toBeGreaterThan(80);
  expect([events, link.accepts, loss.aborted]).toEqual([["connected"], true, false]);
});

test("no node is lost while the database cannot be read, nor for what this service did not hear", async () => {
  const { server, port } = await startNode();
  let failures = 0;
  let isAway = false;
  const { events } = await linksTo(port, async () => {
    if (!isAway) return;
    failures += 1;
    throw new Error("the database is away");
  });
  await expect.poll(() => events).toEqual(["connected"]);
  pauseThisProcess(paces.lostAfterMs * 2);
  isAway = true;
  stopListening(server);
  await expect.poll(() => failures, { timeout: 10_000 }).toBeGreaterThan(80);
  expect(events.filter((event) => event !== "connected")).toEqual([]);
  isAway = false;
  await expect.poll(() => events.at(-1)).toBe("lost n1");
});

test("a node that was started again is lost when the new one is on the list, which is then known", async () => {
  const { port } = await startNode(0, undefined, (asked) => (asked === "n1" ? "n2" : undefined));
  const others: { id: string; earlier: string[] }[] = [];
  const { links, link, events } = await linksTo(port, undefined, others);
  await expect.poll(() => link.replacedBy).toBe("n2");
  expect([links.all(), events]).toEqual([[link], []]);
  others.push({ id: "n2", earlier: ["n1", "n0"] });
  await expect.poll(() => events.toSorted()).toEqual(["connected", "lost n1", "removed n1"]);
  expect(links.withFilesOf("n1")?.id).toBe("n2");
});

test("a node whose report cannot be taken is connected to again, and gets no session before", async () => {
  const { port } = await startNode();
  const fails = { value: true };
  let attempts = 0;
  const { link, events, faults } = await linksTo(port, undefined, undefined, () => {
    attempts += 1;
    if (fails.value) throw new Error("it cannot be stored");
  });
  await expect.poll(() => attempts).toBeGreaterThan(2);
  expect([link.accepts, events, faults.splice(0)]).toEqual([false, [], ["Error: it cannot be stored"]]);
  expect(link.whyUnreachable).toContain("what it reports cannot be taken: it cannot be stored");
  fails.value = false;
  await expect.poll(() => link.accepts).toBe(true);
  expect(events).toEqual(["connected"]);
});

test("the loss of a node that could not be dealt with is dealt with again, also when the node has left the list", async () => {
  const { port } = await startNode();
  const others = [{ id: "n2" }];
  const attempts: string[] = [];
  const fails = { value: true };
  const { links, events, faults } = await linksTo(port, undefined, others, (event) => {
    attempts.push(event);
    if (fails.value && event === "lost n2") throw new Error("it cannot be stored");
  });
  others.length = 0;
  await expect.poll(() => attempts.filter((event) => event === "lost n2").length).toBeGreaterThan(2);
  expect([links.get("n2"), faults.splice(0)]).toEqual([undefined, ["Error: it cannot be stored"]]);
  fails.value = false;
  await expect.poll(() => events.filter((event) => event !== "connected")).toEqual(["lost n2"]);
});
