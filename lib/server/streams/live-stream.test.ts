import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { logTopic, type Topic } from "@/lib/bff/live";
import { systemClock } from "@/lib/clock";
import { LogHub } from "@/lib/server/streams/log-hub";
import type { LogPort } from "@/lib/server/streams/log-port";
import { newLiveStreamCount, streamLimits, TopicCount } from "@/lib/server/streams/stream-limits";
import { FakeTelemetry } from "../../../tests/support/fakes/fake-telemetry.ts";
import { chromiumLog, TestViewer } from "../../../tests/support/fakes/test-viewer.ts";

/** An upstream in memory: a queue that a test fills. */
class Pipe {
  #chunks: Uint8Array[] = [];
  #wake: (() => void) | undefined;
  #ends = false;
  open = 0;

  readonly port: LogPort = {
    open: async (_, { follow, signal }) => (follow ? this.#follow(signal) : empty()),
    judge: () => ({ kind: "passing", reason: "broken" }),
    overReason: async () => undefined,
  };

  write(...lines: string[]): void {
    const text = lines.map((message) => `data: ${JSON.stringify({ event: "log", message })}\n\n`).join("");
    this.#chunks.push(new TextEncoder().encode(text));
    this.#wake?.();
  }

  /** Ends the stream that is open, as an upstream does that has no more. */
  end(): void {
    this.#ends = true;
    this.#wake?.();
  }

  async *#follow(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    this.open += 1;
    this.#ends = false;
    try {
      while (!signal.aborted && !this.#ends) {
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) yield chunk;
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
            signal.addEventListener("abort", () => resolve(), { once: true });
          });
      }
    } finally {
      this.open -= 1;
    }
  }
}

async function* empty(): AsyncGenerator<Uint8Array> {}

let pipe: Pipe;
let hub: LogHub;

beforeEach(() => {
  vi.useFakeTimers();
  pipe = new Pipe();
  hub = new LogHub({
    telemetry: new FakeTelemetry(),
    port: pipe.port,
    clock: systemClock,
    random: () => 0.5,
    newEpoch: () => "e1",
  });
});

afterEach(() => {
  hub.close();
  vi.useRealTimers();
});

const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `n ${from + index}`);

test("a topic that the viewer may not read is not opened, says why, and the others go on", async () => {
  const telemetry = new FakeTelemetry();
  hub = new LogHub({
    telemetry,
    port: pipe.port,
    clock: systemClock,
    random: () => 0.5,
    newEpoch: () => "e1",
  });
  const reason = "You need the operator role.";
  const viewer = new TestViewer(hub, {
    topics: ["telemetry:s1", chromiumLog],
    refusal: (topic) => (topic === "telemetry:s1" ? reason : undefined),
  });
  void viewer.read();
  await later(2000);
  pipe.write("one");
  await later(200);
  expect(viewer.texts).toEqual(["one"]);
  const states = viewer.frames.filter((frame) => frame.kind === "state" && frame.topic === "telemetry:s1");
  expect(states).toEqual([
    { kind: "state", topic: "telemetry:s1", state: "unavailable", reason, beginsAt: null },
  ]);
  expect(telemetry.opened).toEqual([]);
});

describe("T44 a viewer that does not read", () => {
  test("does not delay others and is disconnected after 15 s", async () => {
    const good = new TestViewer(hub);
    void good.read();
    const paused = new TestViewer(hub);
    await later(2000);
    for (let second = 0; second < 10; second += 1) {
      pipe.write(...numbered(second * 1000, 1000));
      await later(1000);
    }
    expect(good.texts).toEqual(numbered(0, 10_000));
    expect(good.gaps).toEqual([]);
    expect(paused.endCount).toBe(0);
    await later(15_000);
    expect(paused.endCount).toBe(1);
    expect(good.closed).toBe("open");
  });

  test("and resumes reading: received plus the gap's count equals what was sent", async () => {
    const viewer = new TestViewer(hub);
    await later(2000);
    pipe.write(...numbered(0, 100));
    await later(200);
    pipe.write(...numbered(100, 9000));
    await later(3000);
    void viewer.read();
    await later(1000);
    const missing = viewer.gaps.reduce((sum, gap) => sum + (gap.count ?? Number.NaN), 0);
    expect(missing).toBeGreaterThan(0);
    expect(viewer.texts.length + missing).toBe(9100);
    expect(viewer.texts.at(-1)).toBe("n 9099");
  });

  test("sends lines of any length before the ring evicts them", async () => {
    const viewer = new TestViewer(hub);
    void viewer.read();
    await later(2000);
    const long = "x".repeat(10_000);
    for (let index = 0; index < 500; index += 1) {
      pipe.write(...Array.from({ length: 5 }, () => long));
      await later(1);
    }
    await later(1000);
    expect(viewer.gaps).toEqual([]);
    expect(viewer.texts).toHaveLength(2500);
  });

  test("batches a hundred milliseconds of a busy log into one frame", async () => {
    const viewer = new TestViewer(hub);
    void viewer.read();
    await later(2000);
    for (let index = 0; index < 100; index += 1) {
      pipe.write(`n ${index}`);
      await later(10);
    }
    await later(200);
    const frames = viewer.frames.filter((frame) => frame.kind === "lines");
    expect(viewer.texts).toHaveLength(100);
    expect(frames.length).toBeLessThanOrEqual(12);
  });
});

describe("a clock that is set back by an hour", () => {
  test("delays no line", async () => {
    const viewer = new TestViewer(hub);
    void viewer.read();
    await later(2000);
    pipe.write("before");
    await later(200);
    vi.setSystemTime(Date.now() - 3_600_000);
    for (let at = 0; at < 5; at += 1) {
      pipe.write(`after ${at}`);
      await later(200);
      expect(viewer.texts.at(-1)).toBe(`after ${at}`);
    }
  });

  test("handles the end of an established stream normally", async () => {
    const viewer = new TestViewer(hub);
    void viewer.read();
    await later(2000);
    pipe.write("the only line");
    await later(60_000);
    vi.setSystemTime(Date.now() - 3_600_000);
    pipe.end();
    await later(200);
    expect(viewer.states.at(-1)).toBe("reconnecting");
  });

  test("disconnects stalled viewers and sends heartbeats at the same rate", async () => {
    const good = new TestViewer(hub);
    void good.read();
    const paused = new TestViewer(hub);
    await later(2000);
    vi.setSystemTime(Date.now() - 3_600_000);
    const { comments } = good;
    await later(20_000);
    expect(paused.endCount).toBe(1);
    expect(good.comments).toBeGreaterThan(comments);
  });
});

describe("T49 heartbeats", () => {
  test("a tick every five seconds, a comment every fifteen", async () => {
    const viewer = new TestViewer(hub, { topics: ["fleet"] });
    void viewer.read();
    await later(61_000);
    const kinds = viewer.frames.map((frame) => frame.kind);
    expect(kinds.slice(0, 2)).toEqual(["hello", "fleet"]);
    expect(kinds.filter((kind) => kind === "tick")).toHaveLength(12);
    expect(viewer.comments).toBe(1 + 4);
  });
});

describe("reason of a stream's end", () => {
  const lastFrame = (viewer: TestViewer) => viewer.frames.at(-1);

  test("T51 signed out: within five seconds", async () => {
    let signedIn = true;
    const viewer = new TestViewer(hub, {
      recheck: async () => (signedIn ? undefined : "signed_out"),
    });
    void viewer.read();
    await later(12_000);
    expect(viewer.closed).toBe("open");
    signedIn = false;
    await later(5000);
    expect(viewer.closed).toBe("closed");
    expect(lastFrame(viewer)).toEqual({ kind: "bye", reason: "signed_out" });
    expect(viewer.endCount).toBe(1);
  });

  test("T13 another role: within five seconds, and the page opens it anew with the role it has now", async () => {
    const viewer = new TestViewer(hub, { recheck: async () => "rotate" });
    void viewer.read();
    await later(6000);
    expect(lastFrame(viewer)).toEqual({ kind: "bye", reason: "rotate" });
  });

  test("a failed sign-in lookup does not end it", async () => {
    const viewer = new TestViewer(hub, { recheck: () => Promise.reject(new Error("locked")) });
    void viewer.read();
    await later(30_000);
    expect(viewer.closed).toBe("open");
  });

  test("after an hour it rotates", async () => {
    const viewer = new TestViewer(hub, { topics: ["fleet"] });
    void viewer.read();
    await later(3_590_000);
    expect(viewer.closed).toBe("open");
    await later(15_000);
    expect(viewer.closed).toBe("closed");
    expect(lastFrame(viewer)).toEqual({ kind: "bye", reason: "rotate" });
  });

  test("T59 shutdown: readers get a bye frame, blocked ones are disconnected", async () => {
    const reading = new TestViewer(hub);
    void reading.read();
    const blocked = new TestViewer(hub);
    await later(1000);
    reading.stream.end("shutdown");
    blocked.stream.end("shutdown");
    await later(2000);
    expect(lastFrame(reading)).toEqual({ kind: "bye", reason: "shutdown" });
    expect(reading.closed).toBe("closed");
    expect(blocked.endCount).toBe(1);
    await blocked.read();
    expect(blocked.closed).toBe("broken");
  });

  test("T50 the client leaves by signal or by cancel: the log is released once", async () => {
    const viewer = new TestViewer(hub);
    const other = new TestViewer(hub);
    await later(2000);
    expect(pipe.open).toBe(1);
    viewer.leave();
    await other.stream.body.cancel().catch(() => undefined);
    other.leave();
    viewer.leave();
    expect([viewer.endCount, other.endCount]).toEqual([1, 1]);
    await later(800);
    expect(pipe.open, "a page that is loaded anew finds it open").toBe(1);
    await later(200);
    expect(pipe.open, "within a second after its last viewer it is closed upstream").toBe(0);
  });
});

describe("T45 too many streams", () => {
  test("per operator", () => {
    const count = newLiveStreamCount();
    const leaves = Array.from({ length: streamLimits.perOperator }, () => count.enter("ann"));
    expect(() => count.enter("ann")).toThrow(expect.objectContaining({ status: 503, retryAfterSeconds: 5 }));
    count.enter("bob")();
    leaves[0]?.();
    leaves[0]?.();
    expect(count.total).toBe(streamLimits.perOperator - 1);
    count.enter("ann");
    expect(() => count.enter("ann")).toThrow(expect.objectContaining({ status: 503, retryAfterSeconds: 5 }));
  });

  test("per process, without leaks", () => {
    const count = newLiveStreamCount();
    const leaves = Array.from({ length: streamLimits.perProcess }, (_, index) => count.enter(`u${index}`));
    expect(() => count.enter("one more")).toThrow(
      expect.objectContaining({ status: 503, retryAfterSeconds: 5 }),
    );
    for (const leave of leaves) leave();
    expect(count.total).toBe(0);
  });
});

describe("T45 too many topics", () => {
  const logOf = (at: number): Topic =>
    logTopic({ sessionId: `s${at}`, log: { source: "supervisor", process: "chromium" } });
  const topicsOf = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => logOf(from + index));

  test("of one operator, in twelve windows of 24: the others are not opened, and say what to do", async () => {
    const count = new TopicCount();
    const enterTopic = (topic: Topic) => count.enter("ann", topic);
    const windows = Array.from(
      { length: 12 },
      (_, at) => new TestViewer(hub, { topics: topicsOf(at * 24, 24), enterTopic }),
    );
    for (const window of windows) void window.read();
    await later(2000);
    expect(hub.openCount).toBe(streamLimits.topicsPerOperator);
    const refused = windows.flatMap(({ frames }) =>
      frames.filter((frame) => frame.kind === "state" && frame.state === "unavailable"),
    );
    expect(refused).toHaveLength(12 * 24 - streamLimits.topicsPerOperator);
    expect(refused[0]).toHaveProperty(
      "reason",
      "You have 48 logs open, the most for one operator. Close some, here or in other windows, and this one opens by itself.",
    );
    const other = new TestViewer(hub, {
      topics: topicsOf(1000, 24),
      enterTopic: (topic) => count.enter("bob", topic),
    });
    void other.read();
    await later(2000);
    expect(other.states).not.toContain("unavailable");
    for (const window of windows) window.leave();
    await later(4000);
    expect(hub.openCount, "upstream streams end within seconds of their last viewer").toBe(24);
  });

  test("is over within five seconds of leaving a window, for one that waits", async () => {
    const count = new TopicCount();
    const enterTopic = (topic: Topic) => count.enter("ann", topic);
    const first = new TestViewer(hub, { topics: topicsOf(0, 24), enterTopic });
    const second = new TestViewer(hub, { topics: topicsOf(24, 24), enterTopic });
    const third = new TestViewer(hub, { topics: [logOf(99)], enterTopic });
    for (const viewer of [first, second, third]) void viewer.read();
    await later(7000);
    expect(third.states).toEqual(["unavailable"]);
    first.leave();
    await later(6000);
    expect(third.states.at(-1)).toBe("open");
    for (const viewer of [second, third]) viewer.leave();
  });

  test("counts a topic once that an operator has in several windows, and frees it at once", () => {
    const count = new TopicCount();
    const leaves = topicsOf(0, streamLimits.topicsPerOperator).map((topic) => count.enter("ann", topic));
    const again = count.enter("ann", logOf(0));
    expect(() => count.enter("ann", logOf(99))).toThrow(expect.objectContaining({ code: "too_many_topics" }));
    leaves[0]?.();
    leaves[0]?.();
    expect(() => count.enter("ann", logOf(99))).toThrow(/Close some/);
    again();
    count.enter("ann", logOf(99));
  });
});
