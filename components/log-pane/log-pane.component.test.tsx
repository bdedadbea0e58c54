// Keys of a log pane while lines arrive faster than they can be read.
import { useState } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { lineHash } from "@/lib/live/line-hash";
import type { LogFeed } from "@/lib/live/log-feed";
import { createTimeLock } from "@/lib/live/time-lock";
import { renderView } from "@/tests/support/component/render-view";
import { ScriptedLogFeed } from "@/tests/support/component/scripted-log-feed";
import { LogPane, type LogPaneProps } from "./log-pane.tsx";

const formatTime = (ms: number) => new Date(ms).toISOString();

/** A log of numbered lines: `line 1`, `line 2` and so on. */
class NumberedLog extends ScriptedLogFeed {
  add(count: number): void {
    this.say(Array.from({ length: count }, (_, index) => `line ${this.count + index + 1}`));
  }
  /** Adds lines continuously until the test ends. */
  flood(): void {
    const timer = setInterval(() => this.add(40), 4);
    onTestFinished(() => clearInterval(timer));
  }
}

/** A pane, with a button that shows the log `other` in it. */
function Pane({ feed, other, ...props }: Partial<LogPaneProps> & { feed: LogFeed; other?: LogFeed }) {
  const [shown, setShown] = useState(feed);
  return (
    <div style={{ height: 500, display: "flex" }}>
      <LogPane
        ofId="inv-1"
        title="numbers"
        feed={shown}
        formatTime={formatTime}
        tools={
          other === undefined ? null : (
            <button type="button" onClick={() => setShown(other)}>
              Other log
            </button>
          )
        }
        {...props}
      />
    </div>
  );
}

async function open(
  feed: NumberedLog,
  props: Omit<Partial<LogPaneProps>, "feed"> & { other?: NumberedLog } = {},
) {
  const screen = await renderView(<Pane feed={feed} {...props} />);
  const log = screen.getByRole("log");
  const element = log.element();
  if (!(element instanceof HTMLElement)) throw new Error("the log is not an HTML element");
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
    /** Numbers of the fully visible lines. */
    seen: () => rows().map(numberOf),
    /** Number of the active line, NaN without one; counts only while it is visible. */
    activeLineNumber: () => numberOf(rows().find((row) => row.getAttribute("data-emphasis") === "active")),
    following: screen.getByRole("status").filter({ hasText: "following" }),
    paused: screen.getByRole("button", { name: /^(?:Paused|To the end)/ }),
  };
}

/** A pane that follows a log and shows the last of its 3,000 lines. */
async function openFilled() {
  const feed = new NumberedLog();
  const pane = await open(feed);
  feed.become("open");
  feed.add(3_000);
  await expect.poll(() => pane.seen().at(-1)).toBe(3_000);
  return { feed, pane };
}

test("the last lines of a flood are drawn", async () => {
  const { feed, pane } = await openFilled();
  feed.add(1_000);
  feed.add(1_000);
  await expect.poll(() => pane.seen().at(-1)).toBe(5_000);
});

test("a flood is drawn without rows beyond the window, which are drawn once no more lines come", async () => {
  const feed = new NumberedLog();
  const pane = await open(feed);
  const counts = new Set<number>();
  const drawnRows = () => pane.element.querySelectorAll("[data-row]").length;
  const observer = new MutationObserver(() => {
    if (/line 3000$/.test(pane.element.textContent)) counts.add(drawnRows());
  });
  observer.observe(pane.element, { subtree: true, childList: true, characterData: true, attributes: true });
  onTestFinished(() => observer.disconnect());
  feed.become("open");
  feed.add(3_000);
  await expect.poll(() => counts.size).toBe(2);
  const [inFlood = 0, atRest = 0] = counts;
  expect(atRest).toBe(inFlood + 6);
  expect(pane.seen().at(-1)).toBe(3_000);
});

/**
 * Selects from the middle of one visible line to the middle of the next but one with the mouse; more lines arrive before
 * the button is released. Returns the selected text before and after.
 */
async function selectLines(pane: Awaited<ReturnType<typeof open>>, arrive: () => unknown) {
  pane.element.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "mouse" }));
  const lines = pane.seen().slice(-8, -5);
  const [first, last] = [lines[0], lines[2]].map((number) => pane.getByText(`line ${number}`).element());
  const [from, to] = [first?.firstChild, last?.firstChild];
  if (from == null || to == null) throw new Error("no lines to select");
  window.getSelection()?.setBaseAndExtent(from, 2, to, 3);
  const selected = () => String(window.getSelection());
  const before = { text: selected(), seen: pane.seen() };
  expect(before.text).toContain(`line ${lines[1]}`);
  await arrive();
  window.dispatchEvent(new PointerEvent("pointerup", { pointerType: "mouse" }));
  await expect.element(pane.paused).toBeVisible();
  return { before, after: () => ({ text: selected(), seen: pane.seen() }) };
}

test.each([40, 1_000])("selected lines stay selected where %i arrive meanwhile", async (count) => {
  const { feed, pane } = await openFilled();
  const { before, after } = await selectLines(pane, () => feed.add(count));
  expect(after()).toEqual(before);
  await expect.poll(() => pane.paused.element().textContent).toContain(count.toLocaleString("en"));
  expect(after()).toEqual(before);
});

test("selected lines of a flood stay selected", async () => {
  const feed = new NumberedLog();
  const pane = await open(feed);
  feed.become("open");
  feed.add(3_000);
  feed.flood();
  await expect.poll(() => pane.seen().at(-1)).toBeGreaterThan(3_000);
  const { before, after } = await selectLines(pane, async () => {
    const { count } = feed;
    await expect.poll(() => feed.count).toBeGreaterThan(count + 1_000);
  });
  expect(after()).toEqual(before);
});

test("selected lines stay selected in a pane that was paused before, and in one that is", async () => {
  const { feed, pane } = await openFilled();
  pane.element.scrollTop = pane.element.scrollHeight / 2;
  await expect.element(pane.paused).toBeVisible();
  await expect.poll(() => pane.seen()).toContain(1_510);
  const paused = await selectLines(pane, () => feed.add(1_000));
  expect(paused.after()).toEqual(paused.before);
  window.getSelection()?.removeAllRanges();
  await pane.paused.click();
  await expect.poll(() => pane.seen().at(-1)).toBe(4_000);
  const followed = await selectLines(pane, () => feed.add(1_000));
  expect(followed.after()).toEqual(followed.before);
});

test("a paused pane keeps the lines that it shows where the mouse is pressed on its way to the end", async () => {
  const { feed, pane } = await openFilled();
  pane.element.scrollTop = pane.element.scrollHeight / 2;
  await expect.element(pane.paused).toBeVisible();
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const toLast = async () => {
    pane.element.scrollTop -= 100;
    await frame();
    await frame();
    pane.element.scrollTop = pane.element.scrollHeight;
    await frame();
    await frame();
    return pane.seen().at(-1);
  };
  pane.element.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "mouse" }));
  onTestFinished(() => void window.dispatchEvent(new PointerEvent("pointerup", { pointerType: "mouse" })));
  feed.add(100);
  await expect.poll(toLast).toBe(3_100);
  await expect.poll(async () => [await toLast(), pane.following.elements().length]).toEqual([3_100, 1]);
});

test("every key works while lines arrive fast", async () => {
  const feed = new NumberedLog();
  const pane = await open(feed);
  feed.become("open");
  feed.add(3_000);
  feed.flood();
  await expect.poll(() => pane.seen().at(-1)).toBeGreaterThan(3_000);
  pane.element.focus();
  for (let turn = 0; turn < 2; turn += 1) {
    await userEvent.keyboard("{End}{Home}");
    await expect.poll(pane.activeLineNumber).toBe(1);
    await userEvent.keyboard("{ArrowDown>5/}jjj{ArrowUp}");
    await expect.poll(pane.activeLineNumber).toBe(8);
    await userEvent.keyboard("{PageDown}{PageDown}");
    await expect.poll(pane.activeLineNumber).toBeGreaterThan(8 + 2 * 15);
    await userEvent.keyboard("{PageUp}{PageUp}");
    await expect.poll(pane.activeLineNumber).toBe(8);
    await userEvent.keyboard("{End}");
    await expect.element(pane.following).toBeVisible();
    const newest = pane.seen().at(-1) ?? 0;
    await expect.poll(() => pane.seen().at(-1)).toBeGreaterThan(newest);
    await userEvent.keyboard("{PageUp}{PageUp}{PageUp}");
    await expect.element(pane.paused).toBeVisible();
    await expect.poll(pane.activeLineNumber).toBeGreaterThan(0);
    await userEvent.keyboard(" ");
    await expect.element(pane.following).toBeVisible();
  }
});

test("at the end of the rows shown each key continues by its lines into the waiting ones", async () => {
  const feed = new NumberedLog();
  const pane = await open(feed);
  feed.become("open");
  feed.add(100);
  await expect.poll(() => pane.seen().at(-1)).toBe(100);
  pane.element.focus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.poll(pane.activeLineNumber).toBe(100);
  for (const expected of [101, 102, 103]) {
    feed.add(1);
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(pane.activeLineNumber).toBe(expected);
  }
  feed.add(100);
  const rows = Math.floor(pane.element.clientHeight / 18) - 1;
  await userEvent.keyboard("{PageDown}");
  await expect.poll(pane.activeLineNumber).toBe(103 + rows);
});

test("End holds although another view moved at the same moment", async () => {
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

test("Home moves the other views also when the first row has no timestamp", async () => {
  const feed = new NumberedLog();
  const lock = createTimeLock();
  const moments: (number | undefined)[] = [];
  lock.join({}, (ms) => moments.push(ms));
  const pane = await open(feed, { timeLock: { lock, skewMs: 0 } });
  feed.become("open");
  feed.addMissingLines(10);
  feed.add(300);
  await expect.poll(() => pane.seen().at(-1)).toBe(310);
  pane.element.focus();
  await userEvent.keyboard("{Home}");
  await expect.poll(() => moments).toEqual([feed.atMs(11)]);
});

test("a linked line is found and stays although lines arrive fast", async () => {
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

test("the keyboard goes on from a linked line, unless it is elsewhere already", async () => {
  const target = { at: new NumberedLog().at(20), hash: lineHash("line 20") };
  const feed = new NumberedLog();
  const pane = await open(feed, { target });
  feed.become("open");
  feed.add(40);
  await expect.element(pane.getByRole("log")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(pane.activeLineNumber).toBe(21);
  await pane.unmount();

  const later = new NumberedLog();
  const other = await open(later, { target });
  await other.getByRole("button", { name: /^Levels/ }).click();
  await expect.element(other.getByRole("menu")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  later.become("open");
  later.add(40);
  await expect.poll(other.seen).toContain(20);
  await expect.element(other.getByRole("button", { name: /^Levels/ })).toHaveFocus();
});

test.each([
  ["goes on", "", true],
  ["stays where it is", "/elsewhere", false],
])("the keyboard %s from a link to the line that has the focus: %s", async (_, href, isTaken) => {
  const target = { at: new NumberedLog().at(20), hash: lineHash("line 20") };
  const feed = new NumberedLog();
  const pane = await open(feed, { target, tools: <a href={href}>Line 20</a> });
  const link = pane.getByRole("link", { name: "Line 20" });
  link.element().focus();
  feed.become("open");
  feed.add(40);
  await expect.poll(pane.seen).toContain(20);
  await expect.element(isTaken ? pane.getByRole("log") : link).toHaveFocus();
});

test("ids of sessions and invocations in a line are links, also beside a match", async () => {
  const feed = new NumberedLog();
  const pane = await open(feed, { hrefOfId: ({ kind, id }) => `/${kind}s/${id}` });
  feed.become("open");
  const [session, invocation] = ["ptrvsc6dkyun3i3vcxtzpjh4", "u61r9xcj63dxq47o6wixk3nm"];
  feed.say([`session ${session} of invocation ${invocation}`]);
  const link = (name: string) => pane.getByRole("link", { name });
  await expect.element(link(session)).toHaveAttribute("href", `/sessions/${session}`);
  await expect.element(link(invocation)).toHaveAttribute("href", `/invocations/${invocation}`);
  pane.element.focus();
  await userEvent.keyboard("{Control>}f{/Control}");
  await userEvent.keyboard("session");
  await expect.element(pane.getByText("session", { exact: true })).toBeVisible();
  await expect.element(link(session)).toHaveAttribute("href", `/sessions/${session}`);
});

test("a gap is told in full in a pane of any width, and a log that cannot be read yet is not called empty", async () => {
  onTestFinished(() => page.viewport(1440, 900));
  const feed = new NumberedLog();
  const pane = await open(feed);
  await expect.element(pane.getByRole("status").filter({ hasText: "connecting" })).toBeVisible();
  expect(pane.element.textContent).not.toContain("No lines yet");
  feed.become("open");
  await expect.element(pane.getByText("No lines yet")).toBeVisible();
  feed.add(3);
  feed.addMissingLines(40);
  feed.add(3);
  const gap = pane.getByText(/^The dashboard's buffer was full · 40 lines are missing/);
  for (const width of [390, 560, 1440]) {
    await page.viewport(width, 844);
    await expect.poll(() => gap.element().scrollWidth - gap.element().clientWidth).toBeLessThanOrEqual(0);
  }
});

test("another log in the same pane is followed, with the search but no row of the one before", async () => {
  const [first, second] = [new NumberedLog(), new NumberedLog()];
  const pane = await open(first, { other: second });
  first.become("open");
  first.add(300);
  await expect.poll(() => pane.seen().at(-1)).toBe(300);
  pane.element.focus();
  await userEvent.keyboard("{Home}");
  await expect.poll(pane.activeLineNumber).toBe(1);
  await userEvent.keyboard("{Control>}f{/Control}");
  await userEvent.keyboard("line{Enter}");
  await expect.element(pane.paused).toBeVisible();
  await pane.getByRole("button", { name: "Other log" }).click();
  second.become("open");
  second.add(500);
  await expect.element(pane.following).toBeVisible();
  await expect.poll(() => pane.seen().at(-1)).toBe(500);
  expect(pane.element.querySelector("[data-emphasis=active]")).toBeNull();
  await expect.element(pane.getByLabelText("Find in this log")).toHaveValue("line");
});
