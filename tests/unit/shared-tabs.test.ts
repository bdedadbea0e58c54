// The live stream's client and server together; only the upstream, the clock and the browser are fakes.

import { describe, expect, test } from "vitest";
import { type LiveFrame, logTopic, type Topic } from "@/lib/bff/live";
import type { Clock } from "@/lib/clock";
import { LiveClient } from "@/lib/live/live-client";
import { LogStore } from "@/lib/live/log-store";
import { type LiveFetch, ReconnectingStream } from "@/lib/live/reconnecting-stream";
import { shareStream } from "@/lib/live/shared-stream";
import { openStoredFeed } from "@/lib/live/stored-feed";
import { openLiveStream } from "@/lib/server/streams/live-stream";
import { LogHub } from "@/lib/server/streams/log-hub";
import type { LogPort } from "@/lib/server/streams/log-port";
import { parseRequestedTopics } from "@/lib/server/streams/requested-topics";
import { nothingStored } from "../support/dashboard/pane-of-frames.ts";
import { FakeTelemetry } from "../support/fakes/fake-telemetry.ts";
import { FakeBrowserTabs, FakeClock, settle } from "../support/fakes/live-stream-fakes.ts";

const log = (process: string) => logTopic({ sessionId: "abc", log: { source: "supervisor", process } });
const chromium = log("chromium");
const encoder = new TextEncoder();

/** An upstream with a history of all that was written. */
class Upstream implements LogPort {
  readonly #writers = new Set<ReadableStreamDefaultController<Uint8Array>>();
  #history = "";
  sent = 0;

  readonly open: LogPort["open"] = async (_, { follow, signal }) => {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        if (!follow) {
          if (this.#history !== "") controller.enqueue(encoder.encode(this.#history));
          return controller.close();
        }
        this.#writers.add(controller);
        signal.addEventListener("abort", () => {
          if (this.#writers.delete(controller)) controller.close();
        });
      },
    });
    return stream;
  };

  readonly judge = () => ({ kind: "passing", reason: "?" }) as const;
  readonly overReason = async () => undefined;

  write(count: number): void {
    let text = "";
    for (let index = 0; index < count; index += 1) {
      this.sent += 1;
      const event = { event: "log", timestamp: "2026-11-21T03:08:59.104Z", message: `line ${this.sent}` };
      text += `data: ${JSON.stringify(event)}\n\n`;
    }
    this.#history += text;
    for (const writer of this.#writers) writer.enqueue(encoder.encode(text));
  }

  /** As a file that is rotated: what was written before is gone. */
  forget(): void {
    this.#history = "";
  }
}

/** The dashboard's route without HTTP: every open stream can be aborted. */
function dashboard(clock: Clock) {
  const upstream = new Upstream();
  let epochs = 0;
  const makeHub = () =>
    new LogHub({
      telemetry: new FakeTelemetry(),
      port: upstream,
      clock,
      random: () => 0,
      newEpoch: () => {
        epochs += 1;
        return `e${epochs}`;
      },
    });
  const state = { hub: makeHub(), opened: 0, down: false, signedOut: false };
  const other = makeHub();
  let isBalanced = false;
  const open = new Set<AbortController>();
  const fetch: LiveFetch = async (url, { signal }) => {
    if (state.down) throw new TypeError("connection refused");
    state.opened += 1;
    if (state.signedOut) return new Response("{}", { status: 401 });
    const leave = new AbortController();
    open.add(leave);
    signal?.addEventListener("abort", () => leave.abort());
    const stream = openLiveStream({
      refusal: () => undefined,
      requestedTopics: parseRequestedTopics(new URL(url, "http://dashboard").searchParams),
      hub: isBalanced && state.opened % 2 === 0 ? other : state.hub,
      clock,
      fleet: (): Extract<LiveFrame, { kind: "fleet" }> => ({
        kind: "fleet",
        upstream: "ok",
        code: null,
        since: null,
      }),
      recheck: async () => undefined,
      enterTopic: () => () => undefined,
      onOpen: () => () => undefined,
      signal: leave.signal,
      onEnd: () => open.delete(leave),
    });
    const reader = stream.body.getReader();
    const cut = new Promise<never>((_, reject) => {
      leave.signal.addEventListener("abort", () => reject(new TypeError("network error")));
    });
    cut.catch(() => undefined);
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = await Promise.race([reader.read(), cut]);
        if (piece.done) controller.close();
        else controller.enqueue(piece.value);
      },
    });
    return new Response(body);
  };
  return {
    upstream,
    state,
    fetch,
    get openCount() {
      return open.size;
    },
    cutAll() {
      for (const leave of [...open]) leave.abort();
    },
    /** From now on each stream is opened at another replica than the one before. */
    balance() {
      isBalanced = true;
    },
    /** Restarts the server: rings and their ids are lost. */
    restart() {
      state.hub.close();
      state.hub = makeHub();
      for (const leave of [...open]) leave.abort();
    },
  };
}

/** A log pane's store and feed. */
function watch(client: LiveClient, topic: Topic = chromium) {
  const store = new LogStore();
  const feed = openStoredFeed({ client, reader: nothingStored }, topic);
  const leave = feed.subscribe((event) => {
    if (event.kind === "lines") store.addLines(event.epoch, event.lines);
    if (event.kind === "gap") store.addGap(event.epoch, event.gap);
  });
  const rows = () =>
    Array.from({ length: store.endRow - store.firstRow }, (_, index) => store.row(store.firstRow + index));
  return {
    feed,
    leave,
    get numbers(): number[] {
      return rows().flatMap((row) => (row?.kind === "line" ? [Number(row.text.split(" ")[1])] : []));
    },
    get gaps() {
      return rows().flatMap((row) => (row?.kind === "gap" ? [row.gap] : []));
    },
  };
}

function browserOf(server: ReturnType<typeof dashboard>, clock: Clock) {
  const browser = new FakeBrowserTabs();
  let ids = 0;
  const tab = (name: string, isVisible = () => true) =>
    new LiveClient({
      clock,
      connect: (events) =>
        shareStream(
          {
            fetch: server.fetch,
            clock,
            random: () => 0,
            locks: browser.locks(name),
            openChannel: () => browser.channel(name),
            newId: () => {
              ids += 1;
              return `${name}-${ids}`;
            },
            isVisible,
          },
          events,
        ),
    });
  return { browser, tab };
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** Sum of the gaps' counts; NaN when one is unknown. */
function missing(gaps: readonly { count: number | null }[]): number {
  return gaps.reduce((sum, { count }) => sum + (count ?? Number.NaN), 0);
}

test("T47 over a hundred breaks: received plus missing equals sent, in order, without repetition", async () => {
  const clock = new FakeClock();
  const server = dashboard(clock);
  const client = new LiveClient({
    clock,
    connect: (events) => new ReconnectingStream({ fetch: server.fetch, clock, random: () => 0 }, events),
  });
  const pane = watch(client);
  // Another viewer keeps the log open at the API: this one comes back later than it would stay open for nobody.
  server.state.hub.watch(chromium, () => undefined);
  await clock.advance(3000);
  for (let round = 0; round < 100; round += 1) {
    // Every tenth break lasts longer than the ring reaches.
    const long = round % 10 === 9;
    server.upstream.write(37);
    await clock.advance(long ? 150 : (round * 7) % 130);
    server.cutAll();
    server.upstream.write(long ? 2500 : 63);
    await clock.advance(1200);
  }
  await clock.advance(2000);
  const { numbers, gaps } = pane;
  expect(server.state.opened).toBeGreaterThan(100);
  expect(gaps.length).toBeGreaterThanOrEqual(10);
  expect(numbers.length + missing(gaps)).toBe(server.upstream.sent);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
}, 90_000);

function openPane() {
  const clock = new FakeClock();
  const server = dashboard(clock);
  const client = new LiveClient({
    clock,
    connect: (events) => new ReconnectingStream({ fetch: server.fetch, clock, random: () => 0 }, events),
  });
  return { clock, server, pane: watch(client), client };
}

test("T47 after a server restart a log goes on without a gap, a repeated line or one that is dropped as repeated", async () => {
  const { clock, server, pane } = openPane();
  await clock.advance(3000);
  server.upstream.write(50);
  await clock.advance(500);
  server.restart();
  server.upstream.write(10);
  await clock.advance(4000);
  server.upstream.write(50);
  await clock.advance(500);
  expect(pane.numbers).toEqual(upTo(110));
  expect(pane.gaps).toEqual([]);
});

test("T47 a server restart is a gap where the log no longer has the lines shown", async () => {
  const { clock, server, pane } = openPane();
  await clock.advance(3000);
  server.upstream.write(50);
  await clock.advance(500);
  server.upstream.forget();
  server.restart();
  await clock.advance(4000);
  server.upstream.write(50);
  await clock.advance(500);
  expect(pane.numbers).toEqual(upTo(100));
  expect(pane.gaps).toMatchObject([{ reason: "expired", count: null }]);
});

test("T47 the streams of two replicas in turn are one log, each line once and in order, and no gap", async () => {
  const { clock, server, pane, client } = openPane();
  await clock.advance(3000);
  server.balance();
  for (let round = 0; round < 24; round += 1) {
    server.upstream.write(100);
    // Another pane is opened or closed, a line is cut.
    const leave = round % 2 === 0 ? watch(client, log(`other${round}`)).leave : undefined;
    await clock.advance((round * 97) % 400);
    server.upstream.write(5);
    leave?.();
    if (round % 4 === 1) server.cutAll();
    await clock.advance(3000);
  }
  expect(server.state.opened).toBeGreaterThan(24);
  expect(pane.numbers).toEqual(upTo(server.upstream.sent));
  expect(pane.gaps).toEqual([]);
  expect(pane.feed.state.log).toBe("open");
});

describe("tabs of one browser", () => {
  test("T46 eight tabs share one stream and all receive every line", async () => {
    const clock = new FakeClock();
    const server = dashboard(clock);
    const { tab } = browserOf(server, clock);
    const panes = [];
    for (let index = 0; index < 8; index += 1) {
      const client = tab(`t${index}`);
      client.subscribe("fleet", () => undefined);
      panes.push(watch(client), watch(client, log(`other${index % 3}`)));
      await clock.advance(500);
      server.upstream.write(10);
    }
    await clock.advance(2000);
    expect(server.openCount).toBe(1);
    for (const pane of panes.filter((_, index) => index % 2 === 0)) expect(pane.numbers).toEqual(upTo(80));
    expect(panes.flatMap((pane) => pane.gaps)).toEqual([]);
    expect(panes.every((pane) => pane.feed.state.connection === "connected")).toBe(true);
  });

  test("T47 a later tab receives the stored lines, and the others no repetition", async () => {
    const clock = new FakeClock();
    const server = dashboard(clock);
    const { tab } = browserOf(server, clock);
    const first = tab("a");
    const early = watch(first);
    await clock.advance(3000);
    server.upstream.write(100);
    await clock.advance(500);
    const late = watch(tab("b"));
    const sameTab = watch(first);
    server.upstream.write(5);
    await clock.advance(1000);
    server.upstream.write(5);
    await clock.advance(1000);
    for (const pane of [early, late, sameTab]) {
      expect(pane.numbers).toEqual(upTo(110));
      expect(pane.gaps).toEqual([]);
    }
  });

  test("T46 T47 another tab takes over when the leader dies, without loss or repetition", async () => {
    const clock = new FakeClock();
    const server = dashboard(clock);
    const { browser, tab } = browserOf(server, clock);
    const names = ["a", "b", "c", "d"];
    const panes = new Map(names.map((name) => [name, watch(tab(name))] as const));
    await clock.advance(4000);
    for (const next of ["b", "c", "d"]) {
      server.upstream.write(30);
      await clock.advance(333);
      const { leader = "" } = browser;
      browser.kill(leader);
      server.cutAll();
      panes.delete(leader);
      server.upstream.write(20);
      await clock.advance(3000);
      expect(browser.leader).toBe(next);
      for (const pane of panes.values()) {
        expect(pane.numbers).toEqual(upTo(server.upstream.sent));
        expect(pane.gaps).toEqual([]);
      }
    }
  });

  test("T47 tabs that come and go at two replicas in turn each have every line once", async () => {
    const clock = new FakeClock();
    const server = dashboard(clock);
    const { tab } = browserOf(server, clock);
    server.balance();
    const panes: ReturnType<typeof watch>[] = [];
    for (let round = 0; round < 9; round += 1) {
      const client = tab(`t${round}`);
      panes.push(watch(client));
      const left = watch(client, log(`other${round % 3}`));
      await clock.advance(100 + ((round * 137) % 900));
      server.upstream.write(25);
      left.leave();
      if (round % 3 === 2) server.cutAll();
      await clock.advance((round * 211) % 3000);
    }
    await clock.advance(5000);
    server.upstream.write(5);
    await clock.advance(1000);
    for (const pane of panes) {
      expect(pane.numbers).toEqual(upTo(server.upstream.sent));
      expect(pane.gaps).toEqual([]);
    }
    expect(server.state.opened).toBeGreaterThan(9);
  });

  test("a visible tab replaces a leader that hangs", async () => {
    const clock = new FakeClock();
    const server = dashboard(clock);
    const { browser, tab } = browserOf(server, clock);
    tab("a").subscribe("fleet", () => undefined);
    await clock.advance(500);
    watch(tab("hidden", () => false));
    const pane = watch(tab("seen"));
    await clock.advance(3000);
    server.upstream.write(10);
    await clock.advance(1000);
    browser.freeze("a");
    server.upstream.write(10);
    await clock.advance(40_000);
    expect(browser.leader).toBe("a");
    await clock.advance(15_000);
    expect(browser.leader).toBe("seen");
    expect(pane.numbers).toEqual(upTo(20));
    expect(pane.gaps).toEqual([]);
  });

  test("a closed tab releases its topics; the last one ends the stream", async () => {
    const clock = new FakeClock();
    const server = dashboard(clock);
    const { tab } = browserOf(server, clock);
    const [a, b] = [tab("a"), tab("b")];
    watch(a);
    const pane = watch(b, log("other"));
    await clock.advance(4000);
    expect(server.state.hub.openCount).toBe(2);
    a.close();
    await clock.advance(70_000);
    expect([server.openCount, server.state.hub.openCount, pane.feed.state.connection]).toEqual([
      1,
      1,
      "connected",
    ]);
    pane.leave();
    await clock.advance(5000);
    expect(server.openCount).toBe(0);
    b.close();
    await settle();
  });

  test("a tab that died releases its topics although the clock is set back", async () => {
    const clock = new FakeClock();
    const server = dashboard(clock);
    const { browser, tab } = browserOf(server, clock);
    watch(tab("a"));
    watch(
      tab("b", () => false),
      log("other"),
    );
    await clock.advance(4000);
    expect(server.state.hub.openCount).toBe(2);
    browser.kill("b");
    clock.step(-3_600_000);
    await clock.advance(120_000);
    expect(server.state.hub.openCount).toBe(1);
  });

  test("a page that is opened after another sign-in connects all tabs again", async () => {
    const clock = new FakeClock();
    const server = dashboard(clock);
    const { tab } = browserOf(server, clock);
    const first = watch(tab("a"));
    await clock.advance(3000);
    server.upstream.write(5);
    await clock.advance(500);
    server.state.signedOut = true;
    server.cutAll();
    await clock.advance(3000);
    expect(first.feed.state.connection).toBe("signed_out");
    const tried = server.state.opened;
    await clock.advance(600_000);
    expect(server.state.opened).toBe(tried);
    server.state.signedOut = false;
    const second = watch(tab("b"));
    server.upstream.write(5);
    await clock.advance(1000);
    for (const pane of [first, second]) {
      expect(pane.feed.state.connection).toBe("connected");
      expect(pane.numbers).toEqual(upTo(10));
      expect(pane.gaps).toEqual([]);
    }
  });

  test("every tab reports when the dashboard is unreachable and when it is back", async () => {
    const clock = new FakeClock();
    const server = dashboard(clock);
    const { tab } = browserOf(server, clock);
    const panes = ["a", "b"].map((name) => watch(tab(name)));
    await clock.advance(4000);
    const connections = () => panes.map((pane) => pane.feed.state.connection);
    server.state.down = true;
    server.cutAll();
    await clock.advance(3000);
    expect(connections()).toEqual(["reconnecting", "reconnecting"]);
    server.state.down = false;
    await clock.advance(5000);
    expect(connections()).toEqual(["connected", "connected"]);
  });
});
