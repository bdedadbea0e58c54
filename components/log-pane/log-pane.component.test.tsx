// The keys of a log pane while lines come in faster than anybody reads.
import { expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import { lineHash } from "@/lib/live/line-hash";
import { createTimeLock } from "@/lib/live/time-lock";
import { renderView } from "@/tests/support/component/render-view";
import { ScriptedFeed } from "@/tests/support/component/scripted-feed";
import { LogPane, type LogPaneProps } from "./log-pane.tsx";

const formatTime = (ms: number) => new Date(ms).toISOString();

/** A log of numbered lines: `line 1`, `line 2` and so on. */
class NumberedLog extends ScriptedFeed {
  add(count: number): void {
    this.say(Array.from({ length: count }, (_, index) => `line ${this.count + index + 1}`));
  }
  /** Adds lines without a pause until the test ends. */
  flood(): void {
    const timer = setInterval(() => this.add(40), 4);
    onTestFinished(() => clearInterval(timer));
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
  lock.move({}, feed.atMs(50));
  await expect.poll(() => pane.seen()).toContain(50);
  lock.move({}, feed.atMs(60));
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
  await expect.poll(() => heard).toEqual([feed.atMs(11)]);
});

test("a link's line is found and stays although lines come in fast", async () => {
  const feed = new NumberedLog();
  const pane = await open(feed, {
    target: { at: feed.at(2_000), hash: lineHash("line 2000") },
  });
  feed.become("open");
  feed.add(3_000);
  feed.flood();
  await expect.element(pane.paused).toBeVisible();
  await expect.poll(() => pane.seen()).toContain(2_000);
});
