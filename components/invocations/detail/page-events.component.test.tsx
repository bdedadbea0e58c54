// The page of a failed invocation with what its browser's page did: failed requests and page errors.
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LiveConnection } from "@/components/layout/live-connection";
import { logTopic } from "@/lib/bff/live";
import { liveOperations } from "@/lib/bff/operations/live";
import { browserOperations } from "@/lib/contract/operations/browsers";
import { lineHash } from "@/lib/live/line-hash";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { InvocationBackend } from "@/tests/support/component/invocation-backend";
import { renderView } from "@/tests/support/component/render-view";
import { problem } from "@/tests/support/component/scripted-bff";
import { ScriptedLiveStream } from "@/tests/support/component/scripted-live-stream";
import { chromiumTopic, ScriptedStoredLogs } from "@/tests/support/component/scripted-stored-logs";
import { checkoutTelemetry } from "@/tests/support/component/telemetry-lines";
import { InvocationView } from "./invocation-view.tsx";

const sessionId = "s00000000000000000000001";
const telemetry = logTopic({ sessionId, log: { source: "telemetry" } });
const startMs = checkoutTelemetry[0]?.atMs ?? 0;
const at = (second: number) => startMs + second * 1_000;
const response = "[error] [network] GET https://shop.example/api/address 502 Bad Gateway";

interface Options {
  role?: "operator" | "viewer";
  query?: string;
  /** Its telemetry; undefined: the upstream has none. */
  events?: typeof checkoutTelemetry | undefined;
}

/** A checkout that failed after eight seconds, in a browser that served others before and after. */
async function open({ role = "operator", query = "", ...options }: Options = {}) {
  const events = "events" in options ? options.events : checkoutTelemetry;
  const backend = new InvocationBackend();
  const { id } = backend.add({
    status: "failed",
    status_reason: "#pay not enabled",
    started_at: new Date(at(0.5)).toISOString(),
    finished_at: new Date(at(8)).toISOString(),
  });
  backend.recorded.set(id, [{ session_id: sessionId, seen_ms: at(0.5) }]);
  backend.bff.on(browserOperations.retrieveBrowser, () => problem(404, "not_found", "no such session"));
  const live = new ScriptedLiveStream(backend.bff);
  const own = logTopic({ invocationId: id });
  live.writeTo(own, ["step 1"], at(0.6));
  live.writeTo(own, ["step 2"], at(3));
  live.writeTo(own, ["ERROR #pay not enabled"], at(7.9));
  live.setState(own, "ended", "The invocation has ended.");
  for (const { atMs, text } of events ?? []) live.writeTo(telemetry, [text], atMs);
  if (events === undefined) live.setState(telemetry, "unavailable", "This API has no telemetry.");
  const screen = await renderView(
    <LiveConnection>
      <InvocationView id={id} />
    </LiveConnection>,
    { at: `/invocations/${id}${query}`, params: { id }, bff: backend.bff, role },
  );
  // The stream of this page is not the next page's.
  onTestFinished(() => void window.dispatchEvent(new PageTransitionEvent("pagehide")));
  const log = screen.getByRole("region", { name: "Log lines" });
  /** Source and message of the rows of the log. */
  const shown = () =>
    [...log.element().querySelectorAll("[data-row]")]
      .map((row) =>
        [row.querySelector("[title^=From]")?.textContent, row.lastElementChild?.textContent]
          .filter(Boolean)
          .join(" "),
      )
      .filter((text) => !text.startsWith("Log ended"));
  return Object.assign(screen, { id, backend, live, log, shown });
}

const address = "network GET https://shop.example/api/address 502 Bad Gateway";
const allLines = [
  "step 1",
  address,
  "console Uncaught HttpError: 502",
  "step 2",
  address,
  "network https://shop.example/pixel.gif net::ERR_CONNECTION_RESET",
  address,
  "console No address after 3 tries",
  "#pay not enabled",
];

test("failed requests and page errors stand among the lines of the log, from the first one on", async () => {
  const screen = await open();
  await expect.poll(screen.shown).toEqual(allLines.slice(1));
  await expect.element(screen.log.getByText("times received")).not.toBeInTheDocument();
  await screen.log.getByRole("button", { name: /^Only from .*\. Show all times$/ }).click();
  await expect.poll(screen.shown).toEqual(allLines);
  await expect.element(screen.log).toMatchTextContent("Log ended · The invocation has ended.");
  await expect.element(screen.getByRole("img", { name: "9 log lines, with errors" })).toBeVisible();
  // A page error has its stack.
  await screen.log.getByText("Uncaught HttpError: 502").click();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.log).toMatchTextContent("at loadAddresses (address.js:27:16)");
});

test("a link to one of these lines opens at it", async () => {
  const time = new Date(at(2.64)).toISOString();
  const screen = await open({ query: `?${new URLSearchParams({ at: time, line: lineHash(response) })}` });
  await expect.poll(screen.shown).toEqual(allLines);
  await expect
    .poll(() => screen.log.element().querySelector("[data-emphasis]")?.textContent)
    .toContain("/api/address 502");
  await expect.element(screen.getByText(/is no longer stored/)).not.toBeInTheDocument();
});

test("with the logs of its browsers, they are among the lines of their browser", async () => {
  const screen = await open({ query: "?during=all" });
  await expect.poll(screen.shown).toEqual(allLines);
  screen.live.write(sessionId, "chromium", ["Chromium says so"], at(4));
  await screen.log.getByRole("button", { name: "Browser logs" }).click();
  await expect.element(screen.log).toMatchTextContent(/step 1.*502 Bad.*step 2.*Chromium says so.*pixel/s);
  const row = [...screen.log.element().querySelectorAll("[data-row]")].find((each) =>
    each.textContent?.includes("pixel.gif"),
  );
  expect(row?.textContent).toContain("s00000…00001");
});

test("the failure names the request that failed most often, with the way to all failed ones", async () => {
  const screen = await open();
  const failure = screen.getByRole("region", { name: "#pay not enabled" });
  await expect
    .element(failure.getByText(/^Before it/))
    .toMatchTextContent("Before it, GET /api/address failed 3 times with 502.");
  await expect
    .element(failure.getByRole("link", { name: "GET /api/address failed 3 times" }))
    .toHaveAttribute("href", `/browsers/${sessionId}?source=telemetry&view=network&failed=only`);
});

test("a lane has the requests; keys and pointer reach each, a click shows the log of its time and the way to it", async () => {
  const screen = await open();
  const lane = screen.getByRole("group", { name: "13 requests, 4 failed" });
  await expect.element(lane).toBeVisible();
  expect(await axeViolationsIn(screen.getByRole("region", { name: "Timeline" }).element())).toEqual([]);
  const first = lane.getByRole("button").first();
  await expect.element(first).toBeVisible();
  first.element().focus();
  await userEvent.keyboard("{End}{ArrowLeft}{ArrowLeft}");
  await expect
    .element(screen.getByRole("tooltip"))
    .toMatchTextContent(/^GET \/pixel\.gif · net::ERR_CONNECTION_RESET in 610 ms · 03:09:03\.100/);
  await userEvent.keyboard("{Enter}");
  const details = page.getByRole("dialog", { name: /^GET \/pixel\.gif/ });
  await expect.element(details).toMatchTextContent("https://shop.example/pixel.gif");
  await expect.element(screen.getByRole("tooltip")).not.toBeInTheDocument();
  expect(screen.address()).toContain(`during=${at(4.1)}-${at(6.71)}`);
  const link = new URL(
    details.getByRole("link", { name: "Open in Network" }).element().getAttribute("href") ?? "",
    location.href,
  );
  expect(link.pathname).toBe(`/browsers/${sessionId}`);
  expect(Object.fromEntries(link.searchParams)).toEqual({
    source: "telemetry",
    view: "network",
    at: new Date(at(5.71)).toISOString(),
    line: lineHash("[error] [network] https://shop.example/pixel.gif net::ERR_CONNECTION_RESET"),
  });
  await expect.poll(screen.shown).toEqual(allLines.slice(4, 6));
});

/** A running invocation whose browser captures network; `store` stores logs of an earlier use of it. */
async function openRunning(store?: (stored: ScriptedStoredLogs) => void) {
  const backend = new InvocationBackend();
  const startedMs = Date.now() - 5_000;
  const { id } = backend.add({ status: "running", started_at: new Date(startedMs).toISOString() });
  const captured = { browser: { network: { enabled: true } } };
  backend.sessions.set(id, [{ session_id: sessionId, telemetry: captured }]);
  const live = new ScriptedLiveStream(backend.bff);
  live.writeTo(logTopic({ invocationId: id }), ["step 1"], startedMs + 1_000);
  store?.(new ScriptedStoredLogs(backend.bff));
  const screen = await renderView(
    <LiveConnection>
      <InvocationView id={id} />
    </LiveConnection>,
    { at: `/invocations/${id}`, params: { id }, bff: backend.bff },
  );
  onTestFinished(() => void window.dispatchEvent(new PageTransitionEvent("pagehide")));
  const log = screen.getByRole("log");
  await expect.element(log).toMatchTextContent("step 1");
  await expect.element(screen.getByText("Network", { exact: true })).not.toBeInTheDocument();
  const data = { request_id: "1", method: "GET", url: "https://shop.example/api/cart" };
  const happen = (seq: number, status = 500) => {
    const ts = Date.now() * 1_000;
    const event = {
      category: "network",
      type: "network_response",
      ts,
      source: { kind: "cdp" },
      data: { ...data, status },
    };
    live.writeTo(telemetry, [JSON.stringify({ seq, event })]);
  };
  return Object.assign(screen, { backend, live, log, happen, own: logTopic({ invocationId: id }) });
}

test("what happens in a running browser comes as it happens", async () => {
  const { happen, log, getByRole } = await openRunning();
  happen(1);
  await expect.element(log).toMatchTextContent(/step 1.*GET https:\/\/shop\.example\/api\/cart 500/s);
  await expect.element(getByRole("group", { name: "1 request, 1 failed" })).toBeVisible();
  happen(2);
  await expect.element(getByRole("group", { name: "2 requests, 2 failed" })).toBeVisible();
  await expect.poll(() => log.element().textContent?.split("/api/cart 500").length).toBe(3);
});

test("what happens in a pool's browser comes also where the logs of its earlier use are stored as ended", async () => {
  const { happen, log, getByRole, live } = await openRunning((stored) => {
    stored.add(telemetry, [
      JSON.stringify({ seq: 4, event: { category: "page", type: "page_load", ts: 1 } }),
    ]);
    stored.add(chromiumTopic(sessionId), ["a line of the last holder"]);
  });
  happen(5);
  await expect.element(getByRole("group", { name: "1 request, 1 failed" })).toBeVisible();
  await expect.element(log).toMatchTextContent(/step 1.*GET https:\/\/shop\.example\/api\/cart 500/s);
  await getByRole("button", { name: "Browser logs" }).click();
  await expect.element(log).toMatchTextContent("a line of the last holder");
  live.write(sessionId, "chromium", ["a line of this invocation"]);
  await expect.element(log).toMatchTextContent(/a line of the last holder.*a line of this invocation/s);
});

test.each([
  ["the first event", []],
  ["one after others", [200]],
])("the log stays paused at its line when a request fails, %s", async (_, before) => {
  const { happen, log, getByRole, live, own } = await openRunning();
  live.writeTo(own, ["step 2"]);
  await log.getByText("step 2").click();
  const paused = getByRole("button", { name: /^(?:Paused|To the end)/ });
  await expect.element(paused).toBeVisible();
  for (const [index, status] of before.entries()) {
    happen(index + 1, status);
    await expect.element(getByRole("group", { name: "1 request, 0 failed" })).toBeVisible();
  }
  happen(before.length + 1);
  await expect.element(getByRole("group", { name: /, 1 failed$/ })).toBeVisible();
  await expect.element(paused).toMatchTextContent("1 new");
  await expect.element(log).not.toMatchTextContent("/api/cart 500");
  await paused.click();
  await expect.element(log).toMatchTextContent(/step 1.*step 2.*api\/cart 500/s);
});

test.each([
  ["an upstream without telemetry", { events: undefined }],
  ["a browser without it", { events: [] }],
  ["a viewer", { role: "viewer" as const }],
])("%s: the log as it is, without a lane or a note", async (_, options) => {
  const screen = await open(options);
  await expect.poll(screen.shown).toEqual(["#pay not enabled"]);
  await expect.element(screen.getByRole("img", { name: "3 log lines, with errors" })).toBeVisible();
  // The stream has answered for all topics that the page will ask for.
  await expect.poll(() => screen.backend.bff.calls(liveOperations.watchLive).length).toBeGreaterThan(0);
  await expect.element(screen.getByText("Network", { exact: true })).not.toBeInTheDocument();
  await expect.element(screen.getByText(/^Before it/)).not.toBeInTheDocument();
  await expect.element(screen.getByText(/telemetry/i)).not.toBeInTheDocument();
  const topics = screen.backend.bff
    .calls(liveOperations.watchLive)
    .flatMap(({ query }) => query.getAll("topic").map((topic) => topic.split("@")[0]));
  expect(topics.includes(telemetry)).toBe(!("role" in options));
});
