import fc from "fast-check";
import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fakes/live-stream-fakes.ts";
import { ScriptedLogPort } from "../../../tests/support/fakes/scripted-log-port.ts";
import { isoTime } from "../../clock.ts";
import { SilentStream } from "./heartbeat-watch.ts";
import { LogSource } from "./log-source.ts";

/** A log that is followed, and what a viewer who keeps up has received of it. */
class Followed {
  readonly clock = new FakeClock();
  readonly port = new ScriptedLogPort();
  readonly source = new LogSource({ sessionId: "s", log: { source: "path", path: "/a.log" } }, "e", {
    port: this.port,
    clock: this.clock,
    random: () => 0,
    habits: { endsFiles: false },
  });
  readonly texts: string[] = [];
  readonly gaps: (number | null)[] = [];
  #takenId = this.source.ring.startId;

  constructor() {
    this.source.subscribe(() => this.#take());
    this.source.start();
  }

  #take(): void {
    for (const { id, kind, json } of this.source.ring.after(this.#takenId, Number.POSITIVE_INFINITY)) {
      this.#takenId = id;
      const { text, count } = JSON.parse(json);
      if (kind === "line") this.texts.push(text);
      else this.gaps.push(count);
    }
  }

  /** Lets what is due happen. */
  readonly pass = (ms = 0) => this.clock.advance(ms);

  /** The upstream sends all that it has, until nothing is missing or `rounds` have passed. */
  async catchUp(rounds = 30): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      this.port.send("history", Number.POSITIVE_INFINITY);
      this.port.send("follow", Number.POSITIVE_INFINITY);
      await this.pass(500);
      if (this.source.state.state === "open" && this.texts.at(-1) === this.port.file.at(-1)) return;
    }
  }
}

/** Numbers of the lines that were received more than once, or after a later one. */
const damage = (texts: readonly string[]) => {
  const numbers = texts.map((text) => Number(text.slice("line ".length)));
  return numbers.filter((number, at) => at > 0 && number <= (numbers[at - 1] ?? 0));
};

/** The log is open, and empty. */
async function opened(): Promise<Followed> {
  const followed = new Followed();
  await followed.pass();
  await followed.catchUp();
  expect(followed.source.state.state).toBe("open");
  return followed;
}

test("T47 T53 lines followed before a cut are not repeated after a history that is read again without them", async () => {
  const followed = await opened();
  const { port, pass } = followed;
  port.write(10);
  await followed.catchUp();
  port.cut("follow");
  await pass(300);
  port.write(500);
  port.send("history", 200);
  port.send("follow", 500);
  await pass();
  // The connection of the history breaks a moment before the other one.
  port.cut("history");
  await pass();
  port.cut("follow");
  port.write(6_000);
  await pass(300);
  await followed.catchUp();
  expect(damage(followed.texts)).toEqual([]);
  expect(followed.texts).toEqual(port.file);
  expect(followed.gaps.filter((count) => count !== 0)).toEqual([]);
});

const lines = fc.integer({ min: 1, max: 3_000 });
const step = fc.oneof(
  fc.record({ kind: fc.constant("write" as const), lines }),
  fc.record({ kind: fc.constant("follow" as const), lines }),
  fc.record({ kind: fc.constant("history" as const), lines: fc.integer({ min: 1, max: 6_000 }) }),
  fc.record({
    kind: fc.constant("cut" as const),
    order: fc.shuffledSubarray(["follow", "history"] as const),
  }),
  fc.record({ kind: fc.constant("pass" as const), ms: fc.constantFrom(0, 10, 100, 300) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The followers break while they are behind a history that goes on. */
const cutWhileBehind: Step[] = [
  { kind: "cut", order: ["follow"] },
  { kind: "pass", ms: 300 },
  { kind: "write", lines: 1 },
  { kind: "follow", lines: 1 },
  { kind: "write", lines: 4_000 },
  { kind: "cut", order: ["follow"] },
  { kind: "pass", ms: 0 },
];

/** Followers get a line at most two waits after it was written. */
async function take(followed: Followed, one: Step, due: number): Promise<number> {
  const { port, pass } = followed;
  if (one.kind === "write") port.write(one.lines);
  else if (one.kind === "pass") {
    port.sendUpTo("follow", due);
    await pass(one.ms);
    return port.file.length;
  } else if (one.kind === "cut") {
    for (const kind of one.order) {
      port.cut(kind);
      await pass();
    }
  } else port.send(one.kind, one.lines);
  return due;
}

test("the gap of a stream that fell silent begins with its silence, not when that was noticed", async () => {
  const followed = await opened();
  const { clock, port, pass, source } = followed;
  port.write(10);
  await followed.catchUp();
  const sinceMs = clock.nowMs();
  await pass(60_000);
  port.cut("follow", new SilentStream("silent", sinceMs));
  await pass();
  port.write(1);
  await followed.catchUp();
  const gaps = source.ring
    .after(source.ring.startId, Number.POSITIVE_INFINITY)
    .flatMap(({ kind, json }) => (kind === "gap" ? [JSON.parse(json)] : []));
  expect(gaps).toMatchObject([{ reason: "disconnected", from: isoTime(sinceMs) }]);
});

test("T47 T53 whatever breaks at whatever moment, no line is repeated, and none is missing without a gap", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const followed = await opened();
      let due = 0;
      for (const one of steps) due = await take(followed, one, due);
      followed.port.write(1);
      await followed.catchUp();
      expect(damage(followed.texts)).toEqual([]);
      if (!followed.gaps.includes(null)) expect(followed.texts).toEqual(followed.port.file);
      expect(followed.texts.at(-1)).toBe(followed.port.file.at(-1));
      followed.source.stop();
    }),
    { numRuns: 30, examples: [[cutWhileBehind]] },
  );
});

test("long lines that are followed far behind the history are received once", async () => {
  const followed = await opened();
  const { port, pass } = followed;
  port.write(1);
  await followed.catchUp();
  port.cut("follow");
  await pass(300);
  port.write(400, 60_000);
  port.send("follow", 290);
  await pass();
  port.send("history", 400);
  await pass();
  await followed.catchUp();
  expect(followed.texts.map((text) => text.trimEnd())).toEqual(port.file.map((text) => text.trimEnd()));
  expect(followed.gaps.filter((count) => count !== 0)).toEqual([]);
});
