// The log panes of a session's page: added, arranged, shifted, merged and restored.
import { expect, onTestFinished, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { logTopic, splitTopicRequest } from "@/lib/bff/live";
import { inventoryOperations } from "@/lib/bff/operations/inventory";
import { liveOperations } from "@/lib/bff/operations/live";
import { sessionOperations } from "@/lib/bff/operations/session";
import { operations } from "@/lib/contract/operations/operations";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { inventoryItemOf } from "@/tests/support/component/inventory-fixtures";
import { ScriptedStoredLogs } from "@/tests/support/component/scripted-stored-logs";
import { openSession, sessionOf } from "@/tests/support/component/session-page";

type SessionPage = Awaited<ReturnType<typeof openSession>>;

/** Chooses from the menu below the panes, by keyboard. */
async function choose(screen: SessionPage, name: string) {
  await press(button(screen, "Add or merge panes"));
  await press(screen.getByRole("menuitem", { name }));
}

/** Chooses from the menu of a pane, by keyboard. */
async function chooseIn(screen: SessionPage, pane: string, name: string | RegExp) {
  await press(screen.pane(pane).getByRole("button", { name: "More" }));
  await press(screen.getByRole("menuitem", { name }));
}

const ownFiles = ["/tmp/a.log", "/tmp/b.log", "/tmp/c.log", "/tmp/x.log"];
const otherFiles = ["/tmp/d.log", "/tmp/e.log"];

/** A page with files of two sessions that have one line each. */
const open = (query: Readonly<Record<string, string>>) =>
  openSession({
    query,
    prepare: (bff, live) => {
      bff.list(operations.listBrowsers, [sessionOf(), sessionOf({ session_id: "session-two" })]);
      for (const file of ownFiles) live.write("session-one", file, [`first line of ${file}`]);
      for (const file of otherFiles) live.write("session-two", file, [`first line of ${file}`]);
      live.write("session-one", "chromium", ["Chromium says so"]);
    },
  });

/** Eight panes over two sessions in two columns. */
const eight = [
  ...["s.chromium", "p./tmp/a.log", "g", "p./tmp/x.log", "g", "p./tmp/b.log", "c"],
  ...["S.session-two.chromium", "g", "P.session-two./tmp/d.log", "P.session-two./tmp/e.log", "g"],
  "p./tmp/c.log",
].join("*");

const count = (screen: SessionPage, heading: string) =>
  expect.element(screen.getByRole("heading", { name: heading })).toBeVisible();
const button = (screen: SessionPage, name: string | RegExp) => screen.getByRole("button", { name });

const topIn = (screen: SessionPage, region: string) =>
  screen.getByRole("region", { name: region, exact: true }).element().getBoundingClientRect().top;

/** Activates a control by keyboard. */
async function press(control: Locator, key = "{Enter}"): Promise<void> {
  await expect.element(control).toBeVisible();
  control.element().focus();
  await userEvent.keyboard(key);
}

test("eight panes over two sessions are arranged, hidden tabs collect lines, and sizes persist", async () => {
  const screen = await open({ panes: eight });
  await count(screen, "8 log panes");
  // Two groups have two tabs each: six of the eight are visible.
  await expect.poll(() => screen.panes.elements()).toHaveLength(6);
  await expect.element(screen.log("/tmp/d.log · session-two")).toMatchTextContent("first line of /tmp/d.log");

  await press(
    screen.getByRole("tablist", { name: "Logs 1" }).getByRole("tab", { name: "chromium" }),
    "{ArrowRight}",
  );
  await expect.element(screen.log("/tmp/a.log")).toMatchTextContent("first line of /tmp/a.log");
  await expect.poll(screen.address).toMatch(/a\.log\*o/);

  const separators = [
    ["Width of log column 1", "{ArrowLeft}"],
    ["Height of log 1 in column 1", "{ArrowDown}"],
    ["Width of the live view and details", "{ArrowLeft}"],
  ] as const;
  const sizes = () =>
    separators.map(([name]) =>
      Math.round(Number(screen.getByRole("separator", { name }).element().getAttribute("aria-valuenow"))),
    );
  const first = sizes();
  for (const [name, key] of separators) await press(screen.getByRole("separator", { name }), key);
  const changed = sizes();
  for (const [index, size] of changed.entries()) expect(size).not.toBe(first[index]);
  await screen.reload();
  await expect.element(screen.log("/tmp/a.log")).toBeVisible();
  await expect.poll(sizes).toEqual(changed);
});

test("without panes in the address the last ones are restored", async () => {
  const screen = await open({ panes: eight });
  await button(screen, "Close /tmp/c.log").click();
  await count(screen, "7 log panes");
  // Unsaved panes are restored from the address alone.
  const saved = () =>
    screen.bff
      .calls(sessionOperations.updatePreference)
      .flatMap(({ params, body }) => (params.name === "workbench" ? [JSON.stringify(body)] : []));
  await expect.poll(() => saved().at(-1) ?? "/tmp/c.log").not.toContain("/tmp/c.log");
  window.history.replaceState(null, "", "/browsers/session-one");
  await screen.reload();
  await count(screen, "7 log panes");
  await expect.poll(screen.address).toMatch(/panes=/);
});

test("the address has the panes that are shown, also the usual ones, for whoever has others", async () => {
  const screen = await open({});
  await expect.poll(screen.address).toBe("/browsers/session-one?panes=s.chromium");
  await expect.element(screen.log("chromium")).toMatchTextContent("Chromium says so");
});

test("a link without panes keeps its time lock beside the last panes, which had none", async () => {
  const screen = await open({ panes: "p./tmp/a.log*g*p./tmp/b.log" });
  await button(screen, "Close /tmp/b.log").click();
  await count(screen, "1 log pane");
  window.history.replaceState(null, "", "/browsers/session-one?lock=on");
  await screen.reload();
  await expect.poll(screen.address).toBe("/browsers/session-one?lock=on&panes=p.%2Ftmp%2Fa.log");
});

test("the time lock of the last panes is restored with the usual panes, too", async () => {
  const screen = await open({ panes: "s.chromium*g*p./tmp/b.log", lock: "on" });
  await button(screen, "Close /tmp/b.log").click();
  await count(screen, "1 log pane");
  window.history.replaceState(null, "", "/browsers/session-one");
  await screen.reload();
  await expect.poll(screen.address).toBe("/browsers/session-one?lock=on&panes=s.chromium");
});

test("panes of another browser have its name, and its id on demand", async () => {
  const screen = await open({ panes: "s.chromium*c*S.session-two.chromium*P.session-two./tmp/d.log" });
  await count(screen, "3 log panes");
  const tab = screen.getByRole("tab", { name: "chromium session-two" });
  await expect.element(tab).toBeVisible();
  screen.bff.list(inventoryOperations.listInventory, ({ query }) =>
    query.get("query") === "session-two"
      ? [inventoryItemOf("session", "session-two", { name: "the slow one" })]
      : [],
  );
  await screen.reload();
  const named = screen.getByRole("tab", { name: "chromium the slow one" });
  await expect.element(named.getByTitle("session-two")).toBeVisible();
  await press(screen.pane("chromium").first().getByRole("button", { name: "More" }));
  await expect
    .element(screen.getByRole("menuitem", { name: "chromium · the slow one, /tmp/d.log · the slow one" }))
    .toBeVisible();
});

test("panes are added, moved, shifted, merged and split by keyboard only", async () => {
  const screen = await open({ panes: "s.chromium" });
  const add = screen.getByRole("dialog", { name: "Add pane" });
  const path = add.getByRole("combobox", { name: "Path in the browser" });
  await expect.element(screen.pane("chromium")).toBeVisible();
  await choose(screen, "Other log or file…");
  await press(add.getByRole("combobox", { name: "Source" }));
  await press(screen.getByRole("option", { name: "File path" }));
  await path.fill("tmp/a.log");
  await press(add.getByRole("button", { name: "Add pane" }));
  await expect.element(add.getByText("The path must be an absolute path, starting with /.")).toBeVisible();
  await path.fill("/tmp/a.log");
  await press(add.getByRole("button", { name: "Add pane" }));
  await expect.element(add).not.toBeInTheDocument();
  await expect.element(screen.log("/tmp/a.log")).toMatchTextContent("first line of /tmp/a.log");

  // Another session is suggested.
  await choose(screen, "Other log or file…");
  const whose = add.getByRole("combobox", { name: "Browser" });
  await whose.fill("session-t");
  await expect.element(screen.getByRole("option", { name: "session-two" })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(whose).toHaveValue("session-two");
  await press(add.getByRole("button", { name: "Add pane" }));
  await count(screen, "3 log panes");

  // Moved into another group it is a tab, with its lines.
  await press(screen.pane("/tmp/a.log").getByRole("button", { name: "More" }));
  await expect.element(screen.getByRole("menuitem", { name: "chromium · session-two" })).toBeVisible();
  await press(screen.getByRole("menuitem", { name: "chromium", exact: true }));
  await expect
    .element(screen.getByRole("tab", { name: "/tmp/a.log" }))
    .toHaveAttribute("aria-selected", "true");
  await expect.element(screen.log("/tmp/a.log")).toMatchTextContent("first line of /tmp/a.log");
  await chooseIn(screen, "/tmp/a.log", "Move to a new split right");
  await expect.element(screen.getByRole("separator", { name: "Width of log column 1" })).toBeVisible();

  await press(screen.getByRole("switch", { name: "Time lock", exact: true }), " ");
  await chooseIn(screen, "/tmp/a.log", "Shift in time…");
  const shift = screen.getByRole("textbox", { name: "Shift in ms" });
  await press(shift, "{ArrowDown>5/}");
  await expect.element(shift).toHaveValue("-250");
  await press(screen.getByRole("dialog").getByRole("button", { name: "Close" }));
  await expect.element(button(screen, "Shift of /tmp/a.log: −250 ms")).toBeVisible();
  expect(screen.address()).toMatch(/k\.-250/);
  expect(screen.address()).toMatch(/lock=on/);
  await screen.reload();
  await expect.element(button(screen, "Shift of /tmp/a.log: −250 ms")).toBeVisible();

  await choose(screen, "Merge panes…");
  await press(button(screen, "Merge 3 panes"));
  await count(screen, "1 log pane");
  await expect.poll(() => screen.panes.elements()).toHaveLength(1);
  await press(screen.panes.getByRole("button", { name: "More" }));
  await press(screen.getByRole("menuitem", { name: /^Split/ }));
  await expect.poll(() => screen.getByRole("tab", { name: /chromium|a\.log/ }).elements()).toHaveLength(3);
  await press(screen.getByRole("tab", { name: "/tmp/a.log" }), "{Delete}");
  await count(screen, "2 log panes");
});

test("every pane goes on where it was after the hourly rotation, and when a pane is added", async () => {
  const screen = await open({ panes: "p./tmp/a.log*g*p./tmp/b.log" });
  const logs = ["/tmp/a.log", "/tmp/b.log"] as const;
  const linesOf = (log: string) =>
    [...screen.log(log).element().querySelectorAll("[data-row]")].flatMap(
      (row) => /(first line of|line) \S+$/.exec(row.textContent)?.[0] ?? [],
    );
  const write = (word: string) => {
    for (const log of logs) screen.live.write("session-one", log, [`line ${word}`]);
  };
  const show = async (...suffixes: readonly string[]) => {
    for (const log of logs)
      await expect
        .poll(() => linesOf(log))
        .toEqual([`first line of ${log}`, ...suffixes.map((word) => `line ${word}`)]);
  };
  await show();
  write("one");
  await show("one");
  screen.live.rotate();
  write("two");
  await show("one", "two");
  const cursors = () =>
    screen.bff
      .calls(liveOperations.watchLive)
      .at(-1)
      ?.query.getAll("topic")
      .flatMap((value) => splitTopicRequest(value).cursor ?? []);
  expect(cursors()).toEqual(["one:2", "one:2"]);

  await choose(screen, "Other log or file…");
  await press(screen.getByRole("dialog", { name: "Add pane" }).getByRole("button", { name: "Add pane" }));
  await expect.element(screen.log("chromium")).toMatchTextContent("Chromium says so");
  expect(cursors()).toEqual(["one:3", "one:3"]);
  write("three");
  await show("one", "two", "three");
});

test("a merged pane has the lines of all its logs by time, each with its source", async () => {
  const screen = await openSession({
    query: { panes: "p./tmp/a.log*m*p./tmp/b.log" },
    prepare: (_, live) => {
      live.write("session-one", "/tmp/a.log", ["one", "two"], Date.UTC(2026, 1, 1, 10, 0, 0));
      live.write("session-one", "/tmp/b.log", ["between"], Date.UTC(2026, 1, 1, 10, 0, 0));
      live.write("session-one", "/tmp/a.log", ["three"], Date.UTC(2026, 1, 1, 10, 0, 2));
      live.write("session-one", "/tmp/b.log", ["last"], Date.UTC(2026, 1, 1, 10, 0, 3));
    },
  });
  const log = screen.log("/tmp/a.log + 1");
  await expect.element(log).toMatchTextContent(/one.*three.*last/s);
  await expect.element(log).toMatchTextContent(/b\.log.*between/s);
});

test("time-locked panes scroll together, and separately when unlocked", async () => {
  const steps = Array.from({ length: 200 }, (_, index) => `step ${index + 1}`);
  const screen = await openSession({
    query: { panes: "p./tmp/early.log*g*p./tmp/late.log", lock: "on" },
    prepare: (_, live) => {
      for (const file of ["/tmp/early.log", "/tmp/late.log"])
        for (const [index, step] of steps.entries())
          live.write("session-one", file, [step], Date.UTC(2026, 1, 1) + index * 20);
    },
  });
  const [leading, led] = [screen.log("/tmp/early.log"), screen.pane("/tmp/late.log")];
  const newest = led.getByText("step 200", { exact: true });
  const paused = led.getByRole("button", { name: /^(?:Paused|To the end)/ });
  await expect.element(newest).toBeVisible();
  const wheelUp = () => leading.wheel({ delta: { y: -1_500 } });
  await wheelUp();
  await expect.element(paused).toBeVisible();
  await expect.element(newest).not.toBeInTheDocument();

  await paused.click();
  await expect.element(newest).toBeVisible();
  const locked = screen.getByRole("switch", { name: /^Time lock/ });
  await locked.click();
  await expect.element(locked).not.toBeChecked();
  const stood = leading.element().scrollTop;
  await wheelUp();
  await expect.poll(() => leading.element().scrollTop).toBeLessThan(stood);
  await expect.element(newest).toBeVisible();
});

test("a link is parsed leniently, and skipped parts are reported", async () => {
  const screen = await open({ panes: "zz*p./tmp/a.log*k.x" });
  await expect.element(screen.pane("/tmp/a.log")).toBeVisible();
  await expect
    .element(screen.getByRole("status").filter({ hasText: "Parts of this link are invalid" }))
    .toMatchTextContent("zz");
});

test.for([
  ["path", "//"],
  ["path", "/tmp/../etc/passwd"],
  ["path", "/tmp/a\nb"],
  ["supervisor_process", "a\tb"],
] as const)("a single log that the API would refuse is reported as ignored: %s %j", async ([name, value]) => {
  const screen = await open({
    source: name === "path" ? name : "supervisor",
    [name]: value,
  });
  await expect
    .element(screen.getByRole("status").filter({ hasText: "Parts of this link are invalid" }))
    .toMatchTextContent(/must be/);
  await expect.element(screen.pane("chromium")).toBeVisible();
});

test("another log is selected by its path, the address stores it, and an unreadable one is reported", async () => {
  const screen = await open({ panes: "s.chromium" });
  screen.live.become("session-one", "/no/such/file.log", "unavailable", "There is no such file.");
  await button(screen, /change the log of chromium/).click();
  const panel = screen.getByRole("dialog", { name: "Choose a log" });
  await panel.getByRole("combobox", { name: "Source" }).click();
  await screen.getByRole("option", { name: "File path" }).click();
  await panel.getByRole("combobox", { name: "Path in the browser" }).fill("/no/such/file.log");
  await panel.getByRole("button", { name: "Show this log" }).click();
  const pane = screen.pane("/no/such/file.log");
  await expect.element(pane.getByRole("status").filter({ hasText: "unavailable" })).toBeVisible();
  await expect.element(pane).toMatchTextContent("This log could not be loaded. There is no such file.");
  await screen.reload();
  await expect.element(pane.getByRole("status").filter({ hasText: "unavailable" })).toBeVisible();
});

test("closing a pane moves the focus, and without a pane the page offers one", async () => {
  const screen = await open({ panes: "p./tmp/a.log" });
  await expect.element(screen.log("/tmp/a.log")).toBeVisible();
  await press(button(screen, "Close /tmp/a.log"));
  await expect.element(screen.getByText("No panes open")).toBeVisible();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
  await button(screen, "Show chromium log").click();
  await expect.element(screen.log("chromium")).toMatchTextContent("Chromium says so");
});

test("the dialogs and menus of panes have no accessibility violation", async () => {
  const screen = await open({ panes: "s.chromium*g*p./tmp/b.log", lock: "on" });
  await expect.element(screen.log("/tmp/b.log")).toMatchTextContent("first line");
  expect(await axeViolationsIn(screen.container)).toEqual([]);
  const more = () => screen.pane("/tmp/b.log").getByRole("button", { name: "More" }).click();
  const add = () => button(screen, "Add or merge panes").click();
  const item = (name: string) => screen.getByRole("menuitem", { name }).click();
  const overlays = [
    [[more], screen.getByRole("menu")],
    [[more, () => item("Shift in time…")], screen.getByRole("dialog", { name: "Shift /tmp/b.log in time" })],
    [[add], screen.getByRole("menu")],
    [[add, () => item("Merge panes…")], screen.getByRole("dialog", { name: "Merge panes" })],
    [[add, () => item("Other log or file…")], screen.getByRole("dialog", { name: "Add pane" })],
  ] as const;
  for (const [clicks, overlay] of overlays) {
    for (const click of clicks) await click();
    await expect.element(overlay).toBeVisible();
    expect(await axeViolationsIn(overlay.element())).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await expect.element(overlay).not.toBeInTheDocument();
  }
  await button(screen, "Hide live view and details").click();
  await expect.element(button(screen, "Show live view and details")).toBeVisible();
  expect(await axeViolationsIn(screen.container)).toEqual([]);
});

test("on a phone one pane is visible at a time, all are reachable by tabs, nothing overflows", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const screen = await open({ panes: eight });
  await expect.poll(() => screen.panes.elements()).toHaveLength(1);
  await screen.getByRole("tablist", { name: "Logs" }).getByRole("tab", { name: "/tmp/c.log" }).click();
  await expect.element(screen.log("/tmp/c.log")).toMatchTextContent("first line of /tmp/c.log");
  await expect.poll(() => screen.panes.elements()).toHaveLength(1);
  expect(screen.log("/tmp/c.log").element().clientHeight).toBeGreaterThan(200);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  // The page writes its panes to every address: only a link to a log puts the logs first.
  expect(topIn(screen, "Live view and details")).toBeLessThan(topIn(screen, "Logs"));
  expect(await axeViolationsIn(screen.container)).toEqual([]);
});

test("on a phone a link to a log shows the logs before the live view", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const screen = await open({ source: "path", path: "/tmp/c.log" });
  await expect.poll(() => screen.panes.elements()).toHaveLength(1);
  expect(topIn(screen, "Logs")).toBeLessThan(topIn(screen, "Live view and details"));
});

test("the menu offers the logs that the session is known to have and that no pane shows", async () => {
  const screen = await openSession({
    query: { panes: "s.chromium" },
    prepare: (bff) => {
      new ScriptedStoredLogs(bff).add(
        logTopic({ sessionId: "session-one", log: { source: "path", path: "/var/log/agent.log" } }),
        ["one line"],
        {},
      );
      bff.list(operations.listFiles, ({ query }) =>
        query.get("path") === "/var/log/app"
          ? ["agent.log", "old"].map((name) => ({
              name,
              path: `/var/log/app/${name}`,
              size_bytes: 1,
              is_dir: name === "old",
              mod_time: "2026-01-02T03:04:05Z",
              mode: "-rw-r-----",
            }))
          : [],
      );
    },
  });
  await expect.element(screen.log("chromium")).toBeVisible();
  expect(screen.bff.calls(operations.listFiles)).toEqual([]);
  await press(button(screen, "Add or merge panes"));
  const names = () =>
    screen
      .getByRole("menuitem")
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(names)
    .toEqual([
      "/var/log/agent.logfile",
      ...["nekoprocess", "xorgprocess", "mutterprocess", "dbusprocess", "pulseaudioprocess"],
      "/var/log/app/agent.logfile",
      ...["Network", "Console", "Activity"],
      ...["Other log or file…", "Merge panes…There is only one pane."],
    ]);
  await press(screen.getByRole("menuitem", { name: /log\/agent\.log/ }));
  await expect.element(screen.log("/var/log/agent.log")).toMatchTextContent("one line");
  expect(screen.address()).toBe("/browsers/session-one?panes=s.chromium*g*p.%2Fvar%2Flog%2Fagent.log");
});
