// Reading a log: levels, search, highlights, JSON lines, both ends of a long log, and links to lines.
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sessionOperations } from "@/lib/bff/operations/session";
import { type PreferenceName, preferenceName, preferenceUpdate } from "@/lib/bff/preferences";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { captureDownloads } from "@/tests/support/component/captured-downloads";
import { renderView } from "@/tests/support/component/render-view";
import { ScriptedBff } from "@/tests/support/component/scripted-bff";
import { ScriptedLogFeed } from "@/tests/support/component/scripted-log-feed";
import { openSession } from "@/tests/support/component/session-page";
import { LogPane } from "./log-pane.tsx";
import type { FormatLogTime } from "./use-log-time.ts";

const count = 1200;

/**
 * Text of line `number` of an incident's log: every 100th is an error, every 40th a warning, every 30th JSON.
 */
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

/** Opens a pane with these lines, scrolled to the end. */
async function open(
  lines: readonly string[],
  {
    preferences = {},
    storage = {},
    formatTime = (ms) => new Date(ms).toISOString(),
  }: {
    preferences?: Partial<Record<PreferenceName, string>>;
    storage?: Readonly<Record<string, string>>;
    formatTime?: FormatLogTime;
  } = {},
) {
  const feed = new ScriptedLogFeed();
  const bff = new ScriptedBff();
  bff.on(sessionOperations.updatePreference, ({ body, params }) => {
    preferences[preferenceName.parse(params.name)] = preferenceUpdate.parse(body).value;
    return new Response(null, { status: 204 });
  });
  const screen = await renderView(
    <div style={{ height: 500, display: "flex" }}>
      <LogPane ofId="inv-1" title="crawl.log" feed={feed} formatTime={formatTime} />
    </div>,
    { bff, preferences, storage },
  );
  const fill = () => {
    feed.become("open");
    feed.say(lines);
  };
  fill();
  const log = screen.getByRole("log");
  // The end of the last line: its start may be in columns.
  const last = (lines.at(-1) ?? "").slice(-12);
  await expect.element(log).toMatchTextContent(last);
  const rowEmphasis = (name: string) => log.element().querySelector(`[data-emphasis=${name}]`)?.textContent;
  return {
    ...screen,
    feed,
    log,
    find: screen.getByRole("textbox", { name: "Find in this log" }),
    /** The match count shown in the find bar. */
    matches: () => screen.container.querySelector("search [role=status]")?.textContent,
    following: screen.getByRole("status").filter({ hasText: "following" }),
    paused: screen.getByRole("button", { name: /^(?:Paused|To the end)/ }),
    active: () => rowEmphasis("active"),
    /** Focuses the log. */
    focus: () => log.element().focus(),
    /** Reloads the page; the log emits its lines again. */
    async again() {
      await screen.reload();
      fill();
      await expect.element(log).toMatchTextContent(last);
    },
    /** Whether a line with exactly this text is fully visible in the pane. */
    inSight: (text: string) => () => {
      const box = log.element().getBoundingClientRect();
      return [...log.element().querySelectorAll("[data-row]")].some((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return row.textContent?.endsWith(text) && top >= box.top - 1 && bottom <= box.bottom + 1;
      });
    },
  };
}

test("levels are counted and filtered together with find; copy and download use the filtered lines", async () => {
  const saved = captureDownloads();
  const pane = await open(numbers.map(lineOf));
  await pane.getByRole("button", { name: "Levels: all" }).click();
  for (const text of [`Error${errors}`, `Warning${warnings}`])
    await expect.element(pane.getByRole("menuitemcheckbox").filter({ hasText: text })).toBeVisible();
  expect(await axeViolationsIn(pane.getByRole("menu").element())).toEqual([]);
  await pane.getByRole("menuitem", { name: "Warnings and errors only" }).click();
  await expect.element(pane.getByRole("button", { name: "Levels: fatal, error, warning" })).toBeVisible();
  await expect.element(pane.log).not.toMatchTextContent("of the crawl");
  await expect.element(pane.log).toMatchTextContent(`worker ${count} has`);

  pane.focus();
  await userEvent.keyboard("{Control>}f{/Control}");
  await expect.element(pane.find).toHaveFocus();
  await userEvent.keyboard("00 has no");
  await expect.poll(pane.matches).toBe(`${errors} matches`);
  await pane.getByRole("button", { name: "Show only these lines" }).click();
  await expect.element(pane.log).not.toMatchTextContent("slow answer");
  await pane.getByRole("button", { name: "More" }).click();
  await pane.getByRole("menuitem", { name: `Download ${errors} matching lines` }).click();
  await expect.poll(saved.names).toEqual([expect.stringMatching(/^inv-1-crawl\.log-\d{8}T\d{6}Z\.txt$/)]);
  const [text = ""] = await saved.texts();
  expect(
    text
      .trimEnd()
      .split("\n")
      .map((line) => line.replace(/^.*? {2}/, "")),
  ).toEqual(numbers.filter((number) => number % 100 === 0).map(lineOf));

  // A filter that hides everything is reported and can be cleared.
  await pane.find.fill("no such words");
  await expect
    .element(pane.getByText(/^No line matches: levels fatal, error, warning and with/))
    .toBeVisible();
  await pane.getByRole("button", { name: "Show all lines" }).click();
  await expect.element(pane.log).toHaveFocus();
  await expect.element(pane.log).toMatchTextContent(`worker ${count} has`);
});

test("a pane without lines offers neither to copy nor to download them, and says why", async () => {
  const pane = await open([]);
  await pane.getByRole("button", { name: "More" }).click();
  for (const act of ["Copy lines", "Download lines"])
    await expect
      .element(pane.getByRole("menuitem", { name: `${act} This pane has no lines` }))
      .toHaveAttribute("aria-disabled", "true");
  pane.feed.say(["the first line"]);
  await expect.element(pane.getByRole("menuitem", { name: "Copy 1 line" })).toBeEnabled();
});

test("highlights apply to every log, report an invalid pattern, and persist", async () => {
  const pane = await open(numbers.map(lineOf));
  const editor = pane.getByRole("dialog", { name: "Highlights" });
  const marks = () => [...pane.log.element().querySelectorAll("mark")].map(({ textContent }) => textContent);
  const show = async (name: string) => {
    await pane.getByRole("button", { name: "More" }).click();
    await pane.getByRole("menuitem", { name }).click();
  };
  await show("Highlights…");
  await editor.getByRole("button", { name: "Add highlight" }).click();
  const rule = editor.getByRole("textbox", { name: "Highlight 1" });
  await rule.fill("step 11(9");
  await editor.getByRole("button", { name: "Regular expression" }).click();
  await expect.element(editor.getByRole("alert")).toMatchTextContent(/regular expression/i);
  expect(await axeViolationsIn(editor.element())).toEqual([]);
  await rule.fill("step 11(9\\d)");
  await expect.element(editor.getByRole("alert")).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await expect.poll(marks).toContain("step 1199");
  await pane.again();
  await expect.poll(marks).toContain("step 1199");
  await show("Highlights… 1 on");
  await editor.getByRole("checkbox", { name: "Use highlight 1" }).click();
  await expect.poll(marks).toEqual([]);
});

test("a stored highlight whose pattern is refused does not apply, and its editor says why", async () => {
  const rule = { id: "1", text: "step.*.*1199", regex: true, word: false, hue: "red", on: true };
  const pane = await open(numbers.map(lineOf), {
    preferences: { "log-highlights": JSON.stringify([rule]) },
  });
  await pane.getByRole("button", { name: "More" }).click();
  await pane.getByRole("menuitem", { name: "Highlights… 1 on" }).click();
  const editor = pane.getByRole("dialog", { name: "Highlights" });
  await expect.element(editor.getByRole("textbox", { name: "Highlight 1" })).toHaveValue(rule.text);
  await expect.element(editor.getByRole("alert")).toMatchTextContent(/^This pattern can take minutes/);
  expect(pane.log.element().querySelector("mark")).toBeNull();
});

test("a highlight applies with Enter, when its field is left and when the dialog is closed, not while it is typed", async () => {
  const pane = await open(numbers.map(lineOf));
  const marks = () => [...pane.log.element().querySelectorAll("mark")].map(({ textContent }) => textContent);
  await pane.getByRole("button", { name: "More" }).click();
  await pane.getByRole("menuitem", { name: "Highlights…" }).click();
  const editor = pane.getByRole("dialog", { name: "Highlights" });
  await editor.getByRole("button", { name: "Add highlight" }).click();
  const rule = editor.getByRole("textbox", { name: "Highlight 1" });
  await rule.fill("step 1199");
  await expect.element(rule).toHaveValue("step 1199");
  expect(marks()).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(marks).toEqual(["step 1199"]);
  await rule.fill("step 1198");
  await expect.element(rule).toHaveValue("step 1198");
  expect(marks()).toEqual(["step 1199"]);
  await userEvent.keyboard("{Tab}");
  await expect.poll(marks).toEqual(["step 1198"]);
  await rule.fill("step 1197");
  await userEvent.keyboard("{Escape}");
  await expect.element(editor).not.toBeInTheDocument();
  await expect.poll(marks).toEqual(["step 1197"]);
});

test("a highlight that another tab removes while it is typed does not come back", async () => {
  const rule = { id: "1", text: "step 1199", regex: false, word: false, hue: "red", on: true };
  const preferences: Partial<Record<PreferenceName, string>> = { "log-highlights": JSON.stringify([rule]) };
  const pane = await open(numbers.map(lineOf), { preferences });
  await pane.getByRole("button", { name: "More" }).click();
  await pane.getByRole("menuitem", { name: "Highlights… 1 on" }).click();
  const editor = pane.getByRole("dialog", { name: "Highlights" });
  const field = editor.getByRole("textbox", { name: "Highlight 1" });
  await field.fill("step 1198");
  const otherTab = new BroadcastChannel("fleetdeck.preferences.ada");
  onTestFinished(() => otherTab.close());
  otherTab.postMessage(["log-highlights", "[]"]);
  await expect.element(field).not.toBeInTheDocument();
  await editor.getByRole("button", { name: "Add highlight" }).click();
  await expect.element(field).toHaveValue("");
  await expect.poll(() => preferences["log-highlights"]).toMatch(/^\[\{"id":"[^"]{9,}","text":""[^{}]*\}\]$/);
});

test("how lines are shown is saved without the highlights, and those that an earlier version stored beside it stay", async () => {
  const rule = { id: "1", text: "step 1199", regex: false, word: false, hue: "red", on: true };
  const preferences: Partial<Record<PreferenceName, string>> = {
    "log-pane": JSON.stringify({ wrap: false, times: true, deltas: false, rules: [rule] }),
  };
  const pane = await open(numbers.map(lineOf), { preferences });
  const marks = () => [...pane.log.element().querySelectorAll("mark")].map(({ textContent }) => textContent);
  const choose = async (role: "menuitem" | "menuitemcheckbox", name: RegExp) => {
    await pane.getByRole("button", { name: "More" }).click();
    await pane.getByRole(role, { name }).click();
  };
  await expect.poll(marks).toEqual(["step 1199"]);
  await choose("menuitemcheckbox", /^Timestamps/);
  await expect.poll(() => preferences["log-pane"]).toContain('"times":false');
  await expect.poll(marks).toEqual(["step 1199"]);
  await choose("menuitem", /^Highlights… 1 on/);
  const shown = preferences["log-pane"];
  await pane.getByRole("textbox", { name: "Highlight 1" }).fill("step 1198");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => preferences["log-highlights"])
    .toBe(JSON.stringify([{ ...rule, text: "step 1198" }]));
  expect(preferences["log-pane"]).toBe(shown);
  await expect.poll(marks).toEqual(["step 1198"]);
});

test("a JSON line is expanded and collapsed by keyboard; a click activates a line, Escape deactivates it", async () => {
  const pane = await open(numbers.map(lineOf));
  pane.focus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.poll(pane.active).toContain(`worker ${count}`);
  await expect.element(pane.paused).toBeVisible();
  await userEvent.keyboard("{k>30/}");
  await expect.poll(pane.active).toContain('"step":1170');
  await userEvent.keyboard("{Enter}");
  await expect.poll(pane.active).toContain('"url": "https://example.com/1170"');
  await expect.element(pane.log.getByRole("button", { name: "Collapse this JSON" })).toBeVisible();
  expect(await axeViolationsIn(pane.container)).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(pane.active).not.toContain('"url": "');

  await userEvent.keyboard("{End}");
  await pane.log.getByText("step 1199 of the crawl").click();
  await expect.poll(pane.active).toContain("step 1199");
  await userEvent.keyboard("{Escape}");
  await expect.poll(pane.active).toBeUndefined();
});

/** Lines of three formats. */
const formats = [
  "[4120:4133:1121/030859.104120:ERROR:net/ssl_client.cc(970)] handshake failed",
  '{"level":"warn","ts":1795400769.953,"msg":"cart is empty","items":0}',
  "2026-11-21T03:08:59Z [supervisor] chromium started",
];
/** The rendered lines: columns and message, as far as they have text. */
const columnsOf = (log: Element) =>
  [...log.querySelectorAll("[data-row]")].map((row) =>
    [...row.children].slice(1).flatMap(({ textContent }) => textContent || []),
  );

test("the prefix of a line becomes columns and its message starts in the first quarter of the row", async () => {
  const pane = await open(formats);
  const log = pane.log.element();
  await expect
    .poll(() => columnsOf(log))
    .toEqual([
      ["error", "ssl_client.cc:970", "handshake failed"],
      ["warn", "cart is empty  items=0"],
      ["supervisor", "chromium started"],
    ]);
  const [row] = log.querySelectorAll("[data-row]");
  const start = row?.lastElementChild?.getBoundingClientRect().left ?? Number.NaN;
  const box = log.getBoundingClientRect();
  // The time here is twice as long as that of a page: 24 characters for 12.
  expect(start - box.left - 12 * 7.3).toBeLessThan(box.width / 4);
  await pane.getByText("handshake failed").hover();
  const time = row?.querySelector("time");
  await userEvent.hover(time ?? log);
  expect(time?.title).toContain("From ssl_client.cc:970, process 4120:4133");
});

test("the names of the columns, with the zone of the times, stay above them", async () => {
  const pane = await open([`${formats[0]} ${"long ".repeat(100)}`, ...formats], {
    // As wide as a clock in the letters of code, which tests do not load.
    formatTime: (ms) => String(ms % 1e12).padStart(12, "0"),
    storage: { "fleetdeck.zone": "Asia/Kolkata" },
  });
  const log = pane.log.element();
  const [row] = log.querySelectorAll("[data-row]");
  const leftOf = (element: Element | undefined) => element?.getBoundingClientRect().left;
  const aligned = () => {
    for (const [index, name] of ["Time (UTC+5:30)", "Level", "Source", "Message"].entries())
      expect(leftOf(pane.getByText(name, { exact: true }).element())).toBeCloseTo(
        leftOf(row?.children[index]) ?? 0,
        0,
      );
  };
  await vi.waitFor(aligned);
  log.scrollLeft = 200;
  await expect.poll(() => leftOf(row?.children[0])).toBeLessThan(0);
  await vi.waitFor(aligned);
});

test("only the level of a line is coloured, not its text", async () => {
  const pane = await open([...formats, "finished with an exception"]);
  const log = pane.log.element();
  expect([...log.querySelectorAll(".text-bad, .text-warn")].map(({ textContent }) => textContent)).toEqual([
    "error",
    "warn",
  ]);
});

test("a line is shown as it was written where its columns would hide what is searched or highlighted", async () => {
  const pane = await open(formats);
  pane.focus();
  await userEvent.keyboard("{Control>}f{/Control}");
  await expect.element(pane.find).toHaveFocus();
  await userEvent.keyboard("ERROR:net");
  await expect.element(pane.log).toMatchTextContent("ERROR:net/ssl_client.cc(970)] handshake failed");
  await expect.poll(pane.matches).toBe("1 match");
  await expect.element(pane.log.getByText("ERROR:net", { exact: true })).toBeVisible();
  await expect.element(pane.log).not.toMatchTextContent("[supervisor]");
});

test("a time of receipt is marked where other lines of the pane have the time at which they were written", async () => {
  const pane = await open(["started"]);
  const timeOf = (text: string) =>
    [...pane.log.element().querySelectorAll("[data-row]")]
      .find((row) => row.textContent?.endsWith(text))
      ?.querySelector("time");
  const left = () => timeOf("started")?.getBoundingClientRect().left;
  await expect.element(pane.getByText(/times received$/)).toBeVisible();
  expect(timeOf("started")?.textContent).toBe(pane.feed.at(1));
  const before = left();

  pane.feed.say(["2026-11-21T03:00:00.020Z ready"], "2026-11-21T03:00:01.000Z");
  await expect.poll(() => timeOf("started")?.textContent).toBe(`≈${pane.feed.at(1)}`);
  expect(timeOf("ready")?.textContent).toBe(pane.feed.at(2));
  // The mark moves nothing.
  expect(left()).toBe(before);
  const titleOf = async (text: string) => {
    const time = timeOf(text);
    await userEvent.hover(time ?? pane.log.element());
    return time?.title;
  };
  expect(await titleOf("started")).toBe(`Received ${pane.feed.at(1)}, time written unknown`);
  expect(await titleOf("ready")).toMatch(/^Written .*, received /);
  await pane.getByRole("button", { name: "About this log" }).click();
  await expect.element(pane.getByText(/≈ marks the time a line was received/)).toBeVisible();
});

test("a log whose clock is a day ahead is marked", async () => {
  const pane = await open(["started"]);
  pane.feed.say(["2026-11-21T03:00:00.020Z ready"], "2026-11-21T03:00:01.000Z");
  await expect.element(pane.log).toMatchTextContent("ready");
  expect(pane.getByText(/ahead/).elements()).toEqual([]);
  pane.feed.say(["later"], "2026-11-20T03:00:00.000Z");
  await expect.element(pane.getByText(/clock 24 h ahead$/)).toBeVisible();
});

test("a phone shows the message of a line below its columns, wrapped", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const pane = await open([...formats, `agent ${"long ".repeat(60)}end`]);
  const log = pane.log.element();
  const [row] = log.querySelectorAll("[data-row]");
  const columns = row?.firstElementChild?.getBoundingClientRect();
  const message = row?.lastElementChild?.getBoundingClientRect();
  expect(message?.top).toBeGreaterThanOrEqual(columns?.bottom ?? Number.NaN);
  expect(message?.left).toBe(columns?.left);
  expect(log.scrollWidth).toBeLessThanOrEqual(log.clientWidth);
  await expect.poll(pane.inSight("end")).toBe(true);
});

test("a log that has ended is not paused: away from its end there is the way to it", async () => {
  const pane = await open(numbers.slice(0, 100).map((number) => `tick ${number}.`));
  await pane.getByRole("button", { name: /^Pause/ }).click();
  await expect.element(pane.paused).toMatchTextContent("To the end");
  pane.feed.say(["tick 101."]);
  pane.feed.become("ended");
  await expect.element(pane.paused).toMatchTextContent("Paused · 1 new");
  await pane.paused.click();
  await pane.log.wheel({ delta: { y: -900 } });
  await expect.element(pane.paused).toMatchTextContent("To the end");
});

test("a paused log holds still and counts waiting lines; one click returns to the end", async () => {
  const pane = await open(numbers.slice(0, 100).map((number) => `tick ${number}.`));
  await pane.getByRole("button", { name: /^Pause/ }).click();
  await expect.element(pane.paused).toMatchTextContent("To the end");
  // Below the lines, of which it covers none.
  const { bottom } = pane.log.element().getBoundingClientRect();
  expect(pane.paused.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom);
  const stood = pane.log.element().textContent;
  pane.feed.say(["tick 101.", "tick 102."]);
  await expect.element(pane.paused).toMatchTextContent("Paused · 2 new");
  pane.feed.say(["tick 103."]);
  await expect.element(pane.paused).toMatchTextContent("Paused · 3 new");
  expect(pane.log.element().getBoundingClientRect().bottom).toBe(bottom);
  expect(pane.log.element().textContent).toBe(stood);
  await pane.paused.click();
  await expect.element(pane.paused).not.toBeInTheDocument();
  await expect.poll(pane.inSight("tick 103.")).toBe(true);

  await pane.log.wheel({ delta: { y: -900 } });
  await expect.element(pane.paused).toBeVisible();
  await pane.paused.click();
  await expect.poll(pane.inSight("tick 103.")).toBe(true);
});

test("find reaches lines that are not rendered", async () => {
  const pane = await open(numbers.map((number) => `tick ${number}.`));
  await expect.element(pane.log).not.toMatchTextContent("tick 1.");
  pane.focus();
  await userEvent.keyboard("{Control>}f{/Control}");
  await expect.element(pane.find).toHaveFocus();
  await userEvent.keyboard("tick 1.");
  await expect.poll(pane.matches).toBe("1 match");
  await userEvent.keyboard("{Enter}");
  await expect.poll(pane.matches).toBe("1 of 1");
  await expect.poll(pane.inSight("tick 1.")).toBe(true);
  await userEvent.keyboard("{Escape}");
  await expect.element(pane.find).not.toBeInTheDocument();
});

test("both ends of a long log are reached by wheel, keys and scroll bar, wrapped or not", async () => {
  const last = 1_500;
  const pane = await open(Array.from({ length: last }, (_, index) => `calm ${index + 1}.`));
  const [beginning, end] = [pane.inSight("calm 1."), pane.inSight(`calm ${last}.`)];
  const dragTo = (share: number) => {
    const box = pane.log.element();
    box.scrollTop = share * box.scrollHeight;
  };
  for (const wrapped of [false, true]) {
    pane.focus();
    if (wrapped) await userEvent.keyboard("w");
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
  // New lines are followed again.
  pane.feed.say(["one more"]);
  await expect.poll(pane.inSight("one more")).toBe(true);
});

test("a narrow pane keeps everything in its menu, within the width of a phone", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const pane = await open(numbers.map(lineOf));
  await expect.element(pane.getByRole("button", { name: /^Download/ })).not.toBeInTheDocument();
  await pane.getByRole("button", { name: "More" }).click();
  await expect.element(pane.getByRole("menuitem", { name: "Download 1,200 lines" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await pane.getByRole("button", { name: "About this log" }).click();
  await expect.element(pane.getByText(/up to 1,000,000 lines/).last()).toBeVisible();
  await expect.element(pane.getByText(/for 11 min after the last viewer leaves/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test("a link to a line opens at it for another operator, and reports a line that is no longer buffered", async () => {
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
  await expect.element(log).toMatchTextContent(`worker ${count} has`);
  log.element().focus();
  await userEvent.keyboard("{Home}{j>99/}cl");
  await expect.poll(() => copied).toHaveLength(2);
  const [line, link = ""] = copied;
  expect(line).toContain("ERROR worker 100 has");
  const { pathname, search } = new URL(link);

  const pointed = () => log.element().querySelector("[data-emphasis=pointed]")?.textContent;
  window.history.replaceState(null, "", pathname + search);
  await screen.reload();
  await expect.poll(pointed).toContain("worker 100 has");
  await expect.element(screen.getByRole("button", { name: /^(?:Paused|To the end)/ })).toBeVisible();
  await expect.element(log).toMatchTextContent(/step 99 of the crawl.*step 101 of the crawl/s);

  // Another log under the same name: the linked line was evicted.
  window.history.replaceState(null, "", pathname + search.replace("crawl.log", "later.log"));
  screen.live.write(screen.id, "/var/log/later.log", ["later 1", "later 2"]);
  await screen.reload();
  await expect
    .element(screen.getByText(/^The line from .* is no longer stored\. The log starts at /))
    .toBeVisible();
  await expect.element(screen.log("/var/log/later.log")).toMatchTextContent("later 2");
});
