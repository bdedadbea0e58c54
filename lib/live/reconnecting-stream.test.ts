import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FakeClock, ScriptedLiveServer, settle } from "../../tests/support/fakes/live-stream-fakes.ts";
import { type LiveFrame, logTopic } from "../bff/live.ts";
import { backoffMs, retryAfterMs } from "./backoff.ts";
import { ReconnectingStream } from "./reconnecting-stream.ts";

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

function setup(random = () => 0) {
  const clock = new FakeClock();
  const server = new ScriptedLiveServer(clock);
  const frames: LiveFrame[] = [];
  const events: string[] = [];
  const source = new ReconnectingStream(
    { fetch: server.fetch, clock, random },
    {
      opened: (requests) =>
        events.push(`opened ${requests.map(({ cursor }) => cursor?.id ?? "all").join(" ")}`),
      frame: (frame) => frames.push(frame),
      connection: (now) => events.push(now),
    },
  );
  return { clock, server, source, frames, events };
}

async function opened(...topics: string[]) {
  const all = setup();
  for (const topic of topics) all.source.subscribe(topic, undefined);
  await all.clock.advance(50);
  await all.server.last.open();
  return all;
}

test("combines subscriptions in one request and releases unsubscribed topics", async () => {
  const { server, source, events, clock } = await opened("fleet", one, two);
  expect(server.requests.map((request) => request.topicsAndCursors)).toEqual([["fleet", one, two]]);
  expect(events).toEqual(["connecting", "opened all all all", "connected"]);
  source.unsubscribe(two);
  await clock.advance(3000);
  expect(server.last.topicsAndCursors).toEqual(["fleet", one]);
  expect(server.requests[0]?.signal.aborted).toBe(true);
  source.unsubscribe(one);
  source.unsubscribe("fleet");
  await clock.advance(3000);
  expect(events.at(-1)).toBe("idle");
});

test("T47 resumes each topic from its cursor after a break", async () => {
  const { server, clock, events } = await opened(one, two);
  const gap = { id: 9, reason: "slow", count: 3, from: null, to: at } as const;
  await server.last.send(line(one, 4), { kind: "gap", topic: two, epoch: "e", gap });
  server.last.cut();
  await clock.advance(999);
  expect(server.requests).toHaveLength(1);
  await clock.advance(1);
  expect(server.last.topicsAndCursors).toEqual([one, "e:4", two, "e:9"]);
  await server.last.open();
  expect(events.slice(-3)).toEqual(["reconnecting", "opened 4 9", "connected"]);
});

test("T47 restarts a topic for a later subscriber, also across a break", async () => {
  const { server, source, clock } = await opened(one, two);
  await server.last.send(line(one, 4), line(two, 6));
  source.subscribe(one, undefined);
  await server.last.send(line(one, 5));
  await clock.advance(50);
  expect(server.last.topicsAndCursors).toEqual([one, two, "e:6"]);
  server.last.cut();
  await clock.advance(1000);
  expect(server.last.topicsAndCursors).toEqual([one, two, "e:6"]);
  await server.last.open();
  await server.last.send(line(one, 1));
  server.last.cut();
  await clock.advance(5000);
  expect(server.last.topicsAndCursors).toEqual([one, "e:1", two, "e:6"]);
});

test("opens no request for a cursor that the stream already delivers, one for an earlier cursor", async () => {
  const { server, source, clock } = await opened(one);
  await server.last.send(line(one, 10));
  source.subscribe(one, { epoch: "e", id: 12 });
  await clock.advance(100);
  expect(server.requests).toHaveLength(1);
  source.subscribe(one, { epoch: "e", id: 8 });
  await clock.advance(100);
  expect(server.last.topicsAndCursors).toEqual([one, "e:8"]);
  source.subscribe(one, { epoch: "other", id: 8 });
  await clock.advance(100);
  expect(server.last.topicsAndCursors).toEqual([one]);
});

describe("T49 silence", () => {
  test("is stale after three ticks, dead after 45 s, and retried within 50 s", async () => {
    const { server, clock, events } = await opened("fleet");
    const startMs = clock.nowMs();
    await clock.advance(15_000);
    expect(events.at(-1)).toBe("stale");
    await server.last.send(tick);
    expect(events.at(-1)).toBe("connected");
    await clock.advance(44_999);
    expect(server.requests).toHaveLength(1);
    await clock.advance(5000);
    expect(server.requests.length).toBe(2);
    expect(server.last.atMs - startMs - 15_000).toBeLessThanOrEqual(50_000);
    expect(server.requests[0]?.signal.aborted).toBe(true);
  });

  test("is noticed though the clock is set back meanwhile", async () => {
    const { server, clock, events } = await opened("fleet");
    clock.step(-10 * 60_000);
    await clock.advance(15_000);
    expect(events.at(-1)).toBe("stale");
    await clock.advance(35_000);
    expect(server.requests.length).toBe(2);
  });

  test("is noticed as soon as a computer wakes that slept longer", async () => {
    const { server, clock } = await opened("fleet");
    await server.last.send(tick);
    clock.step(60 * 60_000);
    await clock.advance(15_000 + 1_000);
    expect(server.requests.length).toBe(2);
  });

  test("is ended by a comment; a missing response counts as silence", async () => {
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

test("stops and reports the state when signed out", async () => {
  for (const status of [401, 403]) {
    const { server, clock, source, events } = setup();
    source.subscribe("fleet", undefined);
    await clock.advance(50);
    await server.last.refuse(status);
    source.subscribe(one, undefined);
    await clock.advance(600_000);
    expect([server.requests.length, events.at(-1)]).toEqual([1, "signed_out"]);
    // As after another sign-in.
    source.hurry();
    await clock.advance(50);
    expect([server.requests.length, events.at(-1)]).toEqual([2, "reconnecting"]);
  }
  const { server, clock, events } = await opened("fleet");
  await server.last.send({ kind: "bye", reason: "signed_out" });
  await server.last.end();
  await clock.advance(600_000);
  expect([server.requests.length, events.at(-1)]).toEqual([1, "signed_out"]);
});

test("waits for Retry-After; hurry() does not affect a request that has not failed", async () => {
  const { server, clock, source } = setup();
  source.subscribe("fleet", undefined);
  await clock.advance(50);
  await server.last.refuse(503, { "retry-after": "20" });
  await clock.advance(19_000);
  expect(server.requests).toHaveLength(1);
  await clock.advance(2000);
  expect(server.requests).toHaveLength(2);
});

test("each log says why there is no stream where an operator has too many (T45)", async () => {
  const { server, clock, source, frames } = setup();
  source.subscribe("fleet", undefined);
  source.subscribe(one, undefined);
  await clock.advance(50);
  const message = "You have 12 live streams open; close a window first.";
  await server.last.refuse(503, {}, { code: "too_many_streams", message, request_id: "r" });
  expect(frames).toEqual([
    { kind: "state", topic: one, state: "unavailable", reason: message, beginsAt: null },
  ]);
});

test("reconnects immediately after a rotation, with a delay after a shutdown", async () => {
  const { server, clock, events } = await opened(one);
  await server.last.send(line(one, 4), { kind: "bye", reason: "rotate" });
  await server.last.end();
  await clock.advance(0);
  expect(server.last.topicsAndCursors).toEqual([one, "e:4"]);
  expect(events).not.toContain("reconnecting");
  await server.last.open();
  await server.last.send({ kind: "bye", reason: "shutdown" });
  await server.last.end();
  await clock.advance(900);
  expect(server.requests).toHaveLength(2);
  await clock.advance(100);
  expect(server.requests).toHaveLength(3);
});

test("isolates one refused topic from the accepted ones", async () => {
  const { server, clock, source, frames } = await opened("fleet");
  const bad = log("bad");
  for (const topic of [one, bad, two]) source.subscribe(topic, undefined);
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

test.each([400, 413, 414, 431])(
  "never repeats a request that was refused as wrong with %i",
  async (status) => {
    const { server, clock, frames } = await opened("fleet", one, two);
    await server.last.send(line(one, 4), line(two, 6));
    server.last.cut();
    const refused: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      await clock.advance(1000);
      if (server.last.signal.aborted) continue;
      if (server.last.topicsAndCursors.includes("e:4")) {
        refused.push(server.last.topicsAndCursors.join(" "));
        await server.last.refuse(status);
      } else await server.last.open();
    }
    expect(new Set(refused).size).toBe(refused.length);
    expect(frames.filter((frame) => frame.kind === "state")).toMatchObject([
      { topic: one, state: "unavailable" },
    ]);
    expect(server.last.topicsAndCursors).toEqual(["fleet", two, "e:6"]);
  },
);

test("reports a topic beyond the limit without affecting the others", async () => {
  const { server, clock, source, frames } = setup();
  for (let index = 0; index < 25; index += 1) source.subscribe(log(`p${index}`), undefined);
  await clock.advance(50);
  expect(server.last.topics).toHaveLength(24);
  expect(frames).toMatchObject([{ kind: "state", topic: log("p24"), state: "unavailable" }]);
});

test("repeats health to a later subscriber without a request", async () => {
  const { server, clock, source, frames } = await opened("fleet");
  await server.last.send({ kind: "fleet", upstream: "failing", code: "timeout", since: null });
  source.subscribe("fleet", undefined);
  await clock.advance(100);
  expect(frames.filter((frame) => frame.kind === "fleet")).toHaveLength(2);
  expect(server.requests).toHaveLength(1);
});

test("T48 skips unknown frames and reads the following ones", async () => {
  const { server, frames } = await opened(one);
  server.last.text('event: x\ndata: {"kind":"lines"}\n\ndata: not json\n\ndata: {"kind":"unheard of"}\n\n');
  const text = "a\n\nevent: bye\r\ndata: {}\u2028b";
  await server.last.send({ kind: "lines", topic: one, epoch: "e", lines: [{ id: 1, at, text }] });
  await settle();
  expect(frames.filter((frame) => frame.kind !== "hello")).toMatchObject([{ lines: [{ text }] }]);
});

test("T49 spreads the reconnects of a thousand browsers over 20 s or more", () => {
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

test("waits 1 to 30 s; parses Retry-After as seconds or a date", () => {
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

test("requests the stream of its own origin, uncached, as server-sent events", async () => {
  const clock = new FakeClock();
  const calls: (readonly [url: string, init: RequestInit])[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    calls.push([url, init]);
    return new Response(null, { status: 500 });
  };
  const ignored = () => undefined;
  const source = new ReconnectingStream(
    { fetch, clock, random: () => 0 },
    { opened: ignored, frame: ignored, connection: ignored },
  );
  source.subscribe(one, { epoch: "e", id: 7 });
  await clock.advance(50);
  expect(calls).toEqual([
    [
      `/api/live?${new URLSearchParams([["topic", `${one}@e:7`]])}`,
      {
        headers: { accept: "text/event-stream" },
        credentials: "same-origin",
        cache: "no-store",
        signal: expect.any(AbortSignal),
      },
    ],
  ]);
});

test("has the topics subscribed; unsubscribing another changes nothing", async () => {
  const { server, source, clock } = await opened(one, two);
  expect(source.topics).toEqual([one, two]);
  source.unsubscribe("fleet");
  await clock.advance(10_000);
  expect(server.requests).toHaveLength(1);
  source.unsubscribe(one);
  expect(source.topics).toEqual([two]);
});

test("retries after each failure, with longer waits until a stream was stable", async () => {
  const { server, clock, source, events } = setup(() => 1);
  source.subscribe("fleet", undefined);
  await clock.advance(50);
  const waits: number[] = [];
  const fail = async (how: () => Promise<void> | void) => {
    await how();
    await settle();
    expect(events.at(-1)).toBe("reconnecting");
    const failedAtMs = clock.nowMs();
    const count = server.requests.length;
    while (server.requests.length === count) await clock.advance(500);
    waits.push(server.last.atMs - failedAtMs);
  };
  await fail(() => server.last.refuse(500));
  await fail(() => server.last.refuse(404));
  await fail(async () => (await server.last.open()).cut());
  expect(waits).toEqual([4000, 8000, 16_000]);
  await server.last.open();
  for (let seconds = 0; seconds < 120; seconds += 10) {
    await server.last.send(tick);
    await clock.advance(10_000);
  }
  await fail(() => server.last.end());
  expect(waits.at(-1)).toBe(4000);
});

test("adds its own wait to that of Retry-After, and reconnects earlier when hurried", async () => {
  const { server, clock, source } = setup(() => 1);
  source.subscribe("fleet", undefined);
  await clock.advance(50);
  await server.last.refuse(503, { "retry-after": "20" });
  await clock.advance(22_999);
  expect(server.requests).toHaveLength(1);
  await clock.advance(1);
  expect(server.requests).toHaveLength(2);
  // A request is under way: there is nothing to hurry.
  source.hurry();
  await clock.advance(100);
  expect(server.requests).toHaveLength(2);
  await server.last.refuse(503);
  source.hurry();
  await clock.advance(0);
  expect(server.requests).toHaveLength(3);
});

test("a hurry shortens no wait that the server has set", async () => {
  const { server, clock, source } = setup(() => 1);
  source.subscribe("fleet", undefined);
  await clock.advance(50);
  await server.last.refuse(503, { "retry-after": "60" });
  await clock.advance(1_000);
  source.hurry();
  await clock.advance(30_000);
  source.hurry();
  await clock.advance(28_999);
  expect(server.requests).toHaveLength(1);
  await clock.advance(1);
  expect(server.requests).toHaveLength(2);
});

test("reconnects at once when hurried after a sleep, in which the wait stood still", async () => {
  const { server, clock, source } = setup(() => 1);
  source.subscribe("fleet", undefined);
  await clock.advance(50);
  await server.last.refuse(503, { "retry-after": "20" });
  clock.step(8 * 3_600_000);
  source.hurry();
  await clock.advance(0);
  expect(server.requests).toHaveLength(2);
});

test("a change of topics does not shorten the wait after a failure, but is part of the next request", async () => {
  const { server, clock, source } = await opened(one);
  server.last.cut();
  await settle();
  source.subscribe(two, undefined);
  await clock.advance(900);
  expect(server.requests).toHaveLength(1);
  await clock.advance(100);
  expect(server.last.topicsAndCursors).toEqual([one, two]);
});

test("is silent once closed, whatever was under way", async () => {
  const { server, clock, source, events } = await opened(one);
  const before = [...events];
  source.close();
  expect(server.last.signal.aborted).toBe(true);
  source.subscribe(two, undefined);
  await clock.advance(600_000);
  expect([server.requests.length, events]).toEqual([1, before]);
  const waiting = setup();
  waiting.source.subscribe(one, undefined);
  waiting.source.close();
  await waiting.clock.advance(600_000);
  expect(waiting.server.requests).toHaveLength(0);
});

test("drops the frames of a stream that another has replaced", async () => {
  const { server, source, clock, frames } = await opened(one);
  const first = server.last;
  source.subscribe(two, undefined);
  await clock.advance(50);
  expect(first.signal.aborted).toBe(true);
  await server.last.open();
  await server.last.send(line(one, 1));
  expect(frames.filter(({ kind }) => kind === "lines")).toHaveLength(1);
  expect(server.requests).toHaveLength(2);
});

test("after unsubscribing, neither repeats old health nor counts a topic as accepted", async () => {
  const { server, source, clock, frames } = await opened("fleet", one);
  await server.last.send({ kind: "fleet", upstream: "failing", code: "timeout", since: null });
  source.unsubscribe("fleet");
  source.subscribe("fleet", undefined);
  source.subscribe("fleet", undefined);
  expect(frames.filter(({ kind }) => kind === "fleet")).toHaveLength(1);
  source.unsubscribe(one);
  source.subscribe(one, undefined);
  await clock.advance(3000);
  await server.last.refuse(400);
  await clock.advance(0);
  await server.last.open();
  // Both are new again, so they are tried one by one.
  expect(server.last.topics).toHaveLength(1);
  await clock.advance(0);
  expect([...server.last.topics].sort()).toEqual(["fleet", one].sort());
});

test("reports a refused topic once and continues to request the others", async () => {
  const { server, clock, source, frames } = setup();
  source.subscribe(one, undefined);
  await clock.advance(50);
  await server.last.refuse(400);
  await clock.advance(60_000);
  expect(server.requests).toHaveLength(1);
  expect(source.topics).toEqual([]);
  expect(frames).toEqual([
    { kind: "state", topic: one, state: "unavailable", reason: expect.stringMatching(/./), beginsAt: null },
  ]);
});

test("is stale only while connected, and not after a frame", async () => {
  const { server, clock, events, source } = setup();
  source.subscribe("fleet", undefined);
  await clock.advance(50);
  await clock.advance(20_000);
  expect(events).toEqual(["connecting"]);
  await server.last.open();
  await clock.advance(14_999);
  expect(events.at(-1)).toBe("connected");
  await clock.advance(1);
  expect(events.at(-1)).toBe("stale");
  await server.last.send(tick);
  expect(events.filter((each) => each === "connected")).toHaveLength(2);
  await clock.advance(14_999);
  expect(events.at(-1)).toBe("connected");
  await clock.advance(1);
  expect(events.at(-1)).toBe("stale");
});
