// Panes of a browser's telemetry in the workbench: chosen, linked, read, empty and stored.
import { expect, onTestFinished, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { logTopic } from "@/lib/bff/live";
import { operations } from "@/lib/contract/operations/operations";
import { lineHash } from "@/lib/live/line-hash";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { problem } from "@/tests/support/component/scripted-bff";
import { ScriptedStoredLogs } from "@/tests/support/component/scripted-stored-logs";
import { openSession, type SessionPageOptions, sessionOf } from "@/tests/support/component/session-page";
import { checkoutTelemetry } from "@/tests/support/component/telemetry-lines";

const topic = logTopic({ sessionId: "session-one", log: { source: "telemetry" } });

/** The page of a session whose browser's telemetry is a failed checkout. */
const open = (query: Readonly<Record<string, string>>, given: SessionPageOptions = {}) =>
  openSession({
    query,
    ...given,
    prepare: (bff, live) => {
      for (const { atMs, text } of checkoutTelemetry) live.writeTo(topic, [text], atMs);
      live.write("session-one", "chromium", ["Chromium says so"], checkoutTelemetry[0]?.atMs);
      given.prepare?.(bff, live);
    },
  });

test("a console has messages with their levels, failed requests, and the stack of an error", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  onTestFinished(() => write.mockRestore());
  const screen = await open({ panes: "t.console" });
  const log = screen.log("Console");
  await expect.element(log).toMatchTextContent("Cart loaded, 2 items");
  await expect.element(log).toMatchTextContent("GET https://shop.example/api/address 502 Bad Gateway");
  await expect.element(log).not.toMatchTextContent("Out of memory");
  await expect.element(log).not.toMatchTextContent("at loadAddresses");
  await log.getByText("Uncaught HttpError: 502").click();
  await userEvent.keyboard("{Enter}");
  await expect
    .element(log)
    .toMatchTextContent(/at loadAddresses \(address\.js:27:16\)\s*2 frames in libraries\s*at mount/);
  await userEvent.keyboard("c");
  await expect
    .poll(() => write.mock.lastCall?.[0])
    .toMatch(/Uncaught HttpError: 502\n {4}at loadAddresses \(address\.js:27:16\)\n/);
  await screen.getByRole("button", { name: "Collapse this stack" }).click();
  await expect.element(log).not.toMatchTextContent("at loadAddresses");
  expect(await axeViolationsIn(screen.pane("Console").element())).toEqual([]);
});

test("activity has what pages, people, clients and the machine did", async () => {
  const screen = await open({ source: "telemetry", view: "activity" });
  const log = screen.log("Activity");
  for (const text of ["Navigated to", "A DevTools client connected", "Clicked #pay", "Out of memory"])
    await expect.element(log).toMatchTextContent(text);
  await expect.element(log).not.toMatchTextContent("Cart loaded");
});

test("views are chosen as sources, and all but requests are merged with logs", async () => {
  const screen = await open({ panes: "-" });
  await screen.getByRole("button", { name: "Console", exact: true }).click();
  await expect.element(screen.log("Console")).toMatchTextContent("Cart loaded");
  const menu = screen.getByRole("button", { name: "Add or merge panes" });
  await menu.click();
  await screen.getByRole("menuitem", { name: "Other log or file…" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Source" }).click();
  await screen.getByRole("option", { name: "Network" }).click();
  await expect.element(dialog.getByRole("combobox", { name: "Process" })).not.toBeInTheDocument();
  await dialog.getByRole("button", { name: "Add pane" }).click();
  await expect.element(screen.getByRole("grid", { name: "Requests of Network" })).toBeVisible();
  expect(screen.address()).toBe("/browsers/session-one?panes=t.console*g*t.network");
  await menu.click();
  await expect
    .element(screen.getByRole("menuitem", { name: "Merge panes… Network cannot be merged." }))
    .toHaveAttribute("aria-disabled", "true");
});

test("a merged console and log are in the order of their times; merged requests are left aside", async () => {
  const screen = await open({ panes: "s.chromium*m*t.console*m*t.network" });
  const log = screen.log("chromium + 1");
  await expect.element(log).toMatchTextContent(/Chromium says so.*Cart loaded/s);
  await expect
    .element(screen.getByText(/^Parts of this link are invalid/))
    .toMatchTextContent("Network cannot be merged");
  await expect.element(screen.getByRole("tab", { name: "Network" })).toBeVisible();
});

test("time-locked, console and requests show the same moment", async () => {
  const screen = await open({ panes: "t.network*c*t.console", lock: "on" });
  const grid = screen.getByRole("grid", { name: "Requests of Network" });
  await screen.log("Console").getByText("Uncaught HttpError: 502").click();
  const pointed = () => document.querySelector("[data-emphasis=pointed]")?.textContent;
  await expect.poll(pointed).toMatch(/^502\/api\/address.*1,204 ms/);
  await grid.getByText("pixel.gif").click();
  await expect.poll(pointed).toContain("net::ERR_CONNECTION_RESET");
});

test("time-locked panes side by side have the same moment at the same height", async () => {
  const startMs = Date.UTC(2026, 10, 23, 3);
  const line = (seq: number, category: string, type: string, data: object) =>
    JSON.stringify({
      seq,
      event: { category, type, ts: (startMs + seq) * 1_000, source: { kind: "cdp" }, data },
    });
  const screen = await openSession({
    query: { panes: "t.network*c*t.console", lock: "on" },
    prepare: (_, live) => {
      const lines = Array.from({ length: 200 }, (_unused, index) => [
        line(2 * index, "network", "network_request", {
          request_id: String(index),
          method: "GET",
          url: `https://shop.test/request/${index}`,
        }),
        line(2 * index + 1, "console", "console_log", { level: "log", text: `message ${index}` }),
      ]).flat();
      live.writeTo(topic, lines, startMs);
    },
  });
  const grid = screen.getByRole("grid", { name: "Requests of Network" });
  /** The row of the moment in each pane: the one that is pointed at, else the active one. */
  const emphasized = () =>
    [...document.querySelectorAll("[data-time-locked]")].flatMap(
      (pane) => pane.querySelector(`[data-emphasis=${pane.getAttribute("data-time-locked")}]`) ?? [],
    );
  const numbers = () =>
    emphasized().map((row) => Number(/(?:request\/|message )(\d+)/.exec(row.textContent)?.[1]));
  const heightsDiffer = () => {
    const [one = 0, other = 9_999] = emphasized().map((row) => row.getBoundingClientRect().top);
    return Math.abs(one - other);
  };
  /** Clicks the row at a height, which is drawn and stays where it is. */
  const clickAt = (pane: Element, y: number) => {
    const { left, top } = pane.getBoundingClientRect();
    const row = document.elementFromPoint(left + 100, top + y);
    if (row instanceof HTMLElement) row.click();
  };
  await expect.element(screen.log("Console")).toMatchTextContent("message 199");
  const log = screen.log("Console").element();
  await expect.element(grid).toMatchTextContent("request/199");
  await expect.poll(() => log.scrollHeight - log.scrollTop - log.clientHeight).toBeLessThanOrEqual(1);
  const scroller = grid.element().closest("[data-pane-scroller]") ?? log;
  /** To the middle. A pane that is drawing its newest lines scrolls back to them. */
  const scrolled = () => {
    if (numbers().length === 0) log.scrollTop = log.scrollHeight / 2;
    return numbers().length;
  };
  await expect.poll(scrolled).toBe(1);
  clickAt(log, 200);
  await expect.poll(() => new Set(numbers()).size).toBe(1);
  await expect.poll(numbers).toHaveLength(2);
  await expect.poll(heightsDiffer).toBeLessThanOrEqual(1);
  // Each has a line at the top of its row.
  for (const row of emphasized()) expect(getComputedStyle(row).boxShadow).toContain("0px 1px 0px 0px inset");
  // Low in its pane: the details that open move it up.
  clickAt(scroller, 500);
  // A request is sent a moment before its message.
  await expect.poll(() => (numbers()[0] ?? 0) - (numbers()[1] ?? 0)).toBe(1);
  await expect.poll(heightsDiffer).toBeLessThanOrEqual(1);
});

test("a link opens the view at its line", async () => {
  const at = new Date((checkoutTelemetry[0]?.atMs ?? 0) + 905).toISOString();
  const line = lineHash("[info] [cart.js:22] Cart loaded, 2 items");
  const screen = await open({ source: "telemetry", view: "console", at, line });
  await expect
    .poll(() => screen.log("Console").element().querySelector("[data-emphasis=pointed]")?.textContent)
    .toContain("Cart loaded, 2 items");
});

const on = { enabled: true };

test.each([
  ["off", {}, "This browser captures no network events."],
  ["on", { telemetry: { browser: { network: on } } }, "No network events yet."],
  ["over", { deleted_at: new Date().toISOString() }, "This browser captured no network events."],
])("without an event, and telemetry %s, a pane says why", async (_, given, text) => {
  const screen = await openSession({ session: sessionOf(given), query: { panes: "t.network" } });
  await expect.element(screen.getByText(text)).toBeVisible();
});

test("a pane stops expecting events of a browser that went back to its pool and that the API no longer knows", async () => {
  const session = sessionOf({ telemetry: { browser: { network: on } } });
  const screen = await openSession({ session, query: { panes: "t.network" } });
  await expect.element(screen.getByText("No network events yet.")).toBeVisible();
  screen.bff.on(operations.retrieveBrowser, () => problem(404, "not_found", "There is no such session."));
  await expect.element(screen.getByText("This browser captured no network events.")).toBeVisible();
});

test("a pane that is empty because nothing is captured opens the browser's form with that chosen", async () => {
  sessionStorage.clear();
  const screen = await openSession({
    session: sessionOf({ telemetry: { browser: { console: on } } }),
    query: { panes: "t.network" },
    prepare: (bff) =>
      bff.on(operations.updateBrowser, () => {
        screen.become({ telemetry: { browser: { console: on, network: on } } });
        return Response.json(sessionOf());
      }),
  });
  await screen.getByRole("button", { name: "Capture network events…" }).click();
  const dialog = screen.getByRole("dialog", { name: /^Edit browser/ });
  await expect.element(dialog.getByLabelText("Network requests")).toBeChecked();
  await expect.element(dialog.getByLabelText("Console messages")).toBeChecked();
  await expect.element(dialog.getByLabelText("Screenshots")).not.toBeChecked();
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  await dialog.getByRole("button", { name: "Save browser" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByText("No network events yet.")).toBeVisible();
  expect(screen.bff.calls(operations.updateBrowser).map(({ body }) => body)).toEqual([
    { telemetry: { browser: { network: on } } },
  ]);
});

test("a viewer learns which role may turn capturing on", async () => {
  const screen = await openSession({ query: { panes: "t.network" }, role: "viewer" });
  await expect
    .element(screen.getByRole("button", { name: "Capture network events…" }))
    .toHaveAttribute("aria-disabled", "true");
});

test("an upstream without telemetry is named, and the other panes go on", async () => {
  const screen = await openSession({
    query: { panes: "t.network*g*t.console*g*s.chromium" },
    prepare: (_, live) => {
      live.setState(topic, "unavailable", "The API has no telemetry.");
      live.write("session-one", "chromium", ["Chromium says so"]);
    },
  });
  await expect.poll(() => screen.getByText(/The API has no telemetry\./).elements()).toHaveLength(2);
  await expect.element(screen.log("chromium")).toMatchTextContent("Chromium says so");
});

/** The page of an ended session whose telemetry is stored. */
const openEnded = (given: SessionPageOptions = {}) =>
  openSession({
    session: sessionOf({ deleted_at: new Date().toISOString() }),
    ...given,
    prepare(bff) {
      const stored = new ScriptedStoredLogs(bff);
      for (const sessionId of ["session-one", "unknown-one"])
        stored.add(
          logTopic({ sessionId, log: { source: "telemetry" } }),
          checkoutTelemetry.map(({ text }) => text),
        );
    },
  });

test.each([
  ["the API still returns", {}],
  ["the API has forgotten", { session: undefined }],
])("an ended session that %s begins with its requests beside its console", async (_, given) => {
  const screen = await openEnded(given);
  await expect
    .element(screen.getByRole("grid", { name: "Requests of Network" }))
    .toMatchTextContent(/pixel\.gif/);
  await expect.element(screen.log("Console")).toMatchTextContent("Cart loaded");
  expect(screen.address()).toMatch(/\?panes=t\.network\*c\*t\.console$/);
  await expect.element(screen.pane("chromium")).not.toBeInTheDocument();
});

test("an ended session has the panes of its address, and the panes of one that ends now stay", async () => {
  const addressed = await openEnded({ query: { panes: "t.activity" } });
  await expect.element(addressed.log("Activity")).toMatchTextContent("Out of memory");
  expect(addressed.address()).toBe("/browsers/session-one?panes=t.activity");
  await addressed.unmount();
  const screen = await open({});
  await expect.element(screen.log("chromium")).toMatchTextContent("Chromium says so");
  screen.end();
  await expect.element(screen.getByText("ended", { exact: true })).toBeVisible();
  await expect.element(screen.log("chromium")).toMatchTextContent("Chromium says so");
  await expect.element(screen.pane("Network")).not.toBeInTheDocument();
});

test("the stored telemetry of an ended session opens in each view, with where it ends", async () => {
  const screen = await openEnded();
  await screen.getByRole("button", { name: "Stored logs 1" }).click();
  const list = screen.getByRole("region", { name: "Stored logs" });
  await expect.element(list).toMatchTextContent(`${checkoutTelemetry.length} events`);
  await list.getByRole("link", { name: "Network" }).click();
  const grid = screen.getByRole("grid", { name: "Requests of Network" });
  await expect.element(grid).toMatchTextContent(/pixel\.gif.*Log ended · The session was deleted\.$/s);
  expect(screen.address()).toBe("/browsers/session-one?source=telemetry&view=network");
  await list.getByRole("link", { name: "Activity" }).click();
  await expect.element(screen.log("Activity")).toMatchTextContent("Out of memory");
});
