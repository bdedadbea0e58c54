import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { CommandPalette } from "@/components/layout/command-palette";
import { TypedAhead } from "@/components/layout/typed-ahead";
import type { EvidenceRule } from "@/lib/bff/evidence";
import type { InvocationHistory } from "@/lib/bff/invocation-history";
import type { FoundLine, FoundLog, LogSearchAnswer } from "@/lib/bff/log-search";
import { evidenceOperations } from "@/lib/bff/operations/evidence";
import { invocationHistoryOperations } from "@/lib/bff/operations/invocation-history";
import { logSearchOperations } from "@/lib/bff/operations/log-search";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { evidenceOf } from "@/tests/support/component/evidence-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem, type ScriptedBff } from "@/tests/support/component/scripted-bff";
import { SearchView } from "./search-view.tsx";

const { searchLogs } = logSearchOperations;
const { retrieveEvidence } = evidenceOperations;
const { searchInvocationHistory } = invocationHistoryOperations;
const originMs = Date.UTC(2026, 10, 21, 3);

const line = (log_id: number, number: number, text: string): FoundLine => ({
  log_id,
  line: number,
  at: new Date(originMs + number * 1_000).toISOString(),
  text,
});
const logOf = (id: number, more: Partial<FoundLog> = {}): FoundLog => ({
  id,
  topic: `invocation:i${id}`,
  session_id: null,
  session_name: null,
  session_ended: null,
  invocation_id: `i${id}`,
  app_name: "storefront",
  action_name: "checkout",
  version: "v12",
  status: "failed",
  ended_at_ms: originMs,
  ...more,
});
const browserLog = logOf(9, {
  topic: "logs:s9:supervisor:chromium",
  session_id: "s9",
  invocation_id: null,
  app_name: null,
  action_name: null,
  version: null,
  status: null,
});
const answer = (lines: readonly FoundLine[], more: Partial<LogSearchAnswer> = {}): LogSearchAnswer => ({
  lines: [...lines],
  logs: [logOf(1), logOf(2, { version: "v11", status: "succeeded" }), browserLog].filter(({ id }) =>
    lines.some(({ log_id }) => log_id === id),
  ),
  next_cursor: null,
  searched_to_ms: null,
  ...more,
});
const found = [
  line(1, 142, "[network:error] GET /api/address 502 in 1,204 ms"),
  line(1, 143, "Uncaught HttpError: 502 from /api/address"),
  line(2, 88, "[network:warn] GET /api/address 502, tried again"),
  line(9, 61, "[console:error] address 502"),
];

const history = (invocations: InvocationHistory["invocations"]): InvocationHistory => ({
  invocations,
  next_cursor: null,
  searched_to_ms: null,
  complete: true,
  began_at_ms: 0,
  complete_from_ms: 0,
  gaps: [],
  last_good_at_ms: 0,
});
const invocation = {
  id: "i1",
  app_name: "storefront",
  action_name: "checkout",
  version: "v12",
  status: "failed",
  started_at_ms: originMs,
  finished_at_ms: originMs + 200_000,
  reason: "Address service answered 502",
  sessions: [],
  duration_ms: 200_000,
  reason_key: null,
  payload_head: '{"address_id":"a-502"}',
  output_head: null,
  open: false,
  checked_at_ms: originMs,
};
const evidence = (logs: EvidenceRule, lines = 1_200) =>
  evidenceOf({ settings: { logs }, stored: { logs: 14, lines }, recorder: null });

/** A dashboard that finds the lines above, whatever is searched. */
const backend = (): ScriptedBff =>
  emptyBff()
    .one(searchLogs, answer(found))
    .one(searchInvocationHistory, history([]))
    .one(retrieveEvidence, evidence("all"));
const draw = (bff: ScriptedBff, q = "address 502", role: "admin" | "viewer" = "admin") =>
  renderView(<SearchView />, { at: q === "" ? "/search" : `/search?q=${encodeURIComponent(q)}`, bff, role });

const field = () => page.getByRole("textbox", { name: /^Search logs/ });
const group = (name: string) => page.getByRole("region", { name, exact: true });
const facet = (name: string) =>
  page
    .getByRole("complementary", { name: /^Filters with counts/ })
    .getByRole("region", { name, exact: true });
const searched = (bff: ScriptedBff) => bff.calls(searchLogs).map(({ query }) => query.get("q"));
const qOf = (address: string) => new URLSearchParams(address.split("?")[1]).get("q");

test("matches are grouped by invocation and browser, the newest group first, with what matched marked", async () => {
  await draw(backend());
  await expect.element(group("checkout i1")).toMatchTextContent("failed");
  const names = page
    .getByRole("tabpanel")
    .getByRole("region")
    .elements()
    .map((each) => each.getAttribute("aria-label"));
  expect(names.filter((name) => /i1|i2|s9/.test(name ?? ""))).toEqual([
    "checkout i1",
    "checkout i2",
    "Browser s9",
  ]);
  await expect.element(page.getByText("2 invocations, 1 browser")).toBeVisible();
  const marks = [...group("checkout i1").element().querySelectorAll("mark")].map((mark) => mark.textContent);
  expect(marks).toEqual(["address", "502", "502", "address"]);
  expect(await axeViolationsIn(document.body)).toEqual([]);
});

test("a browser has its name beside its id", async () => {
  const named = answer(found.slice(2), { logs: [{ ...browserLog, session_name: "the slow one" }] });
  await draw(backend().one(searchLogs, named));
  await expect
    .element(group("Browser the slow one s9").getByRole("link", { name: "Browser the slow one" }))
    .toBeVisible();
  await expect.element(group("Browser the slow one s9").getByText("s9", { exact: true })).toBeVisible();
});

test("each line's number opens it in its own log", async () => {
  await draw(backend());
  const href = (name: string) =>
    group(name)
      .getByRole("link", { name: /^Open line/ })
      .first();
  await expect
    .element(href("checkout i1"))
    .toHaveAttribute(
      "href",
      expect.stringMatching(/^\/invocations\/i1\?at=2026-11-21T03%3A02%3A22.000Z&line=[0-9a-f]{8}$/),
    );
  await expect
    .element(href("Browser s9"))
    .toHaveAttribute(
      "href",
      expect.stringMatching(
        /^\/browsers\/s9\?source=supervisor&supervisor_process=chromium&at=.+&line=[0-9a-f]{8}$/,
      ),
    );
});

test("the facets add up, and a click on a value filters by it", async () => {
  const bff = backend();
  const screen = await draw(bff);
  await expect.element(facet("Action")).toMatchTextContent(/checkout3.*No invocation1/);
  await expect.element(facet("Level")).toMatchTextContent(/error3.*warn1/);
  await facet("Level")
    .getByRole("button", { name: /^error/ })
    .click();
  expect(qOf(screen.address())).toBe("address 502 level:error");
  await expect.poll(() => searched(bff).at(-1)).toBe("address 502 level:error");
  await expect.element(field()).toHaveValue("address 502");
  await page.getByRole("button", { name: "Remove level:error" }).click();
  expect(qOf(screen.address())).toBe("address 502");
});

test("a search that is made again is requested again, and Back shows what was found", async () => {
  const bff = backend();
  await draw(bff);
  const level = facet("Level").getByRole("button", { name: /^error/ });
  await level.click();
  await expect.poll(() => searched(bff)).toEqual(["address 502", "address 502 level:error"]);
  bff.one(searchLogs, answer(found.slice(0, 1)));
  await page.getByRole("button", { name: "Remove level:error" }).click();
  await expect.element(page.getByRole("tab", { name: /^All/ })).toMatchTextContent("All1");
  window.history.back();
  await expect.element(page.getByRole("tab", { name: /^All/ })).toMatchTextContent("All4");
  expect(searched(bff)).toEqual(["address 502", "address 502 level:error", "address 502"]);
});

/** The page with the palette, which Search opens. */
function PageWithPalette() {
  const [open, setOpen] = useState(false);
  const [typedAhead] = useState(() => new TypedAhead());
  return (
    <>
      <SearchView />
      <button type="button" onClick={() => setOpen(true)}>
        Open palette
      </button>
      <CommandPalette
        open={open}
        typedAhead={typedAhead}
        recent={[]}
        onOpenChange={setOpen}
        onShowShortcuts={() => undefined}
      />
    </>
  );
}

test("a search that is made again in the palette is requested again, shown or not", async () => {
  const bff = backend();
  await renderView(<PageWithPalette />, { at: "/search?q=timeout", bff });
  await expect.poll(() => searched(bff)).toEqual(["timeout"]);
  const made = ["timeout"];
  for (const q of ["timeout", "refused", "timeout"]) {
    await page.getByRole("button", { name: "Open palette" }).click();
    await page.getByRole("combobox").fill(q);
    await page.getByRole("option", { name: /^Search logs for/ }).click();
    made.push(q);
    await expect.poll(() => searched(bff)).toEqual(made);
  }
});

test("typing sends nothing; Enter searches, and Back restores the search before", async () => {
  const bff = backend();
  const screen = await draw(bff, "");
  await expect.element(page.getByText("1,200 lines of 14 logs stored, for 7 days each.")).toBeVisible();
  await field().fill("first");
  expect(searched(bff)).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => searched(bff)).toEqual(["first"]);
  await field().fill("second app:shop");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => searched(bff)).toEqual(["first", "second app:shop"]);
  await expect.element(field()).toHaveValue("second");
  window.history.back();
  await expect.element(field()).toHaveValue("first");
  expect(qOf(screen.address())).toBe("first");
});

test("a search that cannot be read is kept, marked at its character, and not sent", async () => {
  const bff = backend();
  const screen = await draw(bff, "");
  await field().fill('say "hello');
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("alert")).toMatchTextContent("The closing quotation mark is missing");
  expect(page.getByRole("alert").element().querySelector("mark")?.textContent).toBe('"');
  await expect.element(field()).toHaveValue('say "hello');
  await expect.element(field()).toHaveAttribute("aria-invalid", "true");
  expect(screen.address()).toBe("/search");
  expect(searched(bff)).toEqual([]);
});

test("a link to a search that cannot be read shows it and sends nothing", async () => {
  const bff = backend();
  await draw(bff, "level:loud x");
  await expect.element(page.getByRole("alert")).toMatchTextContent("level: must be one of");
  await expect.element(field()).toHaveValue("level:loud x");
  expect(searched(bff)).toEqual([]);
});

test("answers are followed to the end, and a line in two of them is there once", async () => {
  const bff = backend().one(searchLogs, ({ query }) =>
    query.get("cursor") === null
      ? answer(found.slice(0, 2), { next_cursor: "indexed.5", searched_to_ms: originMs })
      : answer(found.slice(1)),
  );
  await draw(bff);
  await expect.element(group("Browser s9")).toBeVisible();
  await expect.element(page.getByRole("tab", { name: /^All/ })).toMatchTextContent("All4");
  expect(bff.calls(searchLogs).map(({ query }) => query.get("cursor"))).toEqual([null, "indexed.5"]);
  await expect.element(page.getByText(/^Searched back/)).not.toBeInTheDocument();
});

test("following ends after twenty answers and goes on by a button", async () => {
  let answers = 0;
  const bff = backend().one(searchLogs, () => {
    answers += 1;
    return answer([line(1, answers, "address 502")], {
      next_cursor: answers < 23 ? `indexed.${1_000 - answers}` : null,
      searched_to_ms: originMs - answers * 60_000,
    });
  });
  await draw(bff);
  await expect.element(page.getByText("Searched back to 2026-11-21 02:40")).toBeVisible();
  expect(answers).toBe(20);
  await page.getByRole("button", { name: "Search further back" }).click();
  await expect.poll(() => answers).toBe(23);
  await expect.element(page.getByText(/^Searched back/)).not.toBeInTheDocument();
  await expect.element(page.getByRole("tab", { name: /^Log lines/ })).toMatchTextContent("Log lines23");
});

test("before the first answer no count is a zero", async () => {
  const bff = backend().hang(searchLogs);
  await draw(bff, "address level:error");
  await expect.element(page.getByRole("status", { name: "Searching" })).toBeVisible();
  await expect.element(page.getByRole("tab", { name: /^All/ })).toMatchTextContent("All–");
});

test("a search can be stopped, and what was found stays", async () => {
  let release = () => {};
  const waits = new Promise<void>((resolve) => {
    release = resolve;
  });
  const bff = backend().one(searchLogs, async ({ query }) => {
    if (query.get("cursor") !== null) await waits;
    return answer(found.slice(0, 2), { next_cursor: "indexed.5", searched_to_ms: originMs });
  });
  await draw(bff);
  await page.getByRole("button", { name: "Stop" }).click();
  release();
  await expect.element(page.getByRole("button", { name: "Search further back" })).toBeVisible();
  await expect.element(group("checkout i1")).toBeVisible();
  expect(bff.calls(searchLogs)).toHaveLength(2);
});

test("an error in the middle keeps what was found, and Retry continues there", async () => {
  let isDown = true;
  const bff = backend().on(searchLogs, ({ query }) => {
    if (query.get("cursor") === null)
      return Response.json(answer(found.slice(0, 2), { next_cursor: "indexed.5", searched_to_ms: originMs }));
    return isDown ? problem(409, "broken", "The database is busy.") : Response.json(answer(found.slice(2)));
  });
  await draw(bff);
  await expect.element(page.getByRole("alert")).toMatchTextContent("The database is busy.");
  await expect.element(group("checkout i1")).toBeVisible();
  isDown = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(group("Browser s9")).toBeVisible();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  expect(bff.calls(searchLogs).map(({ query }) => query.get("cursor"))).toEqual([
    null,
    "indexed.5",
    "indexed.5",
  ]);
});

test("a failed search shows code, message and Retry", async () => {
  const bff = backend().fail(searchLogs, 409, "broken", "The database is busy.");
  await draw(bff);
  await expect.element(page.getByRole("alert")).toMatchTextContent(/The database is busy\..*409 broken/);
  bff.one(searchLogs, answer(found));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(group("checkout i1")).toBeVisible();
});

test("reasons and payloads stand among the lines of their invocation, and have tabs", async () => {
  const bff = backend().one(searchInvocationHistory, history([invocation]));
  const screen = await draw(bff);
  await expect.element(page.getByRole("tab", { name: /^Reasons/ })).toMatchTextContent("Reasons1");
  expect(bff.calls(searchInvocationHistory)[0]?.query.get("text")).toBe("address");
  const items = () =>
    group("checkout i1")
      .getByRole("listitem")
      .elements()
      .map((each) => each.querySelector("span:nth-of-type(2)")?.textContent);
  expect(items()).toEqual(["payload", "network", "", "reason"]);
  await page.getByRole("tab", { name: /^Payloads/ }).click();
  await expect.poll(items).toEqual(["payload"]);
  expect(screen.address()).toContain("show=payload");
});

test("an invocation whose action is not known has a name", async () => {
  const unnamed = { ...invocation, id: "i7", action_name: "" };
  await draw(backend().one(searchInvocationHistory, history([unnamed])));
  await expect
    .element(group("Invocation i7").getByRole("link", { name: "Invocation", exact: true }))
    .toBeVisible();
});

test("with a filter of lines, reasons are not searched, and the page says why", async () => {
  const bff = backend();
  await draw(bff, "address source:network");
  await expect.element(group("checkout i1")).toBeVisible();
  await page.getByRole("tab", { name: /^Reasons/ }).click();
  await expect
    .element(page.getByRole("tabpanel"))
    .toMatchTextContent("Only log lines were searched, because source: applies to log lines only.");
  expect(bff.calls(searchInvocationHistory)).toEqual([]);
});

test("without a match it names the part that hides matches, and leaves it out by a click", async () => {
  const bff = backend().one(searchLogs, ({ query }) =>
    query.get("q") === "address since:1h" ? answer(found) : answer([]),
  );
  const screen = await draw(bff, "address level:fatal since:1h");
  await page.getByRole("button", { name: "Search without level:fatal" }).click();
  expect(qOf(screen.address())).toBe("address since:1h");
  await expect.element(group("checkout i1")).toBeVisible();
});

test.each([
  ["declined", /upper or lower case\. Everything that is stored was searched\.$/],
  ["level:error declined", /upper or lower case\. Only log lines were searched, because level: applies/],
])("without a match of %j it says what was searched", async (q, text) => {
  await draw(backend().one(searchLogs, answer([])), q);
  await expect.element(page.getByText(text)).toBeVisible();
});

test("without a match in any wider search it offers to begin again", async () => {
  const screen = await draw(backend().one(searchLogs, answer([])), "nothing");
  await page.getByRole("button", { name: "Clear search" }).click();
  expect(screen.address()).toBe("/search");
  await expect.element(field()).toHaveValue("");
});

test("the first visit offers searches of what exists", async () => {
  const bff = backend().one(searchInvocationHistory, history([invocation]));
  const screen = await draw(bff, "");
  await page.getByRole("button", { name: "Address service answered" }).click();
  expect(qOf(screen.address())).toBe("Address service answered");
  await expect.poll(() => searched(bff)).toEqual(["Address service answered"]);
});

test("where logs are not stored it says so, and where to change it", async () => {
  await draw(backend().one(retrieveEvidence, evidence("off", 0)), "");
  await expect.element(page.getByRole("status").first()).toMatchTextContent(/Logs are not stored.*KEEP_LOGS/);
  await expect
    .element(page.getByRole("link", { name: "Settings" }))
    .toHaveAttribute("href", "/settings#evidence");
  await expect.element(page.getByRole("button", { name: /level:/ })).not.toBeInTheDocument();
});

test("where only console and network are stored, they are named and their lines counted", async () => {
  const stored = evidenceOf({
    settings: { logs: "off", network: "all" },
    stored: { logs: 14, lines: 1_200 },
    recorder: null,
  });
  await draw(backend().one(retrieveEvidence, stored), "");
  await expect
    .element(page.getByRole("status").first())
    .toMatchTextContent(/Only reasons, payloads, outputs, console and network are searched/);
  await expect.element(page.getByText(/^1,200 lines of 14 logs stored/)).toBeVisible();
});

test("a viewer is refused, and nothing is sent", async () => {
  const bff = backend();
  await draw(bff, "address", "viewer");
  await expect.element(page.getByText("Searching logs needs the operator role.")).toBeVisible();
  await expect.element(field()).not.toBeInTheDocument();
  expect(searched(bff)).toEqual([]);
});

test("keys go through the matches of all groups, open one, and go to the field", async () => {
  const screen = await draw(backend());
  await expect.element(group("checkout i1")).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(page.getByRole("link", { name: "Open line 142" })).toHaveFocus();
  await userEvent.keyboard("jj");
  await expect.element(page.getByRole("link", { name: "Open line 88" })).toHaveFocus();
  await userEvent.keyboard("k");
  await expect.element(page.getByRole("link", { name: "Open line 143" })).toHaveFocus();
  await userEvent.keyboard("/");
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  page.getByRole("link", { name: "Open line 143" }).element().focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.address()).toMatch(/^\/invocations\/i1\?at=/);
});

test("a key copies the address of the match", async () => {
  const copied: string[] = [];
  const { clipboard } = navigator;
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  await draw(backend());
  await expect.element(group("checkout i1")).toBeVisible();
  await userEvent.keyboard("jc");
  await expect
    .poll(() => copied)
    .toEqual([expect.stringMatching(/^http.+\/invocations\/i1\?at=.+&line=[0-9a-f]{8}$/)]);
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: clipboard });
});

test("the bars of matches of several days have a date beside the time", async () => {
  const days = [0, 10].map((day) => ({
    ...line(1, day + 1, `address 502 no ${day}`),
    at: new Date(originMs + day * 86_400_000).toISOString(),
  }));
  await draw(backend().one(searchLogs, answer(days)));
  await expect
    .element(page.getByRole("img", { name: /2 matches from 2026-11-21 00:00 to 2026-12-01 00:00/ }))
    .toBeVisible();
  await expect.element(page.getByTitle("2026-11-25 06:00 · 0 matches")).toBeInTheDocument();
});

test("many matches of a group are shown on request", async () => {
  const lines = Array.from({ length: 12 }, (_, at) => line(1, at + 1, `address 502 no ${at}`));
  await draw(backend().one(searchLogs, answer(lines)));
  await expect.element(group("checkout i1")).toMatchTextContent("12 matches");
  expect(group("checkout i1").getByRole("listitem").elements()).toHaveLength(4);
  await page.getByRole("button", { name: "+8 more" }).click();
  expect(group("checkout i1").getByRole("listitem").elements()).toHaveLength(12);
});

test("on a phone nothing sticks out, and the whole row opens the line", async () => {
  await page.viewport(390, 844);
  const screen = await draw(backend().one(searchInvocationHistory, history([invocation])));
  await expect.element(group("checkout i1")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await group("checkout i1")
    .getByRole("listitem")
    .filter({ hasText: "Uncaught HttpError" })
    .click({ position: { x: 60, y: 30 } });
  expect(screen.address()).toMatch(/^\/invocations\/i1\?at=/);
  await page.viewport(1440, 900);
});
