// The page of a session that has ended: its stored logs as panes, and what was recorded of it.
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { bffHeaders } from "@/lib/bff/headers";
import { logTopic } from "@/lib/bff/live";
import { inventoryOperations } from "@/lib/bff/operations/inventory";
import { liveOperations } from "@/lib/bff/operations/live";
import { pictureOperations } from "@/lib/bff/operations/pictures";
import { sessionOriginOperations } from "@/lib/bff/operations/session-origin";
import { storedLogOperations } from "@/lib/bff/operations/stored-logs";
import { operations } from "@/lib/contract/operations/operations";
import { lineHash } from "@/lib/live/line-hash";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { captureDownloads } from "@/tests/support/component/captured-downloads";
import { problem } from "@/tests/support/component/scripted-bff";
import { chromiumTopic, ScriptedStoredLogs } from "@/tests/support/component/scripted-stored-logs";
import { openSession, type SessionPageOptions, sessionOf } from "@/tests/support/component/session-page";

const fromMs = Date.UTC(2026, 10, 21, 14, 2, 11);
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `stored line ${index + 1}`);
const ended = sessionOf({ deleted_at: new Date().toISOString() });

/** A page whose session has a stored log. */
const open = (
  texts: readonly string[],
  { prepare, ...options }: SessionPageOptions = {},
  given: Parameters<ScriptedStoredLogs["add"]>[2] = {},
) =>
  openSession({
    session: ended,
    ...options,
    prepare: (bff, live) => {
      const id = ("session" in options ? options.session : ended)?.session_id ?? "unknown-one";
      new ScriptedStoredLogs(bff).add(chromiumTopic(id), texts, { fromMs, ...given });
      prepare?.(bff, live);
    },
  });

type SessionPage = Awaited<ReturnType<typeof open>>;

/** The numbers of the lines that are drawn, and the notes around them. */
const linesOf = (screen: SessionPage) =>
  [...screen.log("chromium").element().querySelectorAll("[data-row]")].flatMap(
    (row) => /stored line \d+$|Log ended.*$/.exec(row.textContent ?? "")?.[0] ?? [],
  );
const state = (screen: SessionPage, text: string | RegExp) =>
  screen.pane("chromium").getByRole("status").filter({ hasText: text });
const stored = (screen: SessionPage) => screen.getByRole("region", { name: "Stored logs" });
/** Its list is folded at first. */
const unfoldStored = (screen: SessionPage) => screen.getByRole("button", { name: /^Stored logs/ }).click();

test("an ended session shows its stored log at once, with where it begins and ends, and no stream is opened", async () => {
  const screen = await open(numbered(4), { query: { panes: "s.chromium" } }, { last_ms: fromMs + 209_000 });
  await expect.element(state(screen, "Stored log · 14:02:11 – 14:05:40")).toBeVisible();
  expect(linesOf(screen)).toEqual([...numbered(4), "Log ended · The session was deleted."]);
  await expect
    .element(screen.log("chromium"))
    .toMatchTextContent("Log starts at 2026-11-21 14:02:11.000 UTC");
  const topics = screen.bff.calls(liveOperations.watchLive).flatMap(({ query }) => query.getAll("topic"));
  expect(topics).not.toContain(chromiumTopic(ended.session_id));
  await expect.element(stored(screen)).not.toBeInTheDocument();
  await unfoldStored(screen);
  await expect.element(stored(screen)).toMatchTextContent(/chromium.*4 lines/);
  expect(await axeViolationsIn(screen.container)).toEqual([]);
});

test("a log of which nothing is stored says so once the browser has ended, and where the stored ones are", async () => {
  const screen = await open(numbered(1), {
    query: { panes: "p./tmp/b.log" },
    prepare: (_, live) => live.become(ended.session_id, "/tmp/b.log", "ended", "The browser has ended."),
  });
  const pane = screen.pane("/tmp/b.log");
  await expect
    .element(pane)
    .toMatchTextContent("No lines of this log are stored. See “Stored logs” at the top of the page.");
  await expect.element(screen.log("/tmp/b.log")).toMatchTextContent(/^No lines\s*Log ended/);
  await expect.element(screen.getByRole("button", { name: /^Stored logs/ })).toBeVisible();
});

test("all pages of a long log are read, and from a line in it one button leads to the end", async () => {
  const screen = await open(numbered(100));
  await expect.element(screen.log("chromium")).toMatchTextContent("stored line 100");
  await userEvent.click(screen.log("chromium").getByText("stored line 99", { exact: true }));
  await expect.element(screen.getByRole("group", { name: "This line" })).toBeVisible();
  await userEvent.keyboard("{Home}");
  const toEnd = screen.pane("chromium").getByRole("button", { name: "To the end" });
  await expect.element(screen.log("chromium").getByText("stored line 1", { exact: true })).toBeVisible();
  await toEnd.click();
  await expect.element(screen.log("chromium").getByText("stored line 100", { exact: true })).toBeVisible();
  await expect.element(toEnd).not.toBeInTheDocument();
  expect(
    screen.bff.calls(storedLogOperations.readStoredLines).map(({ query }) => query.get("from_line")),
  ).toEqual([...["1", "41", "81"]]);
});

test("a link to a line finds it in the stored log", async () => {
  const text = "stored line 50";
  const screen = await open(numbered(100), {
    query: {
      source: "supervisor",
      supervisor_process: "chromium",
      at: new Date(fromMs + 49).toISOString(),
      line: lineHash(text),
    },
  });
  const pointed = () => screen.log("chromium").element().querySelector("[data-emphasis=pointed]");
  await expect.poll(() => pointed()?.textContent).toContain(text);
});

test("lines that were deleted because the log was too large are counted at its beginning", async () => {
  const screen = await open(numbered(3), {}, { first_line: 12_001 });
  await expect
    .element(screen.log("chromium"))
    .toMatchTextContent("12,000 older lines deleted: the log was too large");
  await unfoldStored(screen);
  await expect.element(stored(screen)).toMatchTextContent("12,000 older deleted");
});

test("a viewer reads why the lines are not shown, and cannot delete them", async () => {
  const screen = await open(numbered(3), {
    role: "viewer",
    prepare: (bff, live) => {
      bff.fail(storedLogOperations.readStoredLines, 403, "forbidden", "This needs the operator role.");
      live.become(ended.session_id, "chromium", "unavailable", "The browser has ended.");
    },
  });
  await expect
    .element(screen.pane("chromium"))
    .toMatchTextContent("Reading stored logs needs the operator role.");
  await unfoldStored(screen);
  await expect
    .element(stored(screen).getByRole("button", { name: /^Delete log/ }))
    .toHaveAttribute("aria-disabled", "true");
});

test("a failure in the middle is shown with Retry, and the rest follows without a line twice", async () => {
  let isBroken = true;
  const screen = await open(numbered(50), {
    prepare: (bff) => {
      const answer = bff.handlerOf(storedLogOperations.readStoredLines);
      bff.on(storedLogOperations.readStoredLines, (call) =>
        isBroken && call.query.get("from_line") === "41"
          ? problem(503, "store_unavailable", "The database cannot be read.")
          : answer(call),
      );
    },
  });
  const alert = screen.pane("chromium").getByRole("alert");
  await expect.element(alert).toMatchTextContent(/This log is incomplete.*The database cannot be read\./);
  await expect.element(state(screen, "not complete")).toBeVisible();
  await expect.element(screen.log("chromium")).not.toMatchTextContent("Log ended");
  await alert.getByRole("button", { name: "Retry" }).click();
  isBroken = false;
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(state(screen, /^Stored log/)).toBeVisible();
  const lines = [...numbered(50), "Log ended · The session was deleted."];
  expect(linesOf(screen)).toEqual(lines.slice(-linesOf(screen).length));
});

test("a session that the API has forgotten offers its stored logs and what was recorded of it", async () => {
  const seenMs = Date.now() - 300_000;
  const screen = await open(numbered(3), {
    session: undefined,
    query: { panes: "p./tmp/other.log" },
    prepare: (bff, live) => {
      live.become("unknown-one", "/tmp/other.log", "unavailable", "There is no such session.");
      bff.list(inventoryOperations.listInventory, [
        {
          kind: "session",
          id: "unknown-one",
          name: null,
          source: "listBrowsers",
          label: null,
          details: { created_at: new Date(seenMs).toISOString(), headless: true, proxy_id: "proxy-eu-1" },
          first_seen_ms: seenMs,
          last_seen_ms: seenMs,
          ended_at_ms: seenMs,
          pinned_by: null,
        },
      ]);
    },
  });
  await expect
    .element(screen.getByRole("region", { name: "Summary" }))
    .toMatchTextContent("Proxyproxy-eu-1Stored14:02:11 – 14:02:11Last seen5 min ago");
  await expect.element(screen.getByText("ended", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("The API does not know this browser")).not.toBeInTheDocument();
  await expect.element(screen.getByRole("link", { name: "proxy-eu-1" })).toBeVisible();
  await expect.element(screen.getByRole("region", { name: "Live view and details" })).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Details" }).click();
  await expect.element(screen.getByRole("region", { name: "Details" })).toMatchTextContent("headless");
  await unfoldStored(screen);
  await stored(screen).getByRole("link", { name: "chromium" }).click();
  await expect.element(screen.log("chromium")).toMatchTextContent("stored line 3");
  expect(screen.address()).toBe("/browsers/unknown-one?source=supervisor&supervisor_process=chromium");
  expect(await axeViolationsIn(screen.container)).toEqual([]);
});

test("a session that the API has forgotten is not read again and again", async () => {
  const screen = await open(numbered(4), { session: undefined }, { ended_at_ms: null, end_reason: null });
  await expect.element(screen.log("chromium")).toMatchTextContent("stored line 4");
  const sessionReads = screen.bff.calls(operations.retrieveBrowser).length;
  // These go on in the same interval until the end of the log is recorded.
  const logReads = () => screen.bff.calls(storedLogOperations.listStoredLogs).length;
  const before = logReads();
  await expect.poll(logReads).toBeGreaterThan(before + 2);
  expect(screen.bff.calls(operations.retrieveBrowser)).toHaveLength(sessionReads);
});

test.each(["t.network*c*t.console", "s.chromium", "p./tmp/other.log"])(
  "a pool's browser that the API has forgotten is read at a slow pace, with the panes %s",
  async (panes) => {
    const screen = await open(
      numbered(4),
      {
        session: undefined,
        query: { panes },
        prepare: (bff) =>
          bff.one(sessionOriginOperations.readSessionOrigin, {
            pool: { id: "pool-one", name: "night", seen_ms: Date.now() },
            invocation: null,
          }),
      },
      { ended_at_ms: null, end_reason: null },
    );
    await expect.element(screen.getByText("ended", { exact: true })).toBeVisible();
    const logReads = () => screen.bff.calls(storedLogOperations.listStoredLogs).length;
    const settled = logReads();
    await expect.poll(logReads).toBeGreaterThan(settled + 2);
    const sessionReads = screen.bff.calls(operations.retrieveBrowser).length;
    const from = logReads();
    await expect.poll(logReads).toBeGreaterThan(from + 3);
    const more = screen.bff.calls(operations.retrieveBrowser).length - sessionReads;
    expect(more).toBeLessThan(logReads() - from);
  },
);

test("a pool's browser that was idle is live again with its next holder, and its panes stay", async () => {
  const pool = { id: "pool-one", name: "night" };
  const screen = await open(numbered(4), {
    session: undefined,
    prepare: (bff) =>
      bff.one(sessionOriginOperations.readSessionOrigin, {
        pool: { ...pool, seen_ms: Date.now() },
        invocation: null,
      }),
  });
  await expect.element(screen.getByText("ended", { exact: true })).toBeVisible();
  await expect.element(screen.log("chromium")).toMatchTextContent("stored line 4");
  screen.live.write("unknown-one", "chromium", ["a line of the next holder"]);
  screen.become({ session_id: "unknown-one", pool });
  await expect.element(screen.getByText("active", { exact: true })).toBeVisible();
  await expect
    .element(screen.log("chromium"))
    .toMatchTextContent(/stored line 4.*Log ended.*a line of the next holder$/);
});

test("a pool's browser that was never read as idle between two holders has its ended log opened again", async () => {
  const screen = await openSession();
  screen.live.write("session-one", "chromium", ["a line of the last holder"]);
  await expect.element(screen.log("chromium")).toMatchTextContent("a line of the last holder");
  const openings = () => screen.bff.calls(liveOperations.watchLive).length;
  const before = openings();
  screen.live.become("session-one", "chromium", "ended", "The browser has ended.");
  await expect.element(screen.log("chromium")).toMatchTextContent("Log ended");
  await expect.poll(openings).toBeGreaterThan(before);
  screen.live.write("session-one", "chromium", ["a line of the next holder"]);
  screen.live.become("session-one", "chromium", "open");
  await expect
    .element(screen.log("chromium"))
    .toMatchTextContent(/a line of the last holder.*Log ended.*a line of the next holder$/);
});

test("a live browser whose stored log has ended goes on live", async () => {
  const screen = await open(numbered(4), {
    session: sessionOf(),
    prepare: (_, live) => live.write("session-one", "chromium", ["a line of today"]),
  });
  await expect.element(screen.log("chromium")).toMatchTextContent(/stored line 4.*a line of today$/);
});

test("a live browser whose stored log has ended goes on live also beside the logs of another one", async () => {
  const screen = await openSession({
    query: { panes: "S.session-two.chromium" },
    prepare: (bff, live) => {
      new ScriptedStoredLogs(bff).add(chromiumTopic("session-two"), numbered(4), { fromMs });
      live.write("session-two", "chromium", ["a line of today"]);
    },
  });
  await expect
    .element(screen.log("chromium · session-two"))
    .toMatchTextContent(/stored line 4.*a line of today$/);
});

test("the logs of another pool's browser go on live when its next holder comes after the page was opened", async () => {
  let isLive = false;
  const screen = await openSession({
    query: { panes: "S.session-two.chromium" },
    prepare: (bff, live) => {
      new ScriptedStoredLogs(bff).add(chromiumTopic("session-two"), numbered(4), { fromMs });
      const pool = { id: "pool-one", name: "night" };
      bff
        .one(sessionOriginOperations.readSessionOrigin, {
          pool: { ...pool, seen_ms: Date.now() },
          invocation: null,
        })
        .on(operations.retrieveBrowser, ({ params: { id = "" } }) =>
          id === "session-two" && !isLive
            ? problem(404, "not_found", "There is no such session.")
            : Response.json(sessionOf({ session_id: id, pool })),
        );
      live.write("session-two", "chromium", ["a line of today"]);
    },
  });
  const log = screen.log("chromium · session-two");
  await expect.element(log).toMatchTextContent(/stored line 4.*Log ended/);
  const reads = () =>
    screen.bff.calls(operations.retrieveBrowser).filter(({ params }) => params.id === "session-two").length;
  await expect.poll(reads).toBeGreaterThan(0);
  isLive = true;
  await expect.element(log).toMatchTextContent(/stored line 4.*a line of today$/);
});

const request = (seq: number) =>
  JSON.stringify({
    seq,
    event: {
      category: "network",
      type: "network_request",
      ts: fromMs + seq,
      source: { kind: "cdp" },
      data: { request_id: String(seq), method: "GET", url: `https://shop.test/request/${seq}` },
    },
  });
const requests = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => request(from + index));

test.each(["session-one", "session-two"])(
  "the requests of the live browser %s are followed where their stored ones are read first",
  async (id) => {
    const answer = Promise.withResolvers<void>();
    const screen = await openSession({
      query: { panes: id === "session-one" ? "t.network" : `T.${id}.network` },
      prepare: (bff, live) => {
        const topic = logTopic({ sessionId: id, log: { source: "telemetry" } });
        new ScriptedStoredLogs(bff).add(topic, requests(1, 100), { fromMs });
        live.writeTo(topic, requests(101, 50));
        bff.on(operations.retrieveBrowser, async ({ params: { id: wanted = "" } }) => {
          if (wanted === id) await answer.promise;
          return Response.json(sessionOf({ session_id: wanted }));
        });
      },
    });
    const grid = screen.getByRole("grid", { name: /^Requests of / });
    await expect.element(grid).toMatchTextContent("/request/1");
    await expect.element(screen.getByText(/^Stored log ·/)).toBeVisible();
    answer.resolve();
    await expect.element(grid).toMatchTextContent("/request/150");
  },
);

test("an id of which nothing is known stays unknown", async () => {
  const screen = await openSession({ session: undefined });
  await expect.element(screen.getByText("The API does not know this browser")).toBeVisible();
  await expect.element(stored(screen)).not.toBeInTheDocument();
});

test("a record that cannot be read is an error, not an unknown session", async () => {
  const screen = await openSession({
    session: undefined,
    prepare: (bff) =>
      bff.fail(storedLogOperations.listStoredLogs, 503, "store_unavailable", "The database cannot be read."),
  });
  await expect.element(screen.getByText("The stored logs could not be loaded")).toBeVisible();
  await expect.element(screen.getByText("The API does not know this browser")).not.toBeInTheDocument();
});

test("a stored log is deleted after a confirmation that names it, with the operator's reason", async () => {
  const screen = await open(numbered(1_204));
  await unfoldStored(screen);
  await stored(screen).getByRole("button", { name: "Delete log of chromium…" }).click();
  const dialog = screen.getByRole("alertdialog", { name: "Delete log of chromium?" });
  await expect
    .element(dialog)
    .toMatchTextContent(
      "Deletes 1,204 stored lines of browser session-one for everyone. The browser has ended, so this log is lost for good.",
    );
  await dialog.getByRole("textbox", { name: /Reason/ }).fill("personal data");
  await dialog.getByRole("button", { name: "Delete log" }).click();
  await expect.element(screen.getByText("Log deleted")).toBeVisible();
  await expect.element(stored(screen)).not.toBeInTheDocument();
  const [call] = screen.bff.calls(storedLogOperations.deleteStoredLog);
  expect(decodeURIComponent(call?.headers.get(bffHeaders.reason) ?? "")).toBe("personal data");
  await expect.poll(() => document.activeElement).not.toBe(document.body);
});

test("what is stored is exported as one file, and a failure says why", async () => {
  const downloads = captureDownloads();
  let isBroken = true;
  const screen = await open(numbered(3), {
    prepare: (bff) =>
      bff.on(storedLogOperations.exportEvidence, () =>
        isBroken
          ? problem(503, "audit_unavailable", "Nothing was done: the audit record cannot be written.")
          : new Response("PK zip", {
              headers: { "content-disposition": "attachment; filename=session-one-evidence.zip" },
            }),
      ),
  });
  const button = screen.getByRole("button", { name: "Export" });
  await button.click();
  await expect
    .element(screen.getByText(/^Nothing was done: the audit record cannot be written\./))
    .toBeVisible();
  await expect.element(screen.getByText("Browser session-one was not exported")).toBeVisible();
  isBroken = false;
  await button.click();
  await expect.element(screen.getByText(/session-one-evidence\.zip · 6 B/)).toBeVisible();
  expect([downloads.names(), await downloads.texts()]).toEqual([["session-one-evidence.zip"], ["PK zip"]]);
  expect(screen.bff.calls(storedLogOperations.exportEvidence).map(({ params }) => params)).toEqual([
    { id: "session-one" },
    { id: "session-one" },
  ]);
});

test.each([
  ["is live", sessionOf()],
  ["the API has forgotten", undefined],
])("a session that %s is exported, too", async (_, session) => {
  const screen = await open(numbered(3), { session });
  await expect.element(screen.getByRole("button", { name: "Export" })).toBeVisible();
});

test("a session of which only pictures are stored is exported, too", async () => {
  const screen = await openSession({
    prepare: (bff) =>
      bff.list(pictureOperations.lastPictures, [
        {
          id: "picture-1",
          session_id: "session-one",
          at_ms: fromMs,
          reason: "change",
          url: "https://shop.test/",
          width: 320,
          height: 200,
          bytes: 1_000,
        },
      ]),
  });
  await expect.element(screen.getByRole("button", { name: "Export" })).toBeVisible();
});

test("a viewer reads what an export needs, and without stored logs there is none", async () => {
  const viewed = await open(numbered(3), { role: "viewer" });
  await expect
    .element(viewed.getByRole("button", { name: "Export" }))
    .toHaveAttribute("aria-disabled", "true");
  await viewed.unmount();
  const screen = await openSession();
  // The second request follows an answer that was empty.
  await expect.poll(() => screen.bff.calls(storedLogOperations.listStoredLogs).length).toBeGreaterThan(1);
  await expect.element(screen.getByRole("button", { name: "Export" })).not.toBeInTheDocument();
});

test("on a phone nothing overflows", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const screen = await open(numbered(3), {}, { first_line: 12_001 });
  await expect.element(state(screen, /^Stored log/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
