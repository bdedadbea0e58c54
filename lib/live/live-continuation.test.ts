import { describe, expect, it } from "vitest";
import type { LogGap } from "../bff/live.ts";
import { LiveContinuation } from "./live-continuation.ts";
import type { FeedEntries } from "./log-feed.ts";

const at = (number: number) => new Date(number * 1000).toISOString();
const gap = { reason: "slow", count: 4, from: null, to: at(1) } as const;

/** What is passed on: texts, gaps as their count in brackets; ids go on from one entry to the next. */
function continued(numberOf?: (text: string) => number | undefined) {
  const shown: string[] = [];
  const gaps: LogGap[] = [];
  let last: { epoch: string; id: number } | undefined;
  const continuation = new LiveContinuation((event) => {
    const entries = event.kind === "lines" ? event.lines : [event.gap];
    for (const entry of entries) {
      if (last !== undefined)
        expect({ epoch: event.epoch, id: entry.id }).toEqual({ ...last, id: last.id + 1 });
      last = { epoch: event.epoch, id: entry.id };
      shown.push("text" in entry ? entry.text : `[${entry.count ?? "?"}]`);
      if (!("text" in entry)) gaps.push(entry);
    }
  }, numberOf);
  /** A stream numbers its entries by itself. */
  const stream = (epoch: string, firstId: number, add: (event: FeedEntries) => void) => {
    let nextId = firstId;
    const next = () => {
      nextId += 1;
      return nextId - 1;
    };
    return {
      lines(...texts: readonly string[]) {
        const lines = texts.map((text) => ({ id: next(), text }));
        add({ kind: "lines", epoch, lines: lines.map((line) => ({ ...line, at: at(line.id) })) });
      },
      gap: (given: Partial<LogGap> = {}) =>
        add({ kind: "gap", epoch, gap: { ...gap, ...given, id: next() } }),
    };
  };
  const live = (epoch: string) => stream(epoch, 100, (event) => continuation.addLive(event));
  const first = live("e");
  return {
    shown,
    gaps,
    stored: stream("stored7", 1, (event) => continuation.addStored(event)).lines,
    live: first.lines,
    liveGap: first.gap,
    /** The live stream begins anew, as after a restart of the dashboard. */
    anew(epoch: string) {
      const again = live(epoch);
      again.gap({ reason: "expired", count: null });
      return again;
    },
    /** The same live stream is opened again, and numbers its entries from the first one it still has. */
    reopened() {
      continuation.reopen();
      return live("e");
    },
    join: () => continuation.join(),
    end: () => continuation.end(),
  };
}

it("passes over the live lines that are stored", () => {
  const { shown, stored, live, join } = continued();
  live("b", "c");
  stored("a", "b");
  stored("c");
  live("d");
  expect(shown).toEqual(["a", "b", "c"]);
  join();
  expect(shown).toEqual(["a", "b", "c", "d"]);
  live("e");
  expect(shown.at(-1)).toBe("e");
});

it("continues with nothing where the live stream is not ahead", () => {
  const { shown, stored, live, join } = continued();
  stored("a", "b", "c");
  live("b", "c");
  join();
  join();
  live("d");
  expect(shown).toEqual(["a", "b", "c", "d"]);
});

it("marks that lines may be missing where the live stream begins later", () => {
  const { shown, gaps, stored, live, join } = continued();
  stored("a", "b", "c");
  live("x", "y", "z");
  join();
  expect(shown).toEqual(["a", "b", "c", "[?]", "x", "y", "z"]);
  expect(gaps).toMatchObject([{ reason: "overflow", count: null, from: at(3), to: at(100) }]);
});

it("leaves out gaps before the first new line, which are stored, and passes on later ones", () => {
  const { shown, stored, live, liveGap, join } = continued();
  stored("a", "b");
  liveGap();
  live("a", "b");
  liveGap();
  live("c");
  liveGap();
  join();
  expect(shown).toEqual(["a", "b", "[4]", "c", "[4]"]);
});

it("has no gap where the live stream has no line yet", () => {
  const { shown, stored, live, liveGap, join } = continued();
  stored("a");
  liveGap();
  join();
  live("b");
  expect(shown).toEqual(["a", "b"]);
});

it("takes the last of equal lines", () => {
  const { shown, stored, live, join } = continued();
  stored("tick", "tick", "tick");
  live("tick", "tick", "tick", "tock");
  join();
  expect(shown).toEqual(["tick", "tick", "tick", "tock"]);
});

describe("a live stream that begins anew", () => {
  it("adds only the lines that are not shown, and no gap", () => {
    const { shown, stored, live, join, anew } = continued();
    stored("a", "b");
    live("b", "c");
    join();
    const { lines } = anew("f");
    lines("a", "b", "c", "d");
    expect(shown).toEqual(["a", "b", "c"]);
    join();
    lines("e");
    expect(shown).toEqual(["a", "b", "c", "d", "e"]);
    // Back at the first one.
    const back = anew("e");
    back.lines("a", "b", "c", "d", "e", "f");
    join();
    back.gap();
    expect(shown).toEqual(["a", "b", "c", "d", "e", "f", "[4]"]);
  });

  it("adds them to a log of which nothing is stored, whose ids stay as they are", () => {
    const { shown, live, liveGap, join, anew } = continued();
    join();
    liveGap();
    live("a", "b", "c");
    const { lines } = anew("f");
    lines("b", "c");
    lines("d");
    join();
    expect(shown).toEqual(["[4]", "a", "b", "c", "d"]);
  });

  it("has a gap where it begins after the lines shown, also with its next line", () => {
    const { shown, gaps, live, join, anew } = continued();
    join();
    live("a", "b", "c");
    const { lines } = anew("f");
    join();
    expect(shown).toEqual(["a", "b", "c", "[?]"]);
    expect(gaps).toMatchObject([{ reason: "expired", count: null, from: at(102), to: at(1) }]);
    lines("x");
    anew("g").lines("y", "z");
    join();
    expect(shown).toEqual(["a", "b", "c", "[?]", "x", "[?]", "y", "z"]);
  });

  it("has one where it begins with a line that the log has again and again", () => {
    const { shown, live, join, anew } = continued();
    join();
    live("a", "tick", "b", "tick");
    anew("f").lines("tick", "x", "y");
    join();
    expect(shown).toEqual(["a", "tick", "b", "tick", "[?]", "tick", "x", "y"]);
  });

  it("has none where the log had ended", () => {
    const { shown, live, join, anew, end } = continued();
    join();
    live("a", "b", "c");
    end();
    anew("f").lines("x");
    join();
    expect(shown).toEqual(["a", "b", "c", "x"]);
    anew("g").lines("y");
    join();
    expect(shown.slice(4)).toEqual(["[?]", "y"]);
  });

  it("has one where the log had ended and its next lines are no longer there", () => {
    const { shown, live, join, anew, end } = continued();
    join();
    live("a", "b", "c");
    end();
    const { lines, gap: addGap } = anew("f");
    addGap({ reason: "overflow", count: 3_000 });
    lines("x");
    join();
    expect(shown).toEqual(["a", "b", "c", "[3000]", "x"]);
  });

  it("that does not have all lines yet passes over those that follow, and its own gaps before them", () => {
    const { shown, live, join, anew } = continued();
    join();
    live("a", "b", "c", "d", "e");
    const { lines, gap: addGap } = anew("f");
    lines("a", "b", "c");
    join();
    lines("d");
    addGap();
    lines("e", "f");
    addGap();
    expect(shown).toEqual(["a", "b", "c", "d", "e", "f", "[4]"]);
  });

  it("that does not have all lines yet shows its gap where another line follows", () => {
    const { shown, live, join, anew } = continued();
    join();
    live("a", "b", "c", "d", "e");
    const { lines, gap: addGap } = anew("f");
    lines("a", "b", "c");
    join();
    addGap();
    lines("d");
    addGap({ count: 7 });
    addGap({ count: 8 });
    lines("x", "y");
    expect(shown).toEqual(["a", "b", "c", "d", "e", "[7]", "[8]", "x", "y"]);
    // What was undecided of one stream is no matter of the next.
    const next = anew("g");
    next.lines("d", "e", "x");
    join();
    next.gap();
    const last = anew("h");
    last.lines("e", "x", "y");
    join();
    last.lines("z");
    expect(shown.slice(9)).toEqual(["z"]);
  });

  it("that goes on with another line shows all that follows, also lines like those shown", () => {
    const { shown, live, join, anew } = continued();
    join();
    live("a", "b", "c", "d", "e");
    const { lines } = anew("f");
    lines("a", "b", "c");
    join();
    lines("x", "e");
    expect(shown).toEqual(["a", "b", "c", "d", "e", "x", "e"]);
  });

  it("that is thousands of lines behind adds only what follows those shown", () => {
    const { shown, live, join, anew } = continued();
    const numbers = (first: number, end: number) =>
      Array.from({ length: end - first }, (_, index) => String(first + index));
    join();
    live(...numbers(1, 5_001));
    const { lines } = anew("f");
    lines(...numbers(1_001, 3_001));
    join();
    lines(...numbers(3_001, 5_002));
    expect(shown).toEqual(numbers(1, 5_002));
  });

  it("replaces what another one has begun with", () => {
    const { shown, live, join, anew } = continued();
    join();
    live("a", "b", "c");
    anew("f").lines("a", "b");
    anew("g").lines("a", "b", "c", "d");
    join();
    expect(shown).toEqual(["a", "b", "c", "d"]);
  });

  it("adds only the lines that are not shown where it is opened again as the same stream", () => {
    const { shown, live, join, end, reopened } = continued();
    join();
    live("a", "b");
    end();
    reopened().lines("a", "b", "c");
    expect(shown).toEqual(["a", "b"]);
    join();
    expect(shown).toEqual(["a", "b", "c"]);
  });

  it("waits until the stored lines were read", () => {
    const { shown, stored, live, join, anew } = continued();
    live("a", "b");
    anew("f").lines("a", "b", "c", "d");
    stored("a", "b", "c");
    join();
    expect(shown).toEqual(["a", "b", "c", "d"]);
  });
});

describe("numbered lines", () => {
  it("are shown once, whatever a stream begins with and whenever", () => {
    const { shown, stored, live, join, anew } = continued(Number);
    stored("1", "2", "3");
    join();
    live("1", "2");
    live("3", "4");
    const { lines, gap: addGap } = anew("f");
    lines("1", "2", "3");
    addGap();
    lines("4", "5");
    addGap();
    expect(shown).toEqual(["1", "2", "3", "4", "5", "[4]"]);
  });

  it("wait until the stored lines were read, also where a stream begins anew before that", () => {
    const { shown, stored, live, join, anew } = continued(Number);
    live("3");
    anew("f").lines("3", "4");
    stored("1", "2", "3");
    join();
    expect(shown).toEqual(["1", "2", "3", "4"]);
  });

  it("say how many are missing", () => {
    const { shown, gaps, live, join, anew } = continued(Number);
    join();
    live("4", "5");
    anew("f").lines("9", "10");
    expect(shown).toEqual(["4", "5", "[3]", "9", "10"]);
    expect(gaps).toMatchObject([{ reason: "expired", count: 3, from: at(101), to: at(101) }]);
  });
});
