// The keys of a log pane while lines come in faster than anybody reads.
import { expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import { lineHash } from "@/lib/live/line-hash";
import type { FeedEvent, FeedState, LogFeed } from "@/lib/live/log-feed";
import { createTimeLock } from "@/lib/live/time-lock";
import { renderView } from "@/tests/support/component/render-view";
import { LogPane, type LogPaneProps } from "./log-pane.tsx";

const startMs = Date.UTC(2026, 10, 21, 3, 0, 0);
const atMs = (number: number) => startMs + number * 10;
const formatTime = (ms: number) => new Date(ms).toISOString();

/** A log of numbered lines: `line 1`, `line 2` and so on, ten milliseconds apart. */
class NumberedLog implements LogFeed {
  state: FeedState = { log: "connecting", reason: null, beginsAt: null, connection: "connected" };
  #listeners = new Set<(event: FeedEvent) => void>();
  #said = 0;

  subscribe(listener: (event: FeedEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  become(log: FeedState["log"]): void {
    this.state = { ...this.state, log };
    this.#tell({ kind: "state" });
  }
  add(count: number): void {
    const lines = Array.from({ length: count }, () => {
      this.#said += 1;
      const at = new Date(atMs(this.#said)).toISOString();
      return { id: this.#said, at, text: `line ${this.#said}` };
    });
    this.#tell({ kind: "lines", epoch: "one", lines });
  }
  /** Says that the first `count` lines are missing. */
  miss(count: number): void {
    this.#said += count;
    const to = new Date(atMs(count)).toISOString();
    this.#tell({
      kind: "gap",
      epoch: "one",
      gap: { id: count, reason: "overflow", count, from: null, to },
    });
  }
  /** Adds lines without a pause until the test ends. */
  flood(): void {
    const timer = setInterval(() => this.add(40), 4);
    onTestFinished(() => clearInterval(timer));
  }
  #tell(event: FeedEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

async function open(feed: NumberedLog, props: Partial<LogPaneProps> = {}) {
  const screen = await renderView(
    <div style={{ height: 500, display: "flex" }}>
      <LogPane title="numbers" feed={feed} formatTime={formatTime} {...props} />
    </div>,
  );
  const log = screen.getByRole("log");
  const element = log.element();
  if (!(element instanceof HTMLElement)) throw new Error("the log is no element of the page");
  const rows = () => {
    const box = element.getBoundingClientRect();
    return [...element.querySelectorAll("[data-row]")].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= box.top - 1 && bottom <= box.bottom + 1;
    });
  };
  const numberOf = (row: Element | null | undefined) =>
    Number(/line (\d+)/.exec(row?.textContent ?? "")?.[1]);
  return {
    ...screen,
    element,
    /** Numbers of the lines that are wholly in sight. */
    seen: () => rows().map(numberOf),
    /** Number of the line the operator stands at, NaN where they stand at none; it counts only in sight. */
    standsAt: () => numberOf(rows().find((row) => row.getAttribute("data-stance") === "active")),
    following: screen.getByRole("status").filter({ hasText: "following" }),
    paused: screen.getByRole("button", { name: /^Paused/ }),
  };
}

test("every key is obeyed while lines come in fast", async () => {
  const feed = new NumberedLog();
  const pane = await open(feed);
  feed.become("open");
  feed.add(3_000);
  feed.flood();
  await expect.poll(() => pane.seen().at(-1)).toBeGreaterThan(3_000);
  pane.element.focus();
  for (let turn = 0; turn < 2; turn += 1) {
    await userEvent.keyboard("{End}{Home}");
    await expect.poll(pane.standsAt).toBe(1);
    await userEvent.keyboard("{ArrowDown>5/}jjj{ArrowUp}");
    await expect.poll(pane.standsAt).toBe(8);
    await userEvent.keyboard("{PageDown}{PageDown}");
    await expect.poll(pane.standsAt).toBeGreaterThan(8 + 2 * 15);
    await userEvent.keyboard("{PageUp}{PageUp}");
    await expect.poll(pane.standsAt).toBe(8);
    await userEvent.keyboard("{End}");
    await expect.element(pane.following).toBeVisible();
    const newest = pane.seen().at(-1) ?? 0;
    await expect.poll(() => pane.seen().at(-1)).toBeGreaterThan(newest);
    await userEvent.keyboard("{PageUp}{PageUp}{PageUp}");
    await expect.element(pane.paused).toBeVisible();
    await expect.poll(pane.standsAt).toBeGreaterThan(0);
    await userEvent.keyboard(" ");
    await expect.element(pane.following).toBeVisible();
  }
});

test("at the end of what is shown each key goes on by its lines into what waits", async () => {
  const feed = new NumberedLog();
  const pane = await open(feed);
  feed.become("open");
  feed.add(100);
  await expect.poll(() => pane.seen().at(-1)).toBe(100);
  pane.element.focus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.poll(pane.standsAt).toBe(100);
  for (const expected of [101, 102, 103]) {
    feed.add(1);
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(pane.standsAt).toBe(expected);
  }
  feed.add(100);
  const rows = Math.floor(pane.element.clientHeight / 18) - 1;
  await userEvent.keyboard("{PageDown}");
  await expect.poll(pane.standsAt).toBe(103 + rows);
});

test("End holds although another view moved in the same moment", async () => {
  const feed = new NumberedLog();
  const lock = createTimeLock();
  const pane = await open(feed, { timeLock: { lock, skewMs: 0 } });
  feed.become("open");
  feed.add(300);
  await expect.poll(() => pane.seen().at(-1)).toBe(300);
  lock.move({}, atMs(50));
  await expect.poll(() => pane.seen()).toContain(50);
  lock.move({}, atMs(60));
  pane.element.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true, cancelable: true }));
  await expect.element(pane.following).toBeVisible();
  feed.add(1);
  await expect.poll(() => pane.seen().at(-1)).toBe(301);
  await expect.element(pane.following).toBeVisible();
});

test("Home moves the other views also where the first row has no time of its own", async () => {
  const feed = new NumberedLog();
  const lock = createTimeLock();
  const heard: (number | undefined)[] = [];
  lock.join({}, (ms) => heard.push(ms));
  const pane = await open(feed, { timeLock: { lock, skewMs: 0 } });
  feed.become("open");
  feed.miss(10);
  feed.add(300);
  await expect.poll(() => pane.seen().at(-1)).toBe(310);
  pane.element.focus();
  await userEvent.keyboard("{Home}");
  await expect.poll(() => heard).toEqual([atMs(11)]);
});

test("a link's line is found and stays although lines come in fast", async () => {
  const feed = new NumberedLog();
  const pane = await open(feed, {
    target: { at: new Date(atMs(2_000)).toISOString(), hash: lineHash("line 2000") },
  });
  feed.become("open");
  feed.add(3_000);
  feed.flood();
  await expect.element(pane.paused).toBeVisible();
  await expect.poll(() => pane.seen()).toContain(2_000);
});
