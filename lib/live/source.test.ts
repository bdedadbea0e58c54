import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ScriptedServer, settle, TestClock } from "../../tests/support/live-world.ts";
import { type LiveFrame, logTopic } from "../bff/live.ts";
import { backoffMs, retryAfterMs } from "./backoff.ts";
import { LiveSource } from "./source.ts";

const log = (process: string) => logTopic({ sessionId: "abc", log: { source: "supervisor", process } });
const one = log("one");
const two = log("two");
const at = "2026-11-21T03:08:59.104Z";
const tick: LiveFrame = { kind: "tick", at };
const line = (topic: string, id: number): LiveFrame => ({
  kind: "lines",
  topic,
  epoch: "e",
  lines: [{ id, at, text: `${id}` }],
});

function world(random = () => 0) {
  const clock = new TestClock();
  const server = new ScriptedServer(clock);
  const frames: LiveFrame[] = [];
  const said: string[] = [];
  const source = new LiveSource(
    { fetch: server.fetch, clock, random },
    {
      opened: (asked) => said.push(`opened ${asked.map(({ cursor }) => cursor?.id ?? "all").join(" ")}`),
      frame: (frame) => frames.push(frame),
      connection: (now) => said.push(now),
    },
  );
  return { clock, server, source, frames, said };
}

async function opened(...topics: string[]) {
  const all = world();
  for (const topic of topics) all.source.ask(topic, undefined);
  await all.clock.advance(50);
  await all.server.last.open();
  return all;
}

test("topics asked for together travel in one request; what is given up is given back", async () => {
  const { server, source, said, clock } = await opened("fleet", one, two);
  expect(server.requests.map((request) => request.words)).toEqual([["fleet", one, two]]);
  expect(said).toEqual(["connecting", "opened all all all", "connected"]);
  source.drop(two);
  await clock.advance(3000);
  expect(server.last.words).toEqual(["fleet", one]);
  expect(server.requests[0]?.signal.aborted).toBe(true);
  source.drop(one);
  source.drop("fleet");
  await clock.advance(3000);
  expect(said.at(-1)).toBe("idle");
});

test("T47 after a break it goes on from the place of each topic", async () => {
  const { server, clock, said } = await opened(one, two);
  const gap = { id: 9, reason: "slow", count: 3, from: null, to: at } as const;
  await server.last.send(line(one, 4), { kind: "gap", topic: two, epoch: "e", gap });
  server.last.cut();
  await clock.advance(999);
  expect(server.requests).toHaveLength(1);
  await clock.advance(1);
  expect(server.last.words).toEqual([one, "e:4", two, "e:9"]);
  await server.last.open();
  expect(said.slice(-3)).toEqual(["reconnecting", "opened 4 9", "connected"]);
});

test("T47 who comes late has the topic brought from its beginning, and a break in between changes nothing", async () => {
  const { server, source, clock } = await opened(one, two);
  await server.last.send(line(one, 4), line(two, 6));
  source.ask(one, undefined);
  await server.last.send(line(one, 5));
  await clock.advance(50);
  expect(server.last.words).toEqual([one, two, "e:6"]);
  server.last.cut();
  await clock.advance(1000);
  expect(server.last.words).toEqual([one, two, "e:6"]);
  await server.last.open();
  await server.last.send(line(one, 1));
  server.last.cut();
  await clock.advance(5000);
  expect(server.last.words).toEqual([one, "e:1", two, "e:6"]);
});

test("a place the stream brings already costs no request; an earlier one does", async () => {
  const { server, source, clock } = await opened(one);
  await server.last.send(line(one, 10));
  source.ask(one, { epoch: "e", id: 12 });
  await clock.advance(100);
  expect(server.requests).toHaveLength(1);
  source.ask(one, { epoch: "e", id: 8 });
  await clock.advance(100);
  expect(server.last.words).toEqual([one, "e:8"]);
  source.ask(one, { epoch: "other", id: 8 });
  await clock.advance(100);
  expect(server.last.words).toEqual([one]);
});

describe("T49 silence", () => {
  test("is stale after three ticks, dead at 45 s, and tried again within 50 s", async () => {
    const { server, clock, said } = await opened("fleet");
    const startMs = clock.nowMs();
    await clock.advance(15_000);
    expect(said.at(-1)).toBe("stale");
    await server.last.send(tick);
    expect(said.at(-1)).toBe("connected");
    await clock.advance(44_999);
    expect(server.requests).toHaveLength(1);
    await clock.advance(5000);
    expect(server.requests.length).toBe(2);
    expect(server.last.atMs - startMs - 15_000).toBeLessThanOrEqual(50_000);
    expect(server.requests[0]?.signal.aborted).toBe(true);
  });

  test("a comment is a sign of life; an answer that never comes is dead, too", async () => {
    const { server, clock } = await opened("fleet");
    for (let seconds = 0; seconds < 120; seconds += 15) {
      server.last.text(": \n\n");
      await clock.advance(15_000);
    }
    expect(server.requests).toHaveLength(1);
    server.last.cut();
    await clock.advance(1000 + 45_000 + 1000);
    expect(server.requests).toHaveLength(3);
  });
});

test("signed out: it stops and says so", async () => {
  for (const status of [401, 403]) {
    const { server, clock, source, said } = world();
    source.ask("fleet", undefined);
    await clock.advance(50);
    await server.last.refuse(status);
    source.ask(one, undefined);
    source.hurry();
    await clock.advance(600_000);
    expect([server.requests.length, said.at(-1)]).toEqual([1, "signed_out"]);
  }
  const { server, clock, said } = await opened("fleet");
  await server.last.send({ kind: "bye", reason: "signed_out" });
  await server.last.end();
  await clock.advance(600_000);
  expect([server.requests.length, said.at(-1)]).toEqual([1, "signed_out"]);
});

test("busy: it waits as long as it is told to, and a hurry does not shorten a refusal it has not had", async () => {
  const { server, clock, source } = world();
  source.ask("fleet", undefined);
  await clock.advance(50);
  await server.last.refuse(503, { "retry-after": "20" });
  await clock.advance(19_000);
  expect(server.requests).toHaveLength(1);
  await clock.advance(2000);
  expect(server.requests).toHaveLength(2);
});

test("a goodbye to rotate is followed at once, one at a stop after a wait", async () => {
  const { server, clock, said } = await opened(one);
  await server.last.send(line(one, 4), { kind: "bye", reason: "rotate" });
  await server.last.end();
  await clock.advance(0);
  expect(server.last.words).toEqual([one, "e:4"]);
  expect(said).not.toContain("reconnecting");
  await server.last.open();
  await server.last.send({ kind: "bye", reason: "shutdown" });
  await server.last.end();
  await clock.advance(900);
  expect(server.requests).toHaveLength(2);
  await clock.advance(100);
  expect(server.requests).toHaveLength(3);
});

test("one name the server does not take is told apart from the good ones beside it", async () => {
  const { server, clock, source, frames } = await opened("fleet");
  const bad = log("bad");
  for (const topic of [one, bad, two]) source.ask(topic, undefined);
  for (let round = 0; round < 8; round += 1) {
    await clock.advance(50);
    if (server.last.signal.aborted) continue;
    if (server.last.topics.includes(bad)) await server.last.refuse(400);
    else await server.last.open();
  }
  expect(frames.filter((frame) => frame.kind === "state")).toMatchObject([
    { topic: bad, state: "unavailable" },
  ]);
  expect([...server.last.topics].sort()).toEqual(["fleet", one, two].sort());
});

test("a topic beyond the limit is told so and does not break the others", async () => {
  const { server, clock, source, frames } = world();
  for (let index = 0; index < 25; index += 1) source.ask(log(`p${index}`), undefined);
  await clock.advance(50);
  expect(server.last.topics).toHaveLength(24);
  expect(frames).toMatchObject([{ kind: "state", topic: log("p24"), state: "unavailable" }]);
});

test("health is told again to who asks late, without a request", async () => {
  const { server, clock, source, frames } = await opened("fleet");
  await server.last.send({ kind: "fleet", upstream: "failing", code: "timeout", since: null });
  source.ask("fleet", undefined);
  await clock.advance(100);
  expect(frames.filter((frame) => frame.kind === "fleet")).toHaveLength(2);
  expect(server.requests).toHaveLength(1);
});

test("T48 what is no frame of ours is left out, and what follows it is read", async () => {
  const { server, frames } = await opened(one);
  server.last.text('event: x\ndata: {"kind":"lines"}\n\ndata: not json\n\ndata: {"kind":"unheard of"}\n\n');
  const text = "a\n\nevent: bye\r\ndata: {}\u2028b";
  await server.last.send({ kind: "lines", topic: one, epoch: "e", lines: [{ id: 1, at, text }] });
  await settle();
  expect(frames.filter((frame) => frame.kind !== "hello")).toMatchObject([{ lines: [{ text }] }]);
});

test("T49 a thousand browsers whose server was away come back spread over 20 s or more", () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const back = Array.from({ length: 1000 }, () => {
    let atMs = 0;
    for (let attempt = 0; atMs < 60_000; attempt += 1) atMs += backoffMs(attempt, random);
    return atMs;
  }).sort((a, b) => a - b);
  expect((back.at(-1) ?? 0) - (back[0] ?? 0)).toBeGreaterThanOrEqual(20_000);
  const busiest = Math.max(...back.map((from) => back.filter((ms) => ms >= from && ms < from + 1000).length));
  expect(busiest).toBeLessThan(150);
});

test("waits are 1 to 30 s; Retry-After is read as seconds or a date", () => {
  fc.assert(
    fc.property(fc.nat(50), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
      const waitMs = backoffMs(attempt, () => chance);
      expect(waitMs >= 1000 && waitMs <= 30_000).toBe(true);
    }),
  );
  const nowMs = Date.parse("2026-11-21T03:00:00Z");
  expect(retryAfterMs("7", nowMs)).toBe(7000);
  expect(retryAfterMs("Sat, 21 Nov 2026 03:00:10 GMT", nowMs)).toBe(10_000);
  expect(retryAfterMs("999999", nowMs)).toBe(120_000);
  expect([retryAfterMs("soon", nowMs), retryAfterMs(null, nowMs), retryAfterMs("-1", nowMs)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
