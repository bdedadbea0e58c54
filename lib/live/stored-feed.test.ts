import { describe, expect, it } from "vitest";
import { FakeClock, settle } from "../../tests/support/fakes/live-stream-fakes.ts";
import type { LiveFrame, TopicState } from "../bff/live.ts";
import type { StoredLog, StoredLogLines } from "../bff/stored-logs.ts";
import { isoTime } from "../clock.ts";
import { LiveClient } from "./live-client.ts";
import type { LogFeed } from "./log-feed.ts";
import { LogStore } from "./log-store.ts";
import { mergeFeeds } from "./merged-feed.ts";
import { openStoredFeed } from "./stored-feed.ts";
import type { StoredLogReader } from "./stored-log-reading.ts";
import type { TransportEvents } from "./transport.ts";

const topic = "logs:one:supervisor:chromium";
const at = (line: number) => isoTime(1_000_000 + line * 10);

const failure = (status: number, message: string) => Object.assign(new Error(message), { status });

/** A stored log of numbered lines: `line 1`, `line 2` and so on; its pages have `pageLines` lines. */
class FakeStoredLogs implements StoredLogReader {
  log: StoredLog | undefined;
  /** Gaps by the number of the line that follows. */
  readonly gaps = new Map<number, number>();
  pageLines = 3;
  textOf = (line: number) => `line ${line}`;
  /** Thrown by the next reads, one each. */
  readonly failures: Error[] = [];
  findFailure: Error | undefined;
  finds = 0;
  /** First lines of the pages that were read. */
  readonly reads: number[] = [];

  add(lines: number, given: Partial<StoredLog> = {}): void {
    const first = given.first_line ?? 1;
    const last = first + lines - 1;
    this.log = {
      id: 7,
      topic,
      session_id: "one",
      invocation_id: null,
      lines,
      first_line: first,
      first_ms: Date.parse(at(first)),
      last_ms: Date.parse(at(last)),
      ended_at_ms: 2_000_000,
      end_reason: "The session was deleted.",
      text_bytes: 100,
      ...given,
    };
  }

  async find(): Promise<StoredLog | undefined> {
    this.finds += 1;
    if (this.findFailure !== undefined) throw this.findFailure;
    return this.log;
  }

  async readLines(_id: number, fromLine: number): Promise<StoredLogLines> {
    const { log } = this;
    const error = this.failures.shift();
    if (error !== undefined) throw error;
    if (log === undefined) throw failure(404, "There is no such stored log.");
    this.reads.push(fromLine);
    const from = Math.max(fromLine, log.first_line);
    const end = log.first_line + log.lines;
    const next = Math.min(from + this.pageLines, end);
    const entries: StoredLogLines["entries"] = [];
    for (let line = from; line < next; line += 1) {
      const count = this.gaps.get(line);
      if (count !== undefined)
        entries.push({ kind: "gap", line, reason: "disconnected", count, from: at(line - 1), to: at(line) });
      entries.push({ kind: "line", line, at: at(line), text: this.textOf(line) });
    }
    return { log, entries, next_line: next < end ? next : null };
  }
}

function world(name = topic) {
  const clock = new FakeClock();
  const stored = new FakeStoredLogs();
  const followed = new Set<string>();
  /** The topics of all subscriptions so far. */
  const opened: string[] = [];
  let events: TransportEvents | undefined;
  const client = new LiveClient({
    clock,
    connect: (given) => {
      events = given;
      return {
        subscribe(name) {
          followed.add(name);
          opened.push(name);
          given.opened(given.requests());
        },
        unsubscribe: (name) => void followed.delete(name),
        hurry: () => undefined,
        close: () => undefined,
      };
    },
  });
  const live = {
    followed,
    opened,
    async send(...frames: LiveFrame[]): Promise<void> {
      for (const frame of frames) events?.frame(frame);
      await settle();
    },
    say: (id: number, text: string, epoch = "e") =>
      live.send({ kind: "lines", topic: name, epoch, lines: [{ id, at: at(id), text }] }),
    become: (state: TopicState, reason: string | null = null) =>
      live.send({ kind: "state", topic: name, state, reason, beginsAt: null }),
    /** The stream continues at a server that has another buffer of the log. */
    async continueAt(epoch: string): Promise<void> {
      const requests = events?.requests() ?? [];
      events?.opened(requests);
      if (requests.every(({ cursor }) => cursor === undefined)) return;
      const gap = { id: 1, reason: "expired", count: null, from: null, to: at(0) } as const;
      await live.send({ kind: "gap", topic: name, epoch, gap });
    },
  };
  const openFeed = () => openStoredFeed({ client, reader: stored, clock, random: () => 0 }, name);
  return { clock, stored, live, openFeed };
}

/** Opens a feed as a pane does. */
async function pane<Feed extends LogFeed>({ openFeed }: { openFeed: () => Feed }, feed = openFeed()) {
  const store = new LogStore();
  const leave = feed.subscribe((event) => {
    if (event.kind === "lines") store.addLines(event.epoch, event.lines);
    else if (event.kind === "gap") store.addGap(event.epoch, event.gap);
    else if (event.kind === "state" && feed.state.log === "ended") store.addEnd(feed.state.reason);
  });
  await settle();
  const rows = () =>
    Array.from({ length: store.endRow - store.firstRow }, (_, index) => {
      const row = store.row(store.firstRow + index);
      if (row?.kind === "line") return row.text;
      return row?.kind === "gap" ? `gap of ${row.gap.count}` : "ended";
    });
  return { feed, leave, rows };
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);

it("reads an ended log page by page, each line once and in order, with where it begins and ends", async () => {
  const all = world();
  all.stored.add(8);
  const { feed, rows } = await pane(all);
  expect(rows()).toEqual([...numbered(1, 8), "ended"]);
  expect(all.stored.reads).toEqual([1, 4, 7]);
  expect(feed.state).toMatchObject({
    log: "ended",
    reason: "The session was deleted.",
    beginsAt: at(1),
    stored: { fromMs: Date.parse(at(1)), toMs: Date.parse(at(8)) },
    deletedLines: 0,
  });
  // The live stream is not needed.
  expect(all.live.followed.size).toBe(0);
});

it("delivers gaps where they are, also between and after pages, and drops none of the lines around them", async () => {
  const all = world();
  all.stored.add(8);
  for (const [line, count] of [
    [2, 5],
    [4, 6],
    [5, 7],
  ] as const)
    all.stored.gaps.set(line, count);
  const { rows } = await pane(all);
  expect(rows()).toEqual([
    ...["line 1", "gap of 5", "line 2", "line 3", "gap of 6", "line 4", "gap of 7"],
    ...[...numbered(5, 8), "ended"],
  ]);
});

it("begins at the oldest line of a log that was too large, and counts those before", async () => {
  const all = world();
  all.stored.add(3, { first_line: 101 });
  const { feed, rows } = await pane(all);
  expect(rows()).toEqual([...numbered(101, 103), "ended"]);
  expect(feed.state.deletedLines).toBe(100);
});

it("counts them also of a log that goes on", async () => {
  const all = world();
  all.stored.add(3, { first_line: 101, ended_at_ms: null });
  const { feed } = await pane(all);
  for (const line of [102, 103, 104]) await all.live.say(line, `line ${line}`);
  await all.live.become("open");
  expect(feed.state).toMatchObject({ log: "open", beginsAt: at(101), deletedLines: 100 });
});

it("counts them also once an ended log goes on with the next use of its browser", async () => {
  const all = world();
  all.stored.add(3, { first_line: 101 });
  const { feed } = await pane(all);
  feed.setLive(1);
  await all.live.become("open");
  expect(feed.state).toMatchObject({ log: "open", beginsAt: at(101), deletedLines: 100 });
});

it("reports lines that are deleted while the log is read as a gap", async () => {
  const all = world();
  all.stored.add(9);
  const read = all.stored.readLines.bind(all.stored);
  all.stored.readLines = async (id, from) => {
    if (from === 4) all.stored.add(3, { first_line: 7 });
    return await read(id, from);
  };
  const { rows } = await pane(all);
  expect(rows()).toEqual([...numbered(1, 3), "gap of 3", ...numbered(7, 9), "ended"]);
});

it("a failure in the middle is no end: the log stays incomplete until it was read further, without a line twice", async () => {
  const all = world();
  all.stored.add(8);
  const { feed, rows, leave } = await pane({
    openFeed: () => {
      const opened = all.openFeed();
      const read = all.stored.readLines.bind(all.stored);
      let broken = 2;
      all.stored.readLines = async (id, from) => {
        if (from === 4 && broken > 0) {
          broken -= 1;
          throw failure(0, "The dashboard cannot be reached.");
        }
        return await read(id, from);
      };
      return opened;
    },
  });
  expect(rows()).toEqual(numbered(1, 3));
  expect(feed.state).toMatchObject({
    log: "reconnecting",
    reason: "The dashboard cannot be reached.",
    fault: { message: "The dashboard cannot be reached.", isRetried: true },
  });
  // The operator's Retry does not wait; the attempt after it is made by itself.
  feed.retry?.();
  await settle();
  expect(rows()).toEqual(numbered(1, 3));
  await all.clock.advance(60_000);
  expect(rows()).toEqual([...numbered(1, 8), "ended"]);
  expect(feed.state.fault).toBeUndefined();
  leave();
});

it("reads what is stored of a log that goes on, and continues it live, each line once", async () => {
  const all = world();
  all.stored.add(5, { ended_at_ms: null });
  const { feed, rows } = await pane(all);
  expect(rows()).toEqual(numbered(1, 5));
  for (const line of [4, 5, 6]) await all.live.say(line, `line ${line}`);
  // Whether they repeat stored lines is known when all that the stream begins with is there.
  expect(rows()).toEqual(numbered(1, 5));
  await all.live.become("open");
  expect(rows()).toEqual(numbered(1, 6));
  await all.live.say(7, "line 7");
  expect(rows()).toEqual(numbered(1, 7));
  expect(feed.state).toMatchObject({ log: "open", beginsAt: at(1) });
  expect(feed.state.stored).toBeUndefined();
  await all.live.become("ended", "The session was deleted.");
  expect(rows()).toEqual([...numbered(1, 7), "ended"]);
});

it.each(["unavailable", "reconnecting"] as const)(
  "shows each line once when the live log is %s before its first line",
  async (state) => {
    const all = world();
    all.stored.add(5, { ended_at_ms: null });
    const { feed, rows } = await pane(all);
    await all.live.become(state, "Too many logs are open.");
    expect(feed.state).toMatchObject({ log: state, reason: "Too many logs are open." });
    for (const line of [4, 5, 6]) await all.live.say(line, `line ${line}`);
    await all.live.become("open");
    expect(rows()).toEqual(numbered(1, 6));
  },
);

it("waits with what a live log that is reconnecting has until it is open", async () => {
  const all = world();
  all.stored.add(5, { ended_at_ms: null });
  const { feed, rows } = await pane(all);
  for (const line of [1, 2, 3]) await all.live.say(line, `line ${line}`);
  await all.live.become("reconnecting");
  expect(rows()).toEqual(numbered(1, 5));
  expect(feed.state.log).toBe("reconnecting");
  for (const line of [4, 5, 6]) await all.live.say(line, `line ${line}`);
  await all.live.become("open");
  expect(rows()).toEqual(numbered(1, 6));
});

it.each(["unavailable", "reconnecting"] as const)(
  "shows what a stream that begins anew has of a log that is %s, where it continues what is shown",
  async (state) => {
    const all = world();
    const { feed, rows } = await pane(all);
    for (let line = 1; line <= 5; line += 1) await all.live.say(line, `line ${line}`);
    await all.live.become("open");
    await all.live.continueAt("f");
    for (let line = 3; line <= 8; line += 1) await all.live.say(line, `line ${line}`, "f");
    expect(rows()).toEqual(numbered(1, 5));
    await all.live.become(state, "The API cannot be reached.");
    expect(rows()).toEqual(numbered(1, 8));
    expect(feed.state.log).toBe(state);
    await all.live.say(9, "line 9", "f");
    await all.live.become("open");
    expect(rows()).toEqual(numbered(1, 9));
  },
);

it("waits until the log is open with what comes after the state of a stream that has begun anew without a line", async () => {
  const all = world();
  const { rows } = await pane(all);
  for (let line = 1; line <= 5; line += 1) await all.live.say(line, `line ${line}`);
  await all.live.become("open");
  await all.live.continueAt("f");
  await all.live.become("reconnecting");
  for (let line = 3; line <= 6; line += 1) await all.live.say(line, `line ${line}`, "f");
  expect(rows()).toEqual(numbered(1, 5));
  await all.live.become("open");
  expect(rows()).toEqual(numbered(1, 6));
});

it.each([0, 3])(
  "adds only what is new when the live stream begins anew, with %i stored lines",
  async (storedLines) => {
    const all = world();
    if (storedLines > 0) all.stored.add(storedLines, { ended_at_ms: null });
    const { feed, rows } = await pane(all);
    for (let line = 1; line <= 5; line += 1) await all.live.say(line, `line ${line}`);
    await all.live.become("open");
    for (const epoch of ["f", "g"]) {
      const shown = rows();
      await all.live.continueAt(epoch);
      expect(feed.state.log).toBe("connecting");
      for (let line = 1; line <= shown.length + 2; line += 1)
        await all.live.say(line + 1, `line ${line}`, epoch);
      expect(rows()).toEqual(shown);
      await all.live.become("open");
      expect(rows()).toEqual(numbered(1, shown.length + 2));
    }
    await all.live.say(11, "line 10", "g");
    expect(rows()).toEqual(numbered(1, 10));
    expect(feed.state.log).toBe("open");
    // As after the end of the browser: nothing is left of the log.
    await all.live.become("ended");
    await all.live.continueAt("h");
    await all.live.become("ended");
    expect(rows()).toEqual([...numbered(1, 10), "ended"]);
  },
);

it("goes on with a line that comes only after the state of a stream that has begun anew without one", async () => {
  const all = world();
  const { rows } = await pane(all);
  await all.live.say(1, "line 1");
  await all.live.become("open");
  await pane(all);
  await all.live.continueAt("f");
  await all.live.become("open");
  await all.live.say(2, "line 2", "f");
  expect(rows()).toEqual(["line 1", "gap of null", "line 2"]);
});

describe("telemetry", () => {
  const telemetry = "telemetry:one";
  const event = (seq: number) => JSON.stringify({ seq, event: { type: "page_load" } });

  it("shows each event once although its stream is open before it has sent what it begins with", async () => {
    const all = world(telemetry);
    all.stored.add(3, { ended_at_ms: null });
    all.stored.textOf = event;
    const { rows } = await pane(all);
    await all.live.become("open");
    for (const seq of [1, 2, 3, 4]) await all.live.say(seq, event(seq));
    expect(rows()).toEqual([1, 2, 3, 4].map(event));
    await all.live.continueAt("f");
    await all.live.become("open");
    for (const seq of [1, 2, 3, 4, 5, 8]) await all.live.say(seq + 1, event(seq), "f");
    expect(rows()).toEqual([...[1, 2, 3, 4, 5].map(event), "gap of null", event(8)]);
  });

  it("says how many events are missing where a stream begins later", async () => {
    const all = world(telemetry);
    all.stored.add(3, { ended_at_ms: null });
    all.stored.textOf = event;
    const { rows } = await pane(all);
    await all.live.say(1, event(6));
    expect(rows()).toEqual([...[1, 2, 3].map(event), "gap of 2", event(6)]);
  });
});

it("marks that lines may be missing between the stored ones and the live stream", async () => {
  const all = world();
  all.stored.add(3, { ended_at_ms: null });
  const { rows } = await pane(all);
  await all.live.say(90, "line 90");
  await all.live.become("open");
  expect(rows()).toEqual([...numbered(1, 3), "gap of null", "line 90"]);
});

it("waits with the live lines until the stored ones were read, and says why they are not", async () => {
  const all = world();
  all.stored.add(4, { ended_at_ms: null });
  all.stored.failures.push(failure(503, "The database cannot be read."));
  const { feed, rows } = await pane(all);
  await all.live.say(4, "line 4");
  await all.live.say(5, "line 5");
  await all.live.become("open");
  expect(rows()).toEqual([]);
  expect(feed.state).toMatchObject({ log: "reconnecting", reason: "The database cannot be read." });
  feed.retry?.();
  await settle();
  expect(rows()).toEqual(numbered(1, 5));
  expect(feed.state).toMatchObject({ log: "open", reason: null });
  expect(feed.state.fault).toBeUndefined();
});

it("a viewer, who may not read stored lines, has the live ones of a log that goes on", async () => {
  const all = world();
  all.stored.add(3, { ended_at_ms: null });
  all.stored.failures.push(failure(403, "This needs the operator role."));
  const { feed, rows } = await pane(all);
  await all.live.say(1, "live line");
  await all.live.become("open");
  expect(rows()).toEqual(["live line"]);
  expect(feed.state).toMatchObject({ log: "open", reason: null });
});

it.each(["ended", "unavailable"] as const)(
  "looks for stored lines once more when the live log is %s without a line",
  async (state) => {
    const all = world();
    const { feed, rows } = await pane(all);
    expect(all.live.followed).toEqual(new Set([topic]));
    all.stored.add(4, { ended_at_ms: null, end_reason: null });
    await all.live.become(state, "There is no such session.");
    expect(rows()).toEqual([...numbered(1, 4), "ended"]);
    expect(feed.state.stored).toBeDefined();
    expect(all.live.followed.size).toBe(0);
  },
);

describe("of a browser that is live", () => {
  it("goes on with the live log where the stored one has ended, without a gap for its next use", async () => {
    const all = world();
    all.stored.add(4);
    const { feed, rows } = await pane(all);
    expect(all.live.followed.size).toBe(0);
    feed.setLive(1);
    await all.live.say(1, "next use");
    await all.live.become("open");
    expect(rows()).toEqual([...numbered(1, 4), "ended", "next use"]);
    expect(feed.state).toMatchObject({ log: "open", beginsAt: at(1) });
    expect(feed.state.stored).toBeUndefined();
  });

  it("does so also where it was known before the stored log was read, and shows each line once", async () => {
    const all = world();
    all.stored.add(4);
    const feed = all.openFeed();
    feed.setLive(1);
    const { rows } = await pane(all, feed);
    for (const line of [3, 4, 5]) await all.live.say(line, `line ${line}`);
    await all.live.become("open");
    expect(rows()).toEqual(numbered(1, 5));
  });

  it("opens a live log again that has ended, and shows each line once", async () => {
    const all = world();
    const { feed, rows } = await pane(all);
    feed.setLive(1);
    for (const line of [1, 2, 3]) await all.live.say(line, `line ${line}`);
    await all.live.become("ended", "The session was deleted.");
    feed.setLive(undefined);
    expect(rows()).toEqual([...numbered(1, 3), "ended"]);
    feed.setLive(2);
    for (const line of [1, 2, 3, 4]) await all.live.say(line, `line ${line}`);
    await all.live.become("open");
    expect(rows()).toEqual([...numbered(1, 3), "ended", "line 4"]);
    // Another server has the lines of the next use alone.
    await all.live.become("ended");
    feed.setLive(undefined);
    feed.setLive(3);
    await all.live.say(1, "next use", "f");
    await all.live.become("open");
    expect(rows()).toEqual([...numbered(1, 3), "ended", "line 4", "ended", "next use"]);
  });

  it("does so also where the browser was not read between its two uses", async () => {
    const all = world();
    const { feed, rows } = await pane(all);
    feed.setLive(1);
    await all.live.say(1, "line 1");
    await all.live.become("ended", "The browser has ended.");
    feed.setLive(1);
    expect(all.live.opened).toEqual([topic]);
    feed.setLive(2);
    expect(all.live.opened).toEqual([topic, topic]);
    await all.live.say(1, "next use", "f");
    await all.live.become("open");
    feed.setLive(3);
    expect(all.live.opened).toEqual([topic, topic]);
    expect(rows()).toEqual(["line 1", "ended", "next use"]);
  });

  it("goes on also with lines that were stored only after the live log had ended without one", async () => {
    const all = world();
    const { feed, rows } = await pane(all);
    all.stored.add(4);
    await all.live.become("ended");
    expect(rows()).toEqual([...numbered(1, 4), "ended"]);
    feed.setLive(1);
    await all.live.say(1, "next use");
    await all.live.become("open");
    expect(rows()).toEqual([...numbered(1, 4), "ended", "next use"]);
  });

  it("says what the live log is that was opened again while stored lines were read", async () => {
    const all = world();
    all.stored.add(4, { ended_at_ms: null });
    all.stored.failures.push(failure(503, "The database cannot be read."));
    const { feed, rows } = await pane(all);
    await all.live.become("ended", "The session was deleted.");
    feed.setLive(1);
    for (const line of [3, 4, 5]) await all.live.say(line, `line ${line}`);
    await all.live.become("open");
    feed.retry?.();
    await settle();
    expect(feed.state).toMatchObject({ log: "open", reason: null, beginsAt: at(1) });
    expect(rows()).toEqual(numbered(1, 5));
  });

  it("says what the live log is that was opened again while stored lines were looked for", async () => {
    const all = world();
    const { feed, rows } = await pane(all);
    const found = Promise.withResolvers<undefined>();
    all.stored.find = () => found.promise;
    await all.live.become("ended", "The session was deleted.");
    feed.setLive(1);
    await all.live.become("open");
    found.resolve(undefined);
    await settle();
    expect(feed.state).toMatchObject({ log: "open", reason: null });
    expect(rows()).toEqual([]);
  });

  it("stays with the stored log once the browser has ended again", async () => {
    const all = world();
    all.stored.add(4);
    const feed = all.openFeed();
    feed.setLive(1);
    feed.setLive(undefined);
    const { rows } = await pane(all, feed);
    expect(rows()).toEqual([...numbered(1, 4), "ended"]);
    expect(all.live.followed.size).toBe(0);
  });
});

it("passes on what the live stream says of a log of which nothing is stored", async () => {
  const all = world();
  const { feed, rows } = await pane(all);
  await all.live.become("unavailable", "There is no such session.");
  expect(feed.state).toMatchObject({ log: "unavailable", reason: "There is no such session." });
  expect(feed.state.stored).toBeUndefined();
  expect(rows()).toEqual([]);
  expect(all.stored.finds).toBe(2);
});

it("follows the live log when stored ones cannot be looked up", async () => {
  const all = world();
  all.stored.findFailure = failure(503, "The database cannot be read.");
  const { feed, rows } = await pane(all);
  await all.live.say(1, "live line");
  await all.live.become("open");
  expect(rows()).toEqual(["live line"]);
  expect(feed.state.log).toBe("open");
});

it("a viewer has the lines of the live stream; without any the role is the reason", async () => {
  const refusal = failure(403, "This needs the operator role.");
  const withLines = world();
  withLines.stored.add(3);
  withLines.stored.failures.push(refusal);
  const one = await pane(withLines);
  await withLines.live.say(1, "live line");
  await withLines.live.become("ended");
  expect(one.rows()).toEqual(["live line", "ended"]);

  const without = world();
  without.stored.add(3);
  without.stored.failures.push(refusal);
  const other = await pane(without);
  await without.live.become("ended");
  expect(other.feed.state).toMatchObject({
    log: "unavailable",
    reason: "Reading stored logs needs the operator role.",
  });
  expect(other.rows()).toEqual([]);
});

it("a log that is deleted while it is read is not shown as whole, and not read again", async () => {
  const all = world();
  all.stored.add(8);
  const read = all.stored.readLines.bind(all.stored);
  all.stored.readLines = async (id, from) => {
    if (from === 4) all.stored.log = undefined;
    return await read(id, from);
  };
  const { feed, rows } = await pane(all);
  expect(rows()).toEqual(numbered(1, 3));
  expect(feed.state).toMatchObject({
    log: "unavailable",
    fault: { message: "The stored log was deleted.", isRetried: false },
  });
});

it("delivers nothing after it was left, and everything again to the next subscription", async () => {
  const all = world();
  all.stored.add(8);
  const feed = all.openFeed();
  const first: string[] = [];
  const leave = feed.subscribe((event) => void first.push(event.kind));
  leave();
  await settle();
  expect(first).not.toContain("lines");
  const { rows } = await pane(all, feed);
  expect(rows()).toEqual([...numbered(1, 8), "ended"]);
});

it("merged with others, the order of time holds over all pages, and the span is that of all", async () => {
  const [one, other] = [world(), world()];
  one.stored.add(7);
  other.stored.add(7, { first_line: 4 });
  const merged = mergeFeeds(
    [
      { label: "one", feed: one.openFeed() },
      { label: "other", feed: other.openFeed() },
    ],
    one.clock,
  );
  const { rows } = await pane({ openFeed: () => merged });
  await one.clock.advance(1_000);
  const numbers = rows().flatMap((text) => (text.startsWith("line") ? [Number(text.slice(5))] : []));
  expect(numbers).toEqual([1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10]);
  expect(merged.state).toMatchObject({
    stored: { fromMs: Date.parse(at(1)), toMs: Date.parse(at(10)) },
    deletedLines: 3,
  });
});

it("merged with others, the failure of one is that of all, and Retry reaches it", async () => {
  const [one, other] = [world(), world()];
  one.stored.add(3);
  other.stored.add(3);
  other.stored.failures.push(failure(503, "The database cannot be read."));
  const merged = mergeFeeds(
    [
      { label: "one", feed: one.openFeed() },
      { label: "other", feed: other.openFeed() },
    ],
    one.clock,
  );
  await pane({ openFeed: () => merged });
  expect(merged.state.fault).toMatchObject({ message: "other: The database cannot be read." });
  merged.retry?.();
  await settle();
  expect(merged.state.fault).toBeUndefined();
  expect(merged.state.log).toBe("ended");
});
