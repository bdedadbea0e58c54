import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Clock, systemClock } from "@/lib/server/live/clock";
import { LogHub } from "@/lib/server/live/log-hub";
import { paces } from "@/lib/server/paces";
import { LogUpstream } from "../../support/log-upstream.ts";
import { until } from "../../support/until.ts";
import { chromiumLog, TestViewer } from "./viewer.ts";

// Almost every test waits for a batch or two; that lines are batched is tested with the live stream.
vi.mock("@/lib/server/paces", async (original) => {
  const { paces: usual, ...others } = await original<typeof import("@/lib/server/paces")>();
  return { ...others, paces: { ...usual, live: { ...usual.live, batchMs: 5 } } };
});

/** Waits are shortened by the same factor for all, so that a test of a minute takes less than a second. */
const hurry = 50;
const hurried: Clock = {
  ...systemClock,
  later: (delayMs, run) => systemClock.later(delayMs / hurry, run),
};

let upstream: LogUpstream;
let hub: LogHub;
let epochs = 0;
let noted: (readonly [sessionId: string, reason: string, count: number | null])[] = [];

const makeHub = (clock: Clock) =>
  new LogHub({
    port: upstream.port,
    clock,
    random: () => 0.5,
    noteGap: ({ sessionId }, { reason, count }) => void noted.push([sessionId, reason, count]),
    newEpoch: () => {
      epochs += 1;
      return `e${epochs}`;
    },
  });

beforeEach(async () => {
  upstream = await new LogUpstream().listen();
  hub = makeHub(hurried);
  noted = [];
});

afterEach(async () => {
  hub.close();
  await upstream.close();
});

const watch = (options = {}) => {
  const viewer = new TestViewer(hub, options);
  void viewer.read();
  return viewer;
};

describe("a log from its beginning", () => {
  test("shows what the file held, then what is written, each line once", async () => {
    upstream.file.push("one", "two", "three");
    const viewer = watch();
    await until("it is open", () => viewer.states.includes("open"));
    upstream.write("four", "five");
    await until("the new lines are there", () => viewer.texts.length === 5);
    expect(viewer.texts).toEqual(["one", "two", "three", "four", "five"]);
    expect(viewer.gaps).toEqual([]);
    viewer.leave();
  });

  test("lines written while the history is read are neither lost nor doubled", async () => {
    upstream.file.push("one", "two");
    upstream.beforeHistory = async () => {
      upstream.write("three", "four");
    };
    const viewer = watch();
    await until("it is open", () => viewer.states.includes("open"));
    upstream.write("five");
    await until("the newest line is there", () => viewer.texts.includes("five"));
    expect(viewer.texts).toEqual(["one", "two", "three", "four", "five"]);
    viewer.leave();
  });

  test("a history that never ends is left behind", async () => {
    upstream.historyNeverEnds = true;
    upstream.file.push("one");
    const viewer = watch();
    await until("it is open", () => viewer.states.includes("open"));
    expect(viewer.texts).toEqual(["one"]);
    viewer.leave();
  });

  test("a path that cannot be read is said once, however often it is tried", async () => {
    upstream.explanation = "no such file";
    const viewer = watch();
    const tries = () => upstream.asked.filter(({ follow }) => follow).length;
    await until("it was tried again", () => viewer.texts.length > 0 && tries() >= 3);
    expect(viewer.texts).toEqual(["no such file"]);
    expect(viewer.states.at(-1)).toBe("unavailable");
    upstream.explanation = undefined;
    await until("it opened", () => upstream.openCount === 1);
    upstream.write("a line", "another");
    await until("the lines are there", () => viewer.texts.includes("another"));
    expect(viewer.texts).toEqual(["no such file", "a line", "another"]);
    expect(viewer.states.at(-1)).toBe("open");
    viewer.leave();
  });
});

describe("T45 one upstream stream per source", () => {
  test("however many watch", async () => {
    const viewers = Array.from({ length: 20 }, () => watch());
    await until("all are open", () => viewers.every((viewer) => viewer.states.includes("open")));
    upstream.write("for all");
    await until("all have it", () => viewers.every((viewer) => viewer.texts.includes("for all")));
    expect(upstream.openCount).toBe(1);
    for (const viewer of viewers) viewer.leave();
  });

  test("it ends a while after the last viewer has left, not before", async () => {
    const viewer = watch();
    await until("it is open", () => upstream.openCount === 1);
    viewer.leave();
    await new Promise((resolve) => setTimeout(resolve, paces.logs.lingerMs / hurry / 3));
    expect(hub.openCount).toBe(1);
    await until("it is closed", () => upstream.openCount === 0 && hub.openCount === 0);
  });
});

type Entry = string | number | null;

const entriesOf = (viewer: TestViewer): Entry[] =>
  viewer.frames.flatMap((frame): Entry[] => {
    if (frame.kind === "lines") return frame.lines.map((line) => line.text);
    return frame.kind === "gap" ? [frame.gap.reason, frame.gap.count] : [];
  });

describe("T53 a break of the upstream", () => {
  test("is an entry between the lines, and the log goes on", async () => {
    const viewer = watch();
    await until("it is open", () => viewer.states.includes("open"));
    upstream.write("before");
    await until("the line is there", () => viewer.texts.includes("before"));
    upstream.cut();
    await until("it is open again", () => viewer.gaps.length === 1 && upstream.openCount === 1);
    upstream.write("after");
    await until("the line is there", () => viewer.texts.includes("after"));
    expect(entriesOf(viewer)).toEqual(["before", "disconnected", 0, "after"]);
    const [gap] = viewer.gaps;
    expect(Date.parse(gap?.to ?? "")).toBeGreaterThanOrEqual(Date.parse(gap?.from ?? ""));
    viewer.leave();
  });

  test("T47 lines written meanwhile follow the break, even if they all read the same", async () => {
    upstream.file.push("tick", "tick");
    const viewer = watch();
    await until("it is open", () => viewer.states.includes("open"));
    upstream.cut();
    upstream.write("tick", "tick", "tick");
    await until("they are there", () => viewer.texts.length >= 5);
    upstream.write("new");
    await until("the newest is there", () => viewer.texts.includes("new"));
    expect(entriesOf(viewer)).toEqual(["tick", "tick", "disconnected", 0, "tick", "tick", "tick", "new"]);
    viewer.leave();
  });

  test("T47 cut at any moment, over and over: every line once and in order", async () => {
    const viewer = watch();
    await until("it is open", () => viewer.states.includes("open"));
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
      await until("it was joined", () => viewer.gaps.length >= round && upstream.openCount === 1);
    }
    upstream.beforeHistory = async () => undefined;
    await until("all is there", () => viewer.texts.length >= written);
    expect(viewer.texts).toEqual(Array.from({ length: written }, (_, index) => `line ${index + 1}`));
    expect(viewer.gaps.every((gap) => gap.count === 0)).toBe(true);
    viewer.leave();
  });

  test("a file that was replaced meanwhile: its lines follow, what is missing is unknown", async () => {
    upstream.file.push("old 1", "old 2");
    const viewer = watch();
    await until("it is open", () => viewer.states.includes("open"));
    upstream.cut();
    upstream.file.splice(0, 2, "new 1", "new 2", "new 3");
    await until("it was joined", () => viewer.texts.includes("new 3"));
    expect(entriesOf(viewer)).toEqual(["old 1", "old 2", "disconnected", null, "new 1", "new 2", "new 3"]);
    viewer.leave();
  });

  test("T47 what an upstream said in the log's place does not double the log", async () => {
    upstream.file.push("one", "two");
    const viewer = watch();
    await until("it is open", () => viewer.states.includes("open"));
    upstream.explanation = "not now";
    upstream.cut();
    await until("it was said", () => viewer.texts.includes("not now"));
    upstream.file.push("three");
    upstream.explanation = undefined;
    await until("the log is back", () => viewer.texts.includes("three"));
    expect(viewer.texts).toEqual(["one", "two", "not now", "three"]);
    expect(viewer.gaps.every((gap) => gap.count === null)).toBe(true);
    viewer.leave();
  });

  test("a history that cannot be read leaves a break of unknown size, at the start as later", async () => {
    upstream.file.push("unseen");
    upstream.historyStatus = 500;
    const viewer = watch();
    await until("it is open", () => viewer.states.includes("open"));
    upstream.write("one");
    await until("the line is there", () => viewer.texts.includes("one"));
    upstream.cut();
    upstream.file.push("unseen too");
    await until("it is open again", () => viewer.gaps.length === 2 && upstream.openCount === 1);
    upstream.write("two");
    await until("the line is there", () => viewer.texts.includes("two"));
    expect(entriesOf(viewer)).toEqual(["disconnected", null, "one", "disconnected", null, "two"]);
    // Once each, however many watch.
    expect(noted.map(([, reason, count]) => [reason, count])).toEqual([
      ["disconnected", null],
      ["disconnected", null],
    ]);
    viewer.leave();
  });

  test("the end of the session is the end of the log", async () => {
    const viewer = watch();
    await until("it is open", () => viewer.states.includes("open"));
    upstream.write("one", "two");
    await until("the lines are there", () => viewer.texts.length === 2);
    upstream.status = 404;
    upstream.end();
    await until("it has ended", () => viewer.states.at(-1) === "ended");
    expect(viewer.gaps).toEqual([]);
    expect(hub.openCount).toBe(0);
    viewer.leave();
  });

  test("an upstream that fails is asked again until it answers", async () => {
    upstream.status = 500;
    upstream.file.push("kept");
    const viewer = watch();
    await until("it was tried", () => upstream.asked.length >= 3 && viewer.states.includes("reconnecting"));
    upstream.status = 200;
    await until("the history is there", () => viewer.texts.includes("kept"));
    viewer.leave();
  });
});

describe("T47 coming back", () => {
  test("with a cursor: nothing lost, nothing twice, over a hundred cuts", async () => {
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
        await until("it is open", () => upstream.openCount === 1 && viewer.states.includes("open"));
      upstream.write(...lines);
      // Left at any moment: before the lines, among them, after them.
      if (round % 3 > 0) await until("some came", () => viewer.texts.length > 0);
      viewer.leave();
      await new Promise((resolve) => setTimeout(resolve, round % 4));
      seen.push(...viewer.texts);
      expect(viewer.gaps).toEqual([]);
      cursor = viewer.cursor;
    }
    const last = watch({ cursor });
    await until("the rest is there", () => seen.length + last.texts.length >= written);
    last.leave();
    expect([...seen, ...last.texts]).toEqual(
      Array.from({ length: written }, (_, index) => `line ${index + 1}`),
    );
  });

  test("a cursor of another life of the ring is told so, then gets what there is", async () => {
    upstream.file.push("one");
    const viewer = watch({ cursor: { epoch: "gone", id: 7 } });
    await until("it is open", () => viewer.states.includes("open"));
    expect(viewer.gaps.map((gap) => gap.reason)).toEqual(["expired"]);
    expect(viewer.texts).toEqual(["one"]);
    viewer.leave();
  });

  test("after more lines than the ring holds: the gap counts exactly what is missing", async () => {
    const viewer = watch();
    await until("it is open", () => viewer.states.includes("open"));
    upstream.write("first");
    await until("the line is there", () => viewer.texts.length === 1);
    viewer.leave();
    const sent = 5000;
    upstream.write(...Array.from({ length: sent }, (_, index) => `n ${index}`));
    const probe = watch();
    await until("all were read", () => probe.texts.at(-1) === `n ${sent - 1}`);
    probe.leave();
    const back = watch({ cursor: viewer.cursor });
    await until("the newest is there", () => back.texts.at(-1) === `n ${sent - 1}`);
    expect(back.gaps.map((gap) => gap.reason)).toEqual(["overflow"]);
    expect(back.texts.length + (back.gaps[0]?.count ?? 0)).toBe(sent);
    back.leave();
  });
});

test("T48 whatever a line contains, it stays one line of one frame", async () => {
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
  await until("it is open", () => viewer.states.includes("open"));
  expect(viewer.texts).toEqual(hostile);
  upstream.write("x".repeat(1_000_000), "next");
  await until("the long one passed", () => viewer.texts.includes("next"));
  const long = viewer.lines.at(-2);
  expect(long?.cut).toBe(true);
  expect(long?.text.length).toBe(65_536);
  upstream.raw('data: not json\n\n: comment\n\ndata: {"event":"sse_heartbeat"}\n\n');
  await until("it is shown as it came", () => viewer.texts.includes("not json"));
  viewer.leave();
});

test("T50 two thousand viewers come and go: nothing stays open upstream", async () => {
  for (let round = 0; round < 40; round += 1) {
    const viewers = Array.from({ length: 50 }, () => watch());
    await Promise.resolve();
    for (const viewer of viewers) viewer.leave();
  }
  await until("all is closed", () => hub.openCount === 0 && upstream.openCount === 0);
});

test("topics that are no logs are not opened", () => {
  expect(hub.watch("fleet", () => undefined)).toBeUndefined();
  expect(hub.watch(chromiumLog, () => undefined)).toBeDefined();
});
