// A log that is read: by level, by words, by highlight, by line, from both ends, and shared by a link.
import "@/tests/support/component/fast-paces.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sessionOperations } from "@/lib/bff/operations/session";
import { preferenceUpdate } from "@/lib/bff/preferences";
import { faultsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { savedFiles } from "@/tests/support/component/saved-files";
import { ScriptedBff } from "@/tests/support/component/scripted-bff";
import { ScriptedFeed } from "@/tests/support/component/scripted-feed";
import { openSession } from "@/tests/support/component/session-page";
import { LogPane } from "./log-pane.tsx";

const count = 1200;

/** What line `number` of an incident's log says: every 100th fails, every 40th warns, every 30th is JSON. */
function lineOf(number: number): string {
  if (number % 100 === 0) return `2026-11-21 03:08:59 ERROR worker ${number} has no proxy`;
  if (number % 40 === 0) return `[console:warn] slow answer ${number}`;
  if (number % 30 === 0)
    return `{"level":"info","step":${number},"at":{"url":"https://example.com/${number}"}}`;
  return `step ${number} of the crawl`;
}
const numbers = Array.from({ length: count }, (_, index) => index + 1);
const errors = numbers.filter((number) => number % 100 === 0).length;
const warnings = numbers.filter((number) => number % 40 === 0 && number % 100 !== 0).length;

/** A pane with these lines, at their end. */
async function open(lines: readonly string[]) {
  const feed = new ScriptedFeed();
  const bff = new ScriptedBff();
  const preferences: { "log-pane"?: string } = {};
  bff.on(sessionOperations.updatePreference, ({ body }) => {
    preferences["log-pane"] = preferenceUpdate.parse(body).value;
    return new Response(null, { status: 204 });
  });
  const screen = await renderView(
    <div style={{ height: 500, display: "flex" }}>
      <LogPane title="crawl.log" feed={feed} formatTime={(ms) => new Date(ms).toISOString()} />
    </div>,
    { bff, preferences },
  );
  const fill = () => {
    feed.become("open");
    feed.say(lines);
  };
  fill();
  const log = screen.getByRole("log");
  const last = lines.at(-1) ?? "";
  await expect.element(log).toMatchTextContent(last);
  const stance = (name: string) => log.element().querySelector(`[data-stance=${name}]`)?.textContent;
  return {
    ...screen,
    feed,
    log,
    find: screen.getByRole("textbox", { name: "Find in this log" }),
    /** How many lines match, as the find bar says it. */
    matches: () => screen.container.querySelector("search [role=status]")?.textContent,
    following: screen.getByRole("status").filter({ hasText: "following" }),
    paused: screen.getByRole("button", { name: /^Paused/ }),
    active: () => stance("active"),
    /** Gives the log the keyboard. */
    focus: () => log.element().focus(),
    /** Loads the page anew; the log says its lines again. */
    async again() {
      await screen.reload();
      fill();
      await expect.element(log).toMatchTextContent(last);
    },
    /** Whether a line with just these words is wholly within the pane. */
    inSight: (words: string) => () => {
      const box = log.element().getBoundingClientRect();
      return [...log.element().querySelectorAll("[data-row]")].some((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return row.textContent?.endsWith(words) && top >= box.top - 1 && bottom <= box.bottom + 1;
      });
    },
  };
}

test("levels are counted and chosen, with find; copy and download give what is left", async () => {
  const saved = savedFiles();
  const pane = await open(numbers.map(lineOf));
  await pane.getByRole("button", { name: "Levels: all" }).click();
  for (const words of [`Error${errors}`, `Warning${warnings}`])
    await expect.element(pane.getByRole("menuitemcheckbox").filter({ hasText: words })).toBeVisible();
  expect(await faultsIn(pane.getByRole("menu").element())).toEqual([]);
  await pane.getByRole("menuitem", { name: "Warnings and worse only" }).click();
  await expect.element(pane.getByRole("button", { name: "Levels: fatal, error, warning" })).toBeVisible();
  await expect.element(pane.log).not.toMatchTextContent("of the crawl");
  await expect.element(pane.log).toMatchTextContent(`ERROR worker ${count}`);

  pane.focus();
  await userEvent.keyboard("{Control>}f{/Control}");
  await expect.element(pane.find).toHaveFocus();
  await userEvent.keyboard("00 has no");
  await expect.poll(pane.matches).toBe(String(errors));
  await pane.getByRole("button", { name: "Show only these lines" }).click();
  await expect.element(pane.log).not.toMatchTextContent("slow answer");
  await pane.getByRole("button", { name: `Download ${errors} matching lines` }).click();
  await expect.poll(saved.names).toEqual(["crawl.log.txt"]);
  const [text = ""] = await saved.texts();
  expect(
    text
      .trimEnd()
      .split("\n")
      .map((line) => line.replace(/^.*? {2}/, "")),
  ).toEqual(numbers.filter((number) => number % 100 === 0).map(lineOf));

  // A filter that hides everything says so and gives way.
  await pane.find.fill("no such words");
  await expect
    .element(pane.getByText(/^No line passes: levels fatal, error, warning and with/))
    .toBeVisible();
  await pane.getByRole("button", { name: "Show all lines" }).click();
  await expect.element(pane.log).toHaveFocus();
  await expect.element(pane.log).toMatchTextContent(`ERROR worker ${count}`);
});

test("an operator's highlights mark every log, say what is wrong with a pattern, and stay", async () => {
  const pane = await open(numbers.map(lineOf));
  const editor = pane.getByRole("dialog", { name: "Highlights" });
  const marks = () => [...pane.log.element().querySelectorAll("mark")].map(({ textContent }) => textContent);
  await pane.getByRole("button", { name: "Highlights" }).click();
  await editor.getByRole("button", { name: "Add a highlight" }).click();
  const rule = editor.getByRole("textbox", { name: "Highlight 1" });
  await rule.fill("step 11(9");
  await editor.getByRole("button", { name: "Regular expression" }).click();
  await expect.element(editor.getByRole("alert")).toMatchTextContent(/regular expression/i);
  expect(await faultsIn(editor.element())).toEqual([]);
  await rule.fill("step 11(9\\d)");
  await expect.element(editor.getByRole("alert")).not.toBeInTheDocument();
  await expect.poll(marks).toContain("step 1199");
  await pane.again();
  await expect.poll(marks).toContain("step 1199");
  await pane.getByRole("button", { name: "Highlights: 1 on" }).click();
  await editor.getByRole("checkbox", { name: "Highlight 1 on" }).click();
  await expect.poll(marks).toEqual([]);
});

test("a JSON line is unfolded and folded by keyboard; a click stands at a line, Escape leaves it", async () => {
  const pane = await open(numbers.map(lineOf));
  pane.focus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.poll(pane.active).toContain(`worker ${count}`);
  await expect.element(pane.paused).toBeVisible();
  await userEvent.keyboard("{k>30/}");
  await expect.poll(pane.active).toContain('"step":1170');
  await userEvent.keyboard("{Enter}");
  await expect.poll(pane.active).toContain('"url": "https://example.com/1170"');
  await expect.element(pane.log.getByRole("button", { name: "Fold this JSON" })).toBeVisible();
  expect(await faultsIn(pane.container)).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(pane.active).not.toContain('"url": "');

  await userEvent.keyboard("{End}");
  await pane.log.getByText("step 1199 of the crawl").click();
  await expect.poll(pane.active).toContain("step 1199");
  await userEvent.keyboard("{Escape}");
  await expect.poll(pane.active).toBeUndefined();
});

test("a paused log stands still and counts what waits; one click is back at the end", async () => {
  const pane = await open(numbers.slice(0, 100).map((number) => `tick ${number}.`));
  await pane.getByRole("button", { name: /^Pause/ }).click();
  await expect.element(pane.paused).toMatchTextContent("Paused · 0 new");
  const stood = pane.log.element().textContent;
  pane.feed.say(["tick 101.", "tick 102."]);
  await expect.element(pane.paused).toMatchTextContent("Paused · 2 new");
  pane.feed.say(["tick 103."]);
  await expect.element(pane.paused).toMatchTextContent("Paused · 3 new");
  expect(pane.log.element().textContent).toBe(stood);
  await pane.paused.click();
  await expect.element(pane.paused).not.toBeInTheDocument();
  await expect.poll(pane.inSight("tick 103.")).toBe(true);

  await pane.log.wheel({ delta: { y: -900 } });
  await expect.element(pane.paused).toBeVisible();
  await pane.paused.click();
  await expect.poll(pane.inSight("tick 103.")).toBe(true);
});

test("find finds what is not drawn", async () => {
  const pane = await open(numbers.map((number) => `tick ${number}.`));
  await expect.element(pane.log).not.toMatchTextContent("tick 1.");
  pane.focus();
  await userEvent.keyboard("{Control>}f{/Control}");
  await expect.element(pane.find).toHaveFocus();
  await userEvent.keyboard("tick 1.");
  await expect.poll(pane.matches).toBe("1");
  await userEvent.keyboard("{Enter}");
  await expect.poll(pane.matches).toBe("1/1");
  await expect.poll(pane.inSight("tick 1.")).toBe(true);
  await userEvent.keyboard("{Escape}");
  await expect.element(pane.find).not.toBeInTheDocument();
});

test("both ends of a long log are reached by wheel, keys and the bar, wrapped or not", async () => {
  const last = 1_500;
  const pane = await open(Array.from({ length: last }, (_, index) => `calm ${index + 1}.`));
  const [beginning, end] = [pane.inSight("calm 1."), pane.inSight(`calm ${last}.`)];
  const dragTo = (share: number) => {
    const box = pane.log.element();
    box.scrollTop = share * box.scrollHeight;
  };
  const wrap = pane.getByRole("button", { name: "Wrap lines (w)" });
  for (const wrapped of [false, true]) {
    pane.focus();
    if (wrapped) await userEvent.keyboard("w");
    await expect.element(wrap).toHaveAttribute("aria-pressed", String(wrapped));
    dragTo(0);
    await expect.poll(beginning).toBe(true);
    dragTo(1);
    await expect.poll(end).toBe(true);
    await pane.log.wheel({ delta: { y: -2_000 }, times: 20 });
    await expect.poll(beginning).toBe(true);
    await pane.log.wheel({ delta: { y: 2_000 }, times: 20 });
    await expect.poll(end).toBe(true);
    await userEvent.keyboard("{Home}");
    await expect.poll(beginning).toBe(true);
    await userEvent.keyboard("{End}");
    await expect.poll(end).toBe(true);
  }
  // What comes now is followed again.
  pane.feed.say(["one more"]);
  await expect.poll(pane.inSight("one more")).toBe(true);
});

test("a narrow pane keeps what it needs in sight and the rest in its menu", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const pane = await open(numbers.map(lineOf));
  await expect.element(pane.getByRole("button", { name: /^Download/ })).not.toBeInTheDocument();
  await pane.getByRole("button", { name: "More" }).click();
  await expect.element(pane.getByRole("menuitem", { name: "Download 1,200 lines" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await pane.getByRole("button", { name: "How much of this log is kept" }).click();
  await expect.element(pane.getByText(/at most 1,000,000 lines/).last()).toBeVisible();
  await expect.element(pane.getByText(/for 11 minutes after its last viewer left/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test("a link to a line opens at it for somebody else, and says when the line is no longer kept", async () => {
  const copied: string[] = [];
  const clipboard = vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => {
    copied.push(text);
  });
  onTestFinished(() => clipboard.mockRestore());
  const path = "/var/log/crawl.log";
  const screen = await openSession({
    query: { source: "path", path },
    prepare: (_, live) => {
      for (const number of numbers)
        live.write("session-one", path, [lineOf(number)], Date.UTC(2026, 1, 1) + number);
    },
  });
  const log = screen.log(path);
  await expect.element(log).toMatchTextContent(`ERROR worker ${count}`);
  log.element().focus();
  await userEvent.keyboard("{Home}{j>99/}cl");
  await expect.poll(() => copied).toHaveLength(2);
  const [line, link = ""] = copied;
  expect(line).toContain("ERROR worker 100 has");
  const { pathname, search } = new URL(link);

  const pointed = () => log.element().querySelector("[data-stance=pointed]")?.textContent;
  window.history.replaceState(null, "", pathname + search);
  await screen.reload();
  await expect.poll(pointed).toContain("ERROR worker 100 has");
  await expect.element(screen.getByRole("button", { name: /^Paused/ })).toBeVisible();
  await expect.element(log).toMatchTextContent(/step 99 of the crawl.*step 101 of the crawl/s);

  // Another log under the same name: the line's own has been let go.
  window.history.replaceState(null, "", pathname + search.replace("crawl.log", "later.log"));
  screen.live.write(screen.id, "/var/log/later.log", ["later 1", "later 2"]);
  await screen.reload();
  await expect
    .element(screen.getByText(/^The line from .* is no longer kept: history begins at /))
    .toBeVisible();
  await expect.element(screen.log("/var/log/later.log")).toMatchTextContent("later 2");
});
