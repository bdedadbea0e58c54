import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { logTopic } from "@/lib/bff/live";
import type { Clock } from "@/lib/clock";
import { deadlines, paces } from "@/lib/server/kernel/paces";
import { LogHub } from "@/lib/server/streams/log-hub";
import { paneOfFrames } from "../../../tests/support/dashboard/pane-of-frames.ts";
import { FakeLogUpstream } from "../../../tests/support/fakes/fake-log-upstream.ts";
import { FakeTelemetry } from "../../../tests/support/fakes/fake-telemetry.ts";
import { hurriedClock, startSteadyClock } from "../../../tests/support/fakes/steady-clock.ts";
import { chromiumLog, TestViewer } from "../../../tests/support/fakes/test-viewer.ts";
import { waitUntil } from "../../../tests/support/wait-until.ts";

// Almost every test waits for a batch or two; that lines are batched is tested with the live stream.
vi.mock("@/lib/server/kernel/paces", async (original) => {
  const { paces: usual, ...others } = await original<typeof import("@/lib/server/kernel/paces")>();
  return { ...others, paces: { ...usual, live: { ...usual.live, batchMs: 5 } } };
});

/** Waits are shortened by the same factor for all, so that a test of a minute takes less than a second. */
const hurry = 50;
const hurried = (): Clock => ({
  ...clock,
  later: (delayMs, run) => {
    delays.push(delayMs);
    return hurriedClock(clock, hurry).later(delayMs, run);
  },
});

let clock: ReturnType<typeof startSteadyClock>;
let upstream: FakeLogUpstream;
let hub: LogHub;
let epochs = 0;
/** Waits of the hub, as they are without hurry. */
let delays: number[] = [];
let noted: (readonly [sessionId: string, reason: string, count: number | null])[] = [];

const makeHub = () =>
  new LogHub({
    telemetry: new FakeTelemetry(),
    port: upstream.port,
    clock: hurried(),
    random: () => 0.5,
    onGap: (topic, { reason, count }) =>
      void noted.push(["sessionId" in topic ? topic.sessionId : topic.invocationId, reason, count]),
    newEpoch: () => {
      epochs += 1;
      return `e${epochs}`;
    },
  });

beforeEach(async () => {
  upstream = await new FakeLogUpstream().listen();
  clock = startSteadyClock();
  hub = makeHub();
  noted = [];
  delays = [];
});

afterEach(async () => {
  hub.close();
  clock.stop();
  await upstream.close();
});

const watch = (options = {}) => {
  const viewer = new TestViewer(hub, { clock, ...options });
  void viewer.read();
  return viewer;
};

describe("history of a log", () => {
  test("delivers the file's content, then new lines, each once", async () => {
    upstream.file.push("one", "two", "three");
    const viewer = watch();
    await waitUntil("it is open", () => viewer.states.includes("open"));
    upstream.write("four", "five");
    await waitUntil("the new lines are there", () => viewer.texts.length === 5);
    expect(viewer.texts).toEqual(["one", "two", "three", "four", "five"]);
    expect(viewer.gaps).toEqual([]);
    viewer.leave();
  });

  test("lines written while the history is read are neither lost nor repeated", async () => {
    upstream.file.push("one", "two");
    upstream.beforeHistory = async () => {
      upstream.write("three", "four");
    };
    const viewer = watch();
    await waitUntil("it is open", () => viewer.states.includes("open"));
    upstream.write("five");
    await waitUntil("the newest line is there", () => viewer.texts.includes("five"));
    expect(viewer.texts).toEqual(["one", "two", "three", "four", "five"]);
    viewer.leave();
  });

  test("a history that never ends is abandoned", async () => {
    upstream.isHistoryEndless = true;
    upstream.file.push("one");
    const viewer = watch();
    await waitUntil("it is open", () => viewer.states.includes("open"));
    expect(viewer.texts).toEqual(["one"]);
    viewer.leave();
  });

  describe("of an API that has ended another by itself", () => {
    const another = {
      topics: [logTopic({ sessionId: "abc", log: { source: "path", path: "/var/log/app/agent.log" } })],
    };
    beforeEach(async () => {
      upstream.file.push("one", "two");
      const viewer = watch();
      await waitUntil("it is open", () => viewer.states.includes("open"));
      viewer.leave();
      delays = [];
    });
    const silences = () => delays.filter((ms) => ms === deadlines.logs.silenceMs).length;

    test("is waited for although it is silent for long", async () => {
      const isRead = Promise.withResolvers<void>();
      upstream.beforeHistory = async () => await isRead.promise;
      const viewer = watch(another);
      await waitUntil("it was silent for ten seconds", () => silences() > 14);
      isRead.resolve();
      await waitUntil("it is open", () => viewer.states.includes("open"));
      expect([viewer.texts, viewer.gaps]).toEqual([["one", "two"], []]);
      viewer.leave();
    });

    test("may be missing when it has not ended after half a minute", async () => {
      upstream.beforeHistory = async () => await new Promise(() => {});
      const viewer = watch(another);
      await waitUntil("it is open", () => viewer.states.includes("open"));
      expect(viewer.gaps.map(({ reason, count }) => [reason, count])).toEqual([["disconnected", null]]);
      viewer.leave();
    });

    test("has the lines of an interruption also where it sends them and does not end", async () => {
      upstream.beforeHistory = async () => await new Promise(() => {});
      const viewer = watch(another);
      await waitUntil("it is open", () => viewer.states.includes("open"));
      upstream.write("three");
      await waitUntil("a line is followed", () => viewer.texts.includes("three"));
      upstream.beforeHistory = async () => {};
      const path = "/var/log/app/third.log";
      const third = watch({ topics: [logTopic({ sessionId: "abc", log: { source: "path", path } })] });
      await waitUntil("the history of a third has ended", () => third.states.includes("open"));
      third.leave();
      upstream.isHistoryEndless = true;
      upstream.file.push("four");
      upstream.cut();
      await waitUntil("the line between is there", () => viewer.texts.includes("four"));
      expect(viewer.texts.filter((text) => text === "three")).toHaveLength(1);
      viewer.leave();
    });
  });

  test("an unreadable path is reported once across retries", async () => {
    upstream.onlyLine = "no such file";
    const viewer = watch();
    const tries = () => upstream.requests.filter(({ follow }) => follow).length;
    await waitUntil("it was tried again", () => viewer.texts.length > 0 && tries() >= 3);
    expect(viewer.texts).toEqual(["no such file"]);
    expect(viewer.states.at(-1)).toBe("unavailable");
    upstream.onlyLine = undefined;
    await waitUntil("it opened", () => upstream.openCount === 1);
    upstream.write("a line", "another");
    await waitUntil("the lines are there", () => viewer.texts.includes("another"));
    expect(viewer.texts).toEqual(["no such file", "a line", "another"]);
    expect(viewer.states.at(-1)).toBe("open");
    viewer.leave();
  });
});

describe("T45 one upstream stream per source", () => {
  test("for any number of viewers", async () => {
    const viewers = Array.from({ length: 20 }, () => watch());
    await waitUntil("all are open", () => viewers.every((viewer) => viewer.states.includes("open")));
    upstream.write("for all");
    await waitUntil("all have it", () => viewers.every((viewer) => viewer.texts.includes("for all")));
    expect(upstream.openCount).toBe(1);
    for (const viewer of viewers) viewer.leave();
  });

  test("is closed some time after the last viewer has left", async () => {
    const viewer = watch();
    await waitUntil("it is open", () => upstream.openCount === 1);
    viewer.leave();
    await new Promise<void>((resolve) => clock.later(paces.logs.lingerMs / hurry / 3, resolve));
    expect(hub.openCount).toBe(1);
    await waitUntil("it is closed", () => upstream.openCount === 0 && hub.openCount === 0);
  });
});

type Entry = string | number | null;

const entriesOf = (viewer: TestViewer): Entry[] =>
  viewer.frames.flatMap((frame): Entry[] => {
    if (frame.kind === "lines") return frame.lines.map((line) => line.text);
    return frame.kind === "gap" ? [frame.gap.reason, frame.gap.count] : [];
  });

describe("T53 an upstream disconnect", () => {
  test("is a gap between lines, and the log continues", async () => {
    const viewer = watch();
    await waitUntil("it is open", () => viewer.states.includes("open"));
    upstream.write("before");
    await waitUntil("the line is there", () => viewer.texts.includes("before"));
    upstream.cut();
    await waitUntil("it is open again", () => viewer.gaps.length === 1 && upstream.openCount === 1);
    upstream.write("after");
    await waitUntil("the line is there", () => viewer.texts.includes("after"));
    expect(entriesOf(viewer)).toEqual(["before", "disconnected", 0, "after"]);
    const [gap] = viewer.gaps;
    expect(Date.parse(gap?.to ?? "")).toBeGreaterThanOrEqual(Date.parse(gap?.from ?? ""));
    viewer.leave();
  });

  test("T47 lines written meanwhile follow the gap, even if all are equal", async () => {
    upstream.file.push("tick", "tick");
    const viewer = watch();
    await waitUntil("it is open", () => viewer.states.includes("open"));
    upstream.cut();
    upstream.write("tick", "tick", "tick");
    await waitUntil("they are there", () => viewer.texts.length >= 5);
    upstream.write("new");
    await waitUntil("the newest is there", () => viewer.texts.includes("new"));
    expect(entriesOf(viewer)).toEqual(["tick", "tick", "disconnected", 0, "tick", "tick", "tick", "new"]);
    viewer.leave();
  });

  test("T47 over repeated disconnects at any time every line arrives once and in order", async () => {
    const viewer = watch();
    await waitUntil("it is open", () => viewer.states.includes("open"));
    let written = 0;
    const write = (count: number) => {
      for (let left = count; left > 0; left -= 1) {
        written += 1;
        upstream.write(`line ${written}`);
      }
    };
    upstream.beforeHistory = async () => write(3);
    for (let round = 1; round <= 15; round += 1) {
      write(round % 4);
      upstream.cut();
      write(round % 3);
      await waitUntil("it was joined", () => viewer.gaps.length >= round && upstream.openCount === 1);
    }
    upstream.beforeHistory = async () => undefined;
    await waitUntil("all is there", () => viewer.texts.length >= written);
    expect(viewer.texts).toEqual(Array.from({ length: written }, (_, index) => `line ${index + 1}`));
    expect(viewer.gaps.every((gap) => gap.count === 0)).toBe(true);
    viewer.leave();
  });

  test("a replaced file: its lines follow a gap of unknown size", async () => {
    upstream.file.push("old 1", "old 2");
    const viewer = watch();
    await waitUntil("it is open", () => viewer.states.includes("open"));
    upstream.cut();
    upstream.file.splice(0, 2, "new 1", "new 2", "new 3");
    await waitUntil("it was joined", () => viewer.texts.includes("new 3"));
    expect(entriesOf(viewer)).toEqual(["old 1", "old 2", "disconnected", null, "new 1", "new 2", "new 3"]);
    viewer.leave();
  });

  test("T47 an upstream's message in place of the log does not repeat the log", async () => {
    upstream.file.push("one", "two");
    const viewer = watch();
    await waitUntil("it is open", () => viewer.states.includes("open"));
    upstream.onlyLine = "not now";
    upstream.cut();
    await waitUntil("it was reported", () => viewer.texts.includes("not now"));
    upstream.file.push("three");
    upstream.onlyLine = undefined;
    await waitUntil("the log is back", () => viewer.texts.includes("three"));
    expect(viewer.texts).toEqual(["one", "two", "not now", "three"]);
    expect(viewer.gaps.every((gap) => gap.count === null)).toBe(true);
    viewer.leave();
  });

  test("an unreadable history leaves a gap of unknown size, initially and later", async () => {
    upstream.file.push("unseen");
    upstream.historyStatus = 500;
    const viewer = watch();
    await waitUntil("it is open", () => viewer.states.includes("open"));
    upstream.write("one");
    await waitUntil("the line is there", () => viewer.texts.includes("one"));
    upstream.cut();
    upstream.file.push("unseen too");
    await waitUntil("it is open again", () => viewer.gaps.length === 2 && upstream.openCount === 1);
    upstream.write("two");
    await waitUntil("the line is there", () => viewer.texts.includes("two"));
    expect(entriesOf(viewer)).toEqual(["disconnected", null, "one", "disconnected", null, "two"]);
    // Once each, however many watch.
    expect(noted.map(([, reason, count]) => [reason, count])).toEqual([
      ["disconnected", null],
      ["disconnected", null],
    ]);
    viewer.leave();
  });

  test("the log ends with the session", async () => {
    const viewer = watch();
    await waitUntil("it is open", () => viewer.states.includes("open"));
    upstream.write("one", "two");
    await waitUntil("the lines are there", () => viewer.texts.length === 2);
    upstream.status = 404;
    upstream.isSessionGone = true;
    upstream.end();
    await waitUntil("it has ended", () => viewer.states.at(-1) === "ended");
    expect(viewer.gaps).toEqual([]);
    expect(hub.openCount).toBe(0);
    viewer.leave();
  });

  test("an invocation's log that stays missing is unavailable, requested again slowly, and shown once it exists", async () => {
    upstream.status = 404;
    const viewer = watch({ topics: [logTopic({ invocationId: "inv1" })] });
    await waitUntil("it is unavailable", () => viewer.states.at(-1) === "unavailable");
    const tries = upstream.requests.length;
    expect(tries).toBeGreaterThanOrEqual(3);
    await waitUntil("it is requested again", () => upstream.requests.length > tries);
    expect(delays).toContain(paces.logs.unavailableRestMs);
    upstream.status = 200;
    upstream.file.push("one", "two");
    await waitUntil("it is there", () => viewer.texts.length === 2);
    await waitUntil("it is open", () => viewer.states.at(-1) === "open");
    expect(viewer.gaps).toEqual([]);
    viewer.leave();
  });

  test("a failing upstream is retried until it responds", async () => {
    upstream.status = 500;
    upstream.file.push("kept");
    const viewer = watch();
    await waitUntil(
      "it was tried",
      () => upstream.requests.length >= 3 && viewer.states.includes("reconnecting"),
    );
    upstream.status = 200;
    await waitUntil("the history is there", () => viewer.texts.includes("kept"));
    viewer.leave();
  });
});

describe("T47 resuming", () => {
  test("with a cursor: nothing lost or repeated over a hundred disconnects", async () => {
    const seen: string[] = [];
    let cursor: TestViewer["cursor"];
    let written = 0;
    for (let round = 0; round < 100; round += 1) {
      const viewer = watch({ cursor });
      const lines = Array.from({ length: 100 }, () => {
        written += 1;
        return `line ${written}`;
      });
      if (round === 0)
        await waitUntil("it is open", () => upstream.openCount === 1 && viewer.states.includes("open"));
      upstream.write(...lines);
      // Left at any moment: before the lines, among them, after them.
      if (round % 3 > 0) await waitUntil("some came", () => viewer.texts.length > 0);
      viewer.leave();
      await new Promise((resolve) => setTimeout(resolve, round % 4));
      seen.push(...viewer.texts);
      expect(viewer.gaps).toEqual([]);
      cursor = viewer.cursor;
    }
    const last = watch({ cursor });
    await waitUntil("the rest is there", () => seen.length + last.texts.length >= written);
    last.leave();
    expect([...seen, ...last.texts]).toEqual(
      Array.from({ length: written }, (_, index) => `line ${index + 1}`),
    );
  });

  test("a cursor of another epoch gets a gap, then the stored lines", async () => {
    upstream.file.push("one");
    const viewer = watch({ cursor: { epoch: "gone", id: 7 } });
    await waitUntil("it is open", () => viewer.states.includes("open"));
    expect(entriesOf(viewer)).toEqual(["expired", null, "one"]);
    viewer.leave();
  });

  test("at another replica: a pane shows what is new, each line once", async () => {
    upstream.file.push("one", "two");
    const viewer = watch();
    await waitUntil("it is open", () => viewer.states.includes("open"));
    upstream.write("three");
    await waitUntil("the line is there", () => viewer.texts.includes("three"));
    viewer.leave();
    upstream.write("four");
    const other = makeHub();
    const back = new TestViewer(other, { clock, cursor: viewer.cursor });
    void back.read();
    await waitUntil("it is open there", () => back.states.includes("open"));
    upstream.write("five");
    await waitUntil("the newest is there", () => back.texts.includes("five"));
    back.leave();
    other.close();
    expect(await paneOfFrames(chromiumLog, viewer.frames, back.frames)).toEqual(
      "one two three four five".split(" "),
    );
  });

  test("after the log was closed for want of viewers: the lines since then, each once", async () => {
    const first = watch();
    await waitUntil("it is open", () => first.states.includes("open"));
    const write = (from: number) => {
      for (let at = from; at < from + 3000; at += 1) upstream.write(`line ${at}`);
    };
    write(0);
    await waitUntil("the lines are there", () => first.texts.length === 3000);
    first.leave();
    await waitUntil("it is closed", () => hub.openCount === 0);
    write(3000);
    upstream.beforeHistory = async () => write(6000);
    const back = watch({ cursor: first.cursor });
    await waitUntil("all is there", () => back.texts.length >= 6000);
    expect([...first.texts, ...back.texts]).toEqual(Array.from({ length: 9000 }, (_, at) => `line ${at}`));
    // Nothing was interrupted for anyone.
    expect(back.gaps).toEqual([]);
    back.leave();
  });

  test("after more lines than the ring holds: the gap has the exact count", async () => {
    const viewer = watch();
    await waitUntil("it is open", () => viewer.states.includes("open"));
    upstream.write("first");
    await waitUntil("the line is there", () => viewer.texts.length === 1);
    viewer.leave();
    const sent = 5000;
    upstream.write(...Array.from({ length: sent }, (_, index) => `n ${index}`));
    const probe = watch();
    await waitUntil("all were read", () => probe.texts.at(-1) === `n ${sent - 1}`);
    probe.leave();
    const back = watch({ cursor: viewer.cursor });
    await waitUntil("the newest is there", () => back.texts.at(-1) === `n ${sent - 1}`);
    expect(back.gaps.map((gap) => gap.reason)).toEqual(["overflow"]);
    expect(back.texts.length + (back.gaps[0]?.count ?? 0)).toBe(sent);
    back.leave();
  });
});

test("T48 any line is one line of one frame", async () => {
  const hostile = [
    "a\n\nevent: x\ndata: {}",
    "b\r\rdata: y",
    "c\u2028d\u2029",
    "\u0000\u001b[31m",
    'quote " \\ ',
    "",
  ];
  upstream.file.push(...hostile);
  const viewer = watch();
  await waitUntil("it is open", () => viewer.states.includes("open"));
  expect(viewer.texts).toEqual(hostile);
  upstream.write("x".repeat(1_000_000), "next");
  await waitUntil("the long one passed", () => viewer.texts.includes("next"));
  const long = viewer.lines.at(-2);
  expect(long?.cut).toBe(true);
  expect(long?.text.length).toBe(65_536);
  upstream.raw('data: not json\n\n: comment\n\ndata: {"event":"sse_heartbeat"}\n\n');
  await waitUntil("it is shown as it came", () => viewer.texts.includes("not json"));
  viewer.leave();
});

test("T50 nothing stays open upstream after two thousand viewers", async () => {
  for (let round = 0; round < 40; round += 1) {
    const viewers = Array.from({ length: 50 }, () => watch());
    await Promise.resolve();
    for (const viewer of viewers) viewer.leave();
  }
  await waitUntil("all is closed", () => hub.openCount === 0 && upstream.openCount === 0);
});

test("topics other than logs are not opened", () => {
  expect(hub.watch("fleet", () => undefined)).toBeUndefined();
  expect(hub.watch(chromiumLog, () => undefined)).toBeDefined();
});
