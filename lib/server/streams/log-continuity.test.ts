import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { logTopic } from "@/lib/bff/live";
import { type Clock, pause } from "@/lib/clock";
import { LogHub } from "@/lib/server/streams/log-hub";
import { FakeLogUpstream } from "../../../tests/support/fakes/fake-log-upstream.ts";
import { FakeTelemetry } from "../../../tests/support/fakes/fake-telemetry.ts";
import { hurriedClock, startSteadyClock } from "../../../tests/support/fakes/steady-clock.ts";
import { TestViewer, type ViewerOptions } from "../../../tests/support/fakes/test-viewer.ts";
import { waitUntil } from "../../../tests/support/wait-until.ts";

// Real time without its pauses, as what is lost or repeated depends on how fast a log grows; only the waits between tries
// are shortened where nothing is written meanwhile.
const hurry = 20;
const hurried = () => hurriedClock(clock, hurry);
let clock: ReturnType<typeof startSteadyClock>;
let upstream: FakeLogUpstream;
let hub: LogHub;
let epochs = 0;
let stopWriting: () => void = () => undefined;

beforeEach(async () => {
  clock = startSteadyClock();
  upstream = await new FakeLogUpstream(clock.nowMs).listen();
  hub = makeHub();
});

afterEach(async () => {
  stopWriting();
  hub.close();
  clock.stop();
  await upstream.close();
});

function makeHub(its: Clock = clock): LogHub {
  return new LogHub({
    telemetry: new FakeTelemetry(),
    port: upstream.port,
    clock: its,
    random: Math.random,
    newEpoch: () => {
      epochs += 1;
      return `e${epochs}`;
    },
  });
}

const join = (from = hub, options: ViewerOptions = {}) => new TestViewer(from, { clock, ...options });
const watch = (from = hub, options: ViewerOptions = {}) => {
  const viewer = join(from, options);
  void viewer.read();
  return viewer;
};

const numberOf = (text: string | undefined) => Number(text?.replace("line ", ""));

/** Compares numbered lines with the consecutive numbers `from` to `to`. */
function compare(texts: readonly string[], from: number, to: number) {
  const numbers = texts.map(numberOf);
  const unique = new Set(numbers);
  return {
    lost: to - from + 1 - unique.size,
    doubled: numbers.length - unique.size,
    disordered: numbers.filter((number, at) => number < (numbers[at - 1] ?? 0)).length,
  };
}

const { signal: stay } = new AbortController();
const unharmed = { lost: 0, doubled: 0, disordered: 0 };

const write = (count: number) =>
  upstream.write(...Array.from({ length: count }, (_, index) => `line ${upstream.file.length + index + 1}`));

/** Writes numbered lines at a rate. */
function startWriting(linesPerSecond: number): void {
  const startMs = clock.monotonicMs();
  let written = 0;
  const turn = () => {
    const due = Math.floor(((clock.monotonicMs() - startMs) / 1000) * linesPerSecond) - written;
    written += due;
    if (due > 0) write(due);
    stopWriting = clock.later(5, turn);
  };
  turn();
}

const gapsOf = (viewer: TestViewer) => viewer.gaps.map(({ reason, count }) => ({ reason, count }));
/** The gaps of a viewer that are more than a note of an interruption. */
const lossesOf = (viewer: TestViewer) =>
  gapsOf(viewer).filter(({ reason, count }) => reason !== "disconnected" || count !== 0);

const isOpen = (viewer: TestViewer) =>
  waitUntil("it is open", () => viewer.states.at(-1) === "open" && upstream.openCount > 0);

async function hasNewest(viewer: TestViewer): Promise<void> {
  await waitUntil("the newest line is there", () => {
    const last = viewer.frames.findLast((frame) => frame.kind === "lines");
    return last?.kind === "lines" && last.lines.at(-1)?.text === upstream.file.at(-1);
  });
}

describe("T47 T53 a log that grows while the upstream breaks", () => {
  /** Every line of the log is received once and in order although the followers are cut. */
  async function flood({ lines, perSecond, cuts }: { lines: number; perSecond: number; cuts: number }) {
    const viewer = watch();
    await isOpen(viewer);
    startWriting(perSecond);
    for (let cut = 1; cut <= cuts; cut += 1) {
      const at = (cut * lines) / (cuts + 1);
      await waitUntil("it is time for a cut", () => upstream.file.length >= at, 200_000);
      upstream.cut();
    }
    await waitUntil("all is written", () => upstream.file.length >= lines, 200_000);
    stopWriting();
    await hasNewest(viewer);
    expect(compare(viewer.texts, 1, upstream.file.length)).toEqual(unharmed);
    expect(lossesOf(viewer)).toEqual([]);
    const times = viewer.lines.map(({ at }) => Date.parse(at));
    expect(times.filter((time, at) => time < (times[at - 1] ?? 0))).toEqual([]);
    viewer.leave();
  }

  test("loses, repeats and reorders nothing", () => flood({ lines: 16_000, perSecond: 10_000, cuts: 8 }));

  test("with followed lines that lag behind the history", async () => {
    upstream.followDelayMs = 100;
    await flood({ lines: 2000, perSecond: 2000, cuts: 3 });
  });

  test("with a history that never ends and continues with new lines", async () => {
    upstream.isHistoryTailing = true;
    await flood({ lines: 1500, perSecond: 1000, cuts: 2 });
  });

  test("with a history that breaks, and one that pauses", async () => {
    let tries = 0;
    upstream.writeHistory = async (response, lines) => {
      tries += 1;
      const half = Math.floor(lines.length / 2);
      const text = (part: readonly string[]) =>
        part.map((message) => `data: ${JSON.stringify({ event: "log", message })}\n\n`).join("");
      response.write(text(lines.slice(0, half)));
      if (tries % 3 === 0) await pause(clock, 1000, stay);
      if (tries % 3 === 1) response.destroy();
      else response.write(text(lines.slice(half)));
    };
    await flood({ lines: 4000, perSecond: 2000, cuts: 4 });
    expect(tries).toBeGreaterThan(3);
  });

  test("a viewer who takes nothing delays the others only for a moment, and alone is slow", async () => {
    const viewer = watch();
    await isOpen(viewer);
    write(1);
    await hasNewest(viewer);
    const stuck = join();
    upstream.cut();
    write(20_000);
    await hasNewest(viewer);
    expect(compare(viewer.texts, 1, 20_001)).toEqual(unharmed);
    expect(lossesOf(viewer)).toEqual([]);
    void stuck.read();
    await hasNewest(stuck);
    const [slow, ...others] = gapsOf(stuck);
    expect(slow?.reason).toBe("slow");
    expect(others).toEqual([]);
    expect(stuck.texts.length + (slow?.count ?? 0)).toBe(20_001);
  });

  test("is open again at the first try after the upstream's return, after any number of cuts", async () => {
    write(10);
    const own = makeHub(hurried());
    const viewer = watch(own);
    await isOpen(viewer);
    for (let cut = 0; cut < 3; cut += 1) {
      upstream.cut();
      await waitUntil("it is open again", () => upstream.openCount === 1);
    }
    upstream.status = 503;
    upstream.cut();
    const before = upstream.requests.length;
    await waitUntil("it was refused several times", () => upstream.requests.length >= before + 4);
    upstream.status = 200;
    const refused = upstream.requests.length;
    write(1);
    await hasNewest(viewer);
    // The history and the followed log.
    expect(upstream.requests.length - refused).toBeLessThanOrEqual(2);
    expect(compare(viewer.texts, 1, 11)).toEqual(unharmed);
    own.close();
  });
});

test("T47 opening a log that grows: no hole, no repetition, and earlier lines are counted", async () => {
  write(3000);
  startWriting(500);
  for (let round = 0; round < 4; round += 1) {
    upstream.followDelayMs = round * 30;
    const own = makeHub();
    const viewer = watch(own);
    await waitUntil("it is open", () => viewer.states.includes("open"));
    const before = viewer.lines.length;
    await waitUntil("live lines came", () => viewer.lines.length > before + 20);
    viewer.leave();
    own.close();
    const first = numberOf(viewer.texts[0]);
    expect(compare(viewer.texts, first, numberOf(viewer.texts.at(-1)))).toEqual(unharmed);
    expect(gapsOf(viewer)).toEqual([{ reason: "overflow", count: first - 1 }]);
  }
});

test("followed lines are never a moment earlier than the history before them; a clock set back is shown", async () => {
  const event = (message: string, timestamp: string) =>
    `data: ${JSON.stringify({ event: "log", message, timestamp })}\n\n`;
  upstream.writeHistory = async (response) => void response.write(event("one", "2026-11-22T10:00:00.500Z"));
  const viewer = watch();
  await isOpen(viewer);
  upstream.raw(event("two", "2026-11-22T10:00:00.400Z"));
  upstream.raw(event("three", "2026-11-22T09:00:00.000Z"));
  await waitUntil("all came", () => viewer.lines.length === 3);
  expect(viewer.lines.map(({ at, text }) => `${at} ${text}`)).toEqual([
    "2026-11-22T10:00:00.500Z one",
    "2026-11-22T10:00:00.500Z two",
    "2026-11-22T09:00:00.000Z three",
  ]);
});

test("the times of a history that arrives in parts do not go back to that of the first followed line", async () => {
  const event = (message: string, timestamp: string) =>
    `data: ${JSON.stringify({ event: "log", message, timestamp })}\n\n`;
  let opened = 0;
  upstream.writeHistory = async (response) => {
    opened += 1;
    response.write(event("one", "2026-11-22T10:00:00.500Z"));
    // The followed line was stamped before the first line of the history, and is read after it.
    if (opened === 1) return void response.end();
    await waitUntil("the line is shown", () => viewer.lines.length === 1);
    upstream.raw(event("three", "2026-11-22T10:00:00.490Z"));
    await pause(clock, 20, stay);
    response.end(event("two", "2026-11-22T10:00:00.600Z") + event("three", "2026-11-22T10:00:00.600Z"));
  };
  const viewer = watch();
  await isOpen(viewer);
  upstream.cut();
  await waitUntil("all came", () => viewer.lines.length === 3);
  expect(viewer.lines.map(({ at, text }) => `${at} ${text}`)).toEqual([
    "2026-11-22T10:00:00.500Z one",
    "2026-11-22T10:00:00.500Z two",
    "2026-11-22T10:00:00.500Z three",
  ]);
});

test("lines of an invocation have the times that the API gives, also where the followed ones repeat the history", async () => {
  const lines = ["one", "two", "three", "four"].map((message, at) => ({
    message,
    timestamp: `2026-11-22T10:00:0${at}.000Z`,
  }));
  const events = (given: readonly object[]) =>
    given.map((line) => `data: ${JSON.stringify({ event: "log", ...line })}\n\n`).join("");
  // Whoever follows gets the lines of the last seconds again.
  upstream.onFollow = () => setImmediate(() => upstream.raw(events(lines.slice(0, 3))));
  upstream.writeHistory = async (response) => {
    await waitUntil("the followed lines were sent", () => upstream.openCount === 1);
    await pause(clock, 20, stay);
    response.write(events(lines));
  };
  const viewer = watch(hub, { topics: [logTopic({ invocationId: "i1" })] });
  await isOpen(viewer);
  expect(viewer.lines.map(({ at, text }) => ({ message: text, timestamp: at }))).toEqual(lines);
});

test("lines have the time that they carry, those that continue one the same; the receipt is a detail", async () => {
  // One stamp for all: a pause between two stamps would look like lines that were written apart.
  const timestamp = "2026-11-22T10:00:00.600Z";
  const events = (...lines: readonly string[]) =>
    lines.map((message) => `data: ${JSON.stringify({ event: "log", message, timestamp })}\n\n`).join("");
  upstream.writeHistory = async (response) =>
    void response.write(events("ready", "2026-11-22T10:00:00.500Z TypeError: none", "    at run (a.ts:1:2)"));
  const viewer = watch();
  await isOpen(viewer);
  upstream.raw(events("line 4", '{"time":"2026-11-22T10:00:02Z","msg":"over"}'));
  await waitUntil("all came", () => viewer.lines.length === 5);
  const written = viewer.lines.map(({ at, received }) => (received === undefined ? "received" : at));
  expect(written).toEqual([
    "received",
    "2026-11-22T10:00:00.500Z",
    "2026-11-22T10:00:00.500Z",
    "2026-11-22T10:00:00.500Z",
    "2026-11-22T10:00:02.000Z",
  ]);
  for (const { received } of viewer.lines.slice(1))
    expect(Math.abs(Date.parse(received ?? "") - Date.now())).toBeLessThan(60_000);
});

test("where the upstream stamps lines as they are written, a line without a time keeps its stamp", async () => {
  const event = (message: string, timestamp: string) =>
    `data: ${JSON.stringify({ event: "log", message, timestamp })}\n\n`;
  const lines = ["started", "2026-11-22T09:59:00.250Z up", "exited"];
  upstream.writeHistory = async (response) =>
    void response.write(lines.map((text, at) => event(text, `2026-11-22T09:59:${at}0.500Z`)).join(""));
  const viewer = watch();
  await waitUntil("all came", () => viewer.lines.length === lines.length);
  expect(viewer.lines.map(({ at }) => at)).toEqual([
    "2026-11-22T09:59:00.500Z",
    "2026-11-22T09:59:00.250Z",
    "2026-11-22T09:59:20.500Z",
  ]);
  expect(viewer.lines.at(-1)?.received).toBeDefined();
});

test("the log of an ended invocation is shown, and ends with it", async () => {
  write(3);
  upstream.isInvocationOver = true;
  const topic = logTopic({ invocationId: "inv1" });
  const viewer = watch(hub, { topics: [topic] });
  await waitUntil("it is open", () => upstream.openCount > 0);
  upstream.end();
  await waitUntil("it has ended", () => viewer.states.at(-1) === "ended");
  expect(viewer.texts).toEqual(["line 1", "line 2", "line 3"]);
  expect(viewer.states).not.toContain("unavailable");
  expect(viewer.gaps).toEqual([]);
});

test("the log of an ended invocation has no gap when it is opened again", async () => {
  write(3);
  upstream.isInvocationOver = true;
  upstream.onFollow = () => setImmediate(() => upstream.end());
  const topics = [logTopic({ invocationId: "inv1" })];
  for (let time = 0; time < 3; time += 1) {
    const viewer = watch(hub, { topics });
    await waitUntil("it was read", () => upstream.requests.length >= 2 * (time + 1));
    await waitUntil("it has ended", () => viewer.states.at(-1) === "ended");
    expect(viewer.texts).toEqual(["line 1", "line 2", "line 3"]);
    expect(viewer.gaps).toEqual([]);
    viewer.leave();
  }
});

describe("an invocation's log, whose newest lines are sent again to whoever follows it", () => {
  beforeEach(() => {
    upstream.onFollow = () =>
      setImmediate(() => {
        upstream.raw(upstream.encode(upstream.file.slice(-2)));
        if (upstream.isInvocationOver) upstream.end();
      });
  });
  const topics = [logTopic({ invocationId: "inv1" })];

  test("repeats nothing when it has ended and is opened again", async () => {
    write(4);
    upstream.isInvocationOver = true;
    for (let time = 0; time < 3; time += 1) {
      const viewer = watch(hub, { topics });
      await waitUntil("it was read", () => upstream.requests.length >= 2 * (time + 1));
      await waitUntil("it has ended", () => viewer.states.at(-1) === "ended");
      expect(viewer.texts).toEqual(["line 1", "line 2", "line 3", "line 4"]);
      viewer.leave();
    }
  });

  test("repeats nothing when its stream breaks", async () => {
    write(4);
    const viewer = watch(hub, { topics });
    await isOpen(viewer);
    upstream.cut();
    await waitUntil("it is followed again", () => upstream.openCount >= 1);
    await isOpen(viewer);
    write(2);
    await hasNewest(viewer);
    expect(compare(viewer.texts, 1, 6)).toEqual(unharmed);
  });
});

describe("T47 an invocation's log that never pauses, whose history goes on until it has ended", () => {
  const topics = [logTopic({ invocationId: "inv1" })];
  /** A line is written so often. */
  function writeWithoutPause(next: () => string): void {
    const turn = () => {
      upstream.write(next());
      stopWriting = clock.later(50, turn);
    };
    turn();
  }

  beforeEach(() => {
    upstream.isHistoryTailing = true;
    write(20);
  });

  test("is shown while it is written", async () => {
    writeWithoutPause(() => `line ${upstream.file.length + 1}`);
    const viewer = watch(hub, { topics });
    await waitUntil("it is open", () => viewer.states.at(-1) === "open", 10_000);
    await waitUntil("lines were followed", () => viewer.lines.length > 60);
    stopWriting();
    await hasNewest(viewer);
    expect(compare(viewer.texts, 1, upstream.file.length)).toEqual(unharmed);
    expect(lossesOf(viewer)).toEqual([]);
  });

  test("begins with its first line, however long the API takes to send it", async () => {
    upstream.beforeHistory = () => pause(clock, 1_000, stay);
    const followed = watch(makeHub(hurried()), { topics });
    await waitUntil("it is followed", () => upstream.openCount > 0);
    write(5);
    await hasNewest(followed);
    expect(compare(followed.texts, 1, upstream.file.length)).toEqual(unharmed);
    followed.leave();
  });

  test("is shown while it repeats one line", async () => {
    writeWithoutPause(() => "waiting");
    const viewer = watch(hub, { topics });
    await waitUntil("it is open", () => viewer.states.at(-1) === "open", 10_000);
    await waitUntil("lines were followed", () => viewer.lines.length > 60);
    stopWriting();
    await waitUntil("all came", () => viewer.lines.length >= upstream.file.length);
    expect(viewer.texts).toEqual(upstream.file);
    expect(lossesOf(viewer)).toEqual([]);
  });
});

describe("a log that is missing", () => {
  beforeEach(() => {
    hub.close();
    hub = makeHub(hurried());
  });

  test("is tried again while its session exists", async () => {
    write(3);
    const viewer = watch();
    await isOpen(viewer);
    upstream.status = 404;
    upstream.cut();
    const before = upstream.requests.length;
    await waitUntil("it was tried several times", () => upstream.requests.length >= before + 4);
    upstream.status = 200;
    write(1);
    await hasNewest(viewer);
    expect(compare(viewer.texts, 1, 4)).toEqual(unharmed);
    expect(viewer.states).not.toContain("ended");
  });

  test("is tried again before a missing session ends it", async () => {
    write(3);
    upstream.isSessionGone = true;
    const viewer = watch();
    await isOpen(viewer);
    upstream.status = 404;
    upstream.cut();
    const before = upstream.requests.length;
    await waitUntil("it was tried", () => upstream.requests.length > before);
    upstream.status = 200;
    await isOpen(viewer);
    upstream.status = 404;
    upstream.cut();
    await waitUntil("it has ended", () => viewer.states.at(-1) === "ended");
  });
});
