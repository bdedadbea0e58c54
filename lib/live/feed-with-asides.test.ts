import { expect, it } from "vitest";
import { ScriptedLogFeed } from "../../tests/support/component/scripted-log-feed.ts";
import { FakeClock } from "../../tests/support/fakes/live-stream-fakes.ts";
import { paces } from "../paces.ts";
import { feedWithAsides } from "./feed-with-asides.ts";
import type { FeedEvent, FeedLine, LogFeed } from "./log-feed.ts";

/** A feed of the lines so far, in the same milliseconds as those of a `ScriptedLogFeed`, and of later ones. */
class Asides implements LogFeed {
  readonly state = { log: "ended", reason: null, beginsAt: null, connection: "connected" } as const;
  #listener: ((event: FeedEvent) => void) | undefined;
  #lines: FeedLine[] = [];

  say(atMs: number, text: string): void {
    const line = { id: this.#lines.length + 1, at: new Date(atMs).toISOString(), text };
    this.#lines = [...this.#lines, line];
    this.#listener?.({ kind: "lines", epoch: "asides", lines: [line] });
  }
  subscribe(listener: (event: FeedEvent) => void): () => void {
    this.#listener = listener;
    if (this.#lines.length > 0) listener({ kind: "lines", epoch: "asides", lines: this.#lines });
    return () => {
      this.#listener = undefined;
    };
  }
  get isRead(): boolean {
    return this.#listener !== undefined;
  }
}

function open(prepare: (asides: Asides, log: ScriptedLogFeed) => void = () => {}) {
  const clock = new FakeClock();
  const log = new ScriptedLogFeed();
  const asides = new Asides();
  prepare(asides, log);
  const feed = feedWithAsides(log, [asides], clock);
  const seen: string[] = [];
  const lines: FeedLine[] = [];
  const end = feed.subscribe((event) => {
    if (event.kind === "lines") {
      lines.push(...event.lines);
      seen.push(...event.lines.map(({ text }) => text));
    } else seen.push(event.kind === "state" ? `is ${feed.state.log}` : event.kind);
  });
  return { clock, log, asides, feed, seen, lines, end };
}

it("has the lines of both in order of time, none with a source, and the state of the log after its lines", () => {
  const { log, feed, seen, lines } = open((asides, own) => asides.say(own.atMs(2) + 5, "502"));
  log.say(["step 1", "step 2"]);
  expect(seen).toEqual(["step 1", "step 2"]);
  log.say(["step 3"]);
  log.become("ended");
  expect(seen).toEqual(["step 1", "step 2", "502", "step 3", "is ended"]);
  expect(lines.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  expect(lines.some((line) => "source" in line)).toBe(false);
  expect(feed.sources).toBeUndefined();
});

it("shows a line of the log at once, although nothing else happens", () => {
  const { log, seen } = open();
  log.become("open");
  log.say(["step 1"]);
  expect(seen).toEqual(["is open", "step 1"]);
});

it("shows what happens beside a silent log after a moment, and before its end", async () => {
  const { clock, log, asides, seen } = open();
  log.become("open");
  asides.say(log.atMs(1), "502");
  expect(seen).toEqual(["is open"]);
  await clock.advance(paces.deadlines.olderLinesMs);
  expect(seen).toEqual(["is open", "502"]);
  asides.say(log.atMs(2), "503");
  log.become("ended");
  expect(seen).toEqual(["is open", "502", "503", "is ended"]);
});

it("has the gaps of the log, and reads nothing after its end", () => {
  const { log, asides, seen, end } = open();
  log.become("open");
  log.say(["step 1"]);
  log.addMissingLines(4);
  log.say(["step 6"]);
  expect(seen).toEqual(["is open", "step 1", "gap", "step 6"]);
  end();
  expect(asides.isRead).toBe(false);
});
