// The page of one invocation over scripted responses: timeline, usual duration, neighbours, and comparison.
import { useParams } from "next/navigation";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LiveConnection } from "@/components/layout/live-connection";
import type { SimilarFailures } from "@/lib/bff/insight";
import { logTopic } from "@/lib/bff/live";
import { auditOperations } from "@/lib/bff/operations/audit";
import { insightOperations } from "@/lib/bff/operations/insight";
import { inventoryOperations } from "@/lib/bff/operations/inventory";
import { sessionOriginOperations } from "@/lib/bff/operations/session-origin";
import { browserOperations } from "@/lib/contract/operations/browsers";
import { invocationBrowserOperations } from "@/lib/contract/operations/invocation-browsers";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { shortId } from "@/lib/format/short-id";
import { lineHash } from "@/lib/live/line-hash";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { inventoryItemOf } from "@/tests/support/component/inventory-fixtures";
import { InvocationBackend } from "@/tests/support/component/invocation-backend";
import { type RenderOptions, renderView } from "@/tests/support/component/render-view";
import { problem } from "@/tests/support/component/scripted-bff";
import { ScriptedLiveStream } from "@/tests/support/component/scripted-live-stream";
import { InvocationView } from "./invocation-view.tsx";

/** The page of the invocation in the address. */
function InvocationOfAddress() {
  const { id = "" } = useParams<{ id: string }>();
  return <InvocationView id={id} />;
}

async function open(backend: InvocationBackend, id: string, query = "", options: RenderOptions = {}) {
  const live = new ScriptedLiveStream(backend.bff);
  const screen = await renderView(
    <LiveConnection>
      <InvocationOfAddress />
    </LiveConnection>,
    {
      at: `/invocations/${id}${query}`,
      params: { id },
      bff: backend.bff,
      ...options,
    },
  );
  // The stream of this page is not the next page's.
  onTestFinished(() => void window.dispatchEvent(new PageTransitionEvent("pagehide")));
  return { ...screen, live };
}

/** Five searches that succeeded; the newest one before them failed. */
function searches() {
  const backend = new InvocationBackend();
  for (const query of ["oak", "lamp", "camera", "chair", "desk"])
    backend.add({
      payload: JSON.stringify({ query }, null, 1),
      output: JSON.stringify({ found: query }, null, 1),
    });
  backend.add({ version: "v2", status: "failed", payload: "{}" });
  return { backend, ids: [...backend.invocations.keys()] };
}

const sessionId = "s00000000000000000000001";

/** A running invocation whose browser began five seconds later, and is known to have ended once it is read by itself. */
function runningWithSession() {
  const backend = new InvocationBackend();
  const startedMs = Date.now() - 60_000;
  const { id } = backend.add({ status: "running", started_at: new Date(startedMs).toISOString() });
  const session = { session_id: sessionId, created_at: new Date(startedMs + 5_000).toISOString() };
  backend.sessions.set(id, [session]);
  backend.bff.one(browserOperations.retrieveBrowser, {
    ...session,
    deleted_at: new Date().toISOString(),
  });
  return { backend, id };
}

test("states and sessions share one axis, and are also a list", async () => {
  const { backend, id } = runningWithSession();
  const screen = await open(backend, id);
  const timeline = screen.getByRole("region", { name: "Timeline" });
  await expect.element(timeline.getByRole("img", { name: /^running from .* so far$/ })).toBeVisible();
  const active = timeline.getByRole("link", { name: /^Browser .*, active$/ });
  await expect.element(active).toHaveAttribute("href", `/browsers/${sessionId}`);
  await expect.element(timeline.getByText("No acts on it or its browsers")).toBeVisible();
  // It began five seconds after the invocation: to the right of it, on the same axis.
  const [bar, invocation] = [active, timeline.getByRole("img", { name: /^running/ })].map((each) =>
    each.element().getBoundingClientRect(),
  );
  expect((bar?.left ?? 0) - (invocation?.left ?? 0)).toBeGreaterThan(10);
  await timeline.getByText("As a list").click();
  const lines = timeline.getByRole("list", { name: "Timeline" }).getByRole("listitem");
  for (const pattern of [/running from/, /Browser /])
    await expect.poll(() => lines.filter({ hasText: pattern }).elements()).toHaveLength(1);
});

test("an invocation is cancelled after a confirmation, and the act is on its axis", async () => {
  const { backend, id } = runningWithSession();
  const screen = await open(backend, id);
  const timeline = screen.getByRole("region", { name: "Timeline" });
  const cancel = screen.getByRole("button", { name: /^Cancel invocation/ });
  await cancel.click();
  const dialog = screen.getByRole("alertdialog");
  await expect.element(dialog).toMatchTextContent("its browsers end");
  await expect.element(dialog.getByRole("button", { name: "Keep running" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(backend.bff.calls(invocationOperations.updateInvocation)).toEqual([]);
  await cancel.click();
  await dialog.getByRole("textbox", { name: /Reason/ }).fill("it goes on for ever");
  await dialog.getByRole("button", { name: "Cancel invocation" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(cancel).not.toBeInTheDocument();
  await expect.element(timeline.getByRole("img", { name: /^failed at / })).toBeVisible();
  const act = timeline.getByRole("link", { name: /ada cancelled it, "it goes on for ever"/ });
  await expect.element(act).toBeVisible();
  act.element().focus();
  await expect.element(screen.getByRole("tooltip")).toMatchTextContent("updateInvocation, answered 200");
  // An ended session is still listed, with a link.
  await expect
    .element(timeline.getByRole("link", { name: /^Browser .*, ended/ }))
    .toHaveAttribute("href", `/browsers/${sessionId}`);
  await timeline.getByText("As a list").click();
  const lines = timeline.getByRole("list", { name: "Timeline" }).getByRole("listitem");
  for (const pattern of [/running from/, /Browser /, /updateInvocation/, /failed$/])
    await expect.poll(() => lines.filter({ hasText: pattern }).elements()).toHaveLength(1);
  await act.click();
  await expect.poll(screen.address).toMatch(new RegExp(`^/audit\\?target=${id}&open=\\d+`));
});

test("an operator's end of its browser is on the axis among the acts on the invocation", async () => {
  const backend = new InvocationBackend();
  const startMs = Date.now() - 60_000;
  const { id } = backend.add({
    status: "failed",
    started_at: new Date(startMs).toISOString(),
    finished_at: new Date(startMs + 30_000).toISOString(),
  });
  backend.recorded.set(id, [{ session_id: sessionId, seen_ms: startMs }]);
  backend.bff.one(browserOperations.retrieveBrowser, {
    session_id: sessionId,
    created_at: new Date(startMs - 1_000).toISOString(),
    deleted_at: new Date(startMs + 50_000).toISOString(),
    pool: { id: "p" },
  });
  const answered = { role: "operator", ip: "", phase: "answered", code: null } as const;
  backend.audit.push(
    {
      ...answered,
      seq: 1,
      request_id: "q1",
      at_ms: startMs,
      actor: "ann",
      status: 202,
      reason: "",
      action: "createInvocation",
      target: id,
    },
    {
      ...answered,
      seq: 2,
      request_id: "q2",
      at_ms: startMs + 29_000,
      actor: "ann",
      status: 204,
      action: "deleteBrowser",
      target: sessionId,
      reason: "hangs",
    },
  );
  const screen = await open(backend, id);
  const timeline = screen.getByRole("region", { name: "Timeline" });
  // The newest of a browser of a pool may be of later invocations.
  await expect
    .poll(() =>
      backend.bff
        .calls(auditOperations.listAudit)
        .filter(({ query }) => query.get("target") === sessionId)
        .map(({ query }) => [query.get("since"), query.get("until")])
        .at(-1),
    )
    .toEqual([0, 30_001].map((ms) => new Date(startMs + ms).toISOString()));
  await expect
    .element(timeline.getByRole("link", { name: /ann ended browser s00000…00001, "hangs"$/ }))
    .toHaveAttribute("href", `/audit?target=${sessionId}&open=2`);
  await timeline.getByText("As a list").click();
  const acts = timeline
    .getByRole("list", { name: "Timeline" })
    .getByRole("listitem")
    .filter({ hasText: "ann" });
  await expect
    .poll(() => acts.elements().map((each) => each.textContent))
    .toEqual([
      expect.stringMatching(/ann invoked it · createInvocation, answered 202$/),
      expect.stringMatching(/ann ended browser s00000…00001, "hangs" · deleteBrowser, answered 204$/),
    ]);
});

test("no acts are said to be missing before the browsers of an ended invocation are known", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "failed" });
  const isRead = Promise.withResolvers<void>();
  backend.bff.one(sessionOriginOperations.listRecordedBrowsers, async () => {
    await isRead.promise;
    return { browsers: [] };
  });
  const screen = await open(backend, id);
  const timeline = screen.getByRole("region", { name: "Timeline" });
  await expect
    .poll(() => backend.bff.calls(auditOperations.listAudit).map(({ query }) => query.get("target")))
    .toContain(id);
  await expect.element(timeline.getByTitle("loading…", { exact: true })).toBeVisible();
  isRead.resolve();
  await expect.element(timeline.getByText("No acts", { exact: true })).toBeVisible();
});

/** The `until` of each read of the audit of a browser, as milliseconds since `startMs`; null without one. */
const auditReadsOf = ({ bff }: InvocationBackend, browser: string, startMs: number) =>
  bff
    .calls(auditOperations.listAudit)
    .filter(({ query }) => query.get("target") === browser)
    .map(({ query }) => query.get("until"))
    .map((until) => until && Date.parse(until) - startMs);

test("the acts on the browsers of an ended invocation are read once, when all their ends are known", async () => {
  const backend = new InvocationBackend();
  const startMs = Date.now() - 60_000;
  const timeOf = (ms: number) => new Date(startMs + ms).toISOString();
  const { id } = backend.add({ status: "failed", started_at: timeOf(0), finished_at: timeOf(20_000) });
  const ends = new Map([
    ["first", 30_000],
    ["second", 40_000],
  ]);
  backend.recorded.set(
    id,
    [...ends.keys()].map((session_id) => ({ session_id, seen_ms: startMs })),
  );
  const isRead = Promise.withResolvers<void>();
  backend.bff.one(browserOperations.retrieveBrowser, async ({ params: { id: session_id = "" } }) => {
    if (session_id === "second") await isRead.promise;
    return { session_id, created_at: timeOf(1_000), deleted_at: timeOf(ends.get(session_id) ?? 0) };
  });
  const screen = await open(backend, id);
  const timeline = screen.getByRole("region", { name: "Timeline" });
  await expect.element(timeline.getByRole("link", { name: /^Browser first, .*, ended/ })).toBeVisible();
  await expect.element(timeline.getByTitle("loading…", { exact: true })).toBeVisible();
  isRead.resolve();
  await expect.element(timeline.getByText("No acts on it or its browsers")).toBeVisible();
  expect([...ends.keys()].map((browser) => auditReadsOf(backend, browser, startMs))).toEqual([
    [40_001],
    [40_001],
  ]);
});

test("the acts on the browsers stay on the axis while they are read for the last time", async () => {
  const { backend, id } = runningWithSession();
  const act = {
    request_id: "q1",
    action: "startReplay",
    target: sessionId,
    actor: "ann",
    reason: "",
  } as const;
  const answered = { role: "operator", ip: "", phase: "answered", status: 200, code: null } as const;
  backend.audit.push({ ...answered, ...act, seq: 1, at_ms: Date.now() - 30_000 });
  const read = backend.bff.handlerOf(auditOperations.listAudit);
  const isRead = Promise.withResolvers<void>();
  backend.bff.on(auditOperations.listAudit, async (call) => {
    if (call.query.get("until") !== null) await isRead.promise;
    return read(call);
  });
  const screen = await open(backend, id);
  const timeline = screen.getByRole("region", { name: "Timeline" });
  const mark = timeline.getByRole("link", { name: /ann started a recording/ });
  await expect.element(mark).toBeVisible();
  const element = mark.element();
  backend.sessions.delete(id);
  backend.change(id, { status: "failed", finished_at: new Date().toISOString() });
  await expect.poll(() => auditReadsOf(backend, sessionId, 0).at(-1)).toBeTruthy();
  await expect.element(timeline.getByRole("link", { name: /^Browser .*, ended/ })).toBeVisible();
  // It is the same one: it has not vanished meanwhile.
  expect(mark.elements()).toEqual([element]);
  isRead.resolve();
  await expect.element(mark).toBeVisible();
});

test("an invocation is polled until it ends, without a reload", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "queued", action_name: "crawl" });
  const screen = await open(backend, id);
  const main = screen.getByRole("main");
  await expect.element(screen.getByRole("heading", { level: 1, name: /crawl/ })).toBeVisible();
  await expect.element(main.getByText("queued", { exact: true }).first()).toBeVisible();
  backend.change(id, { status: "running" });
  backend.sessions.set(id, [{ session_id: sessionId }]);
  await expect.element(main.getByText("running", { exact: true }).first()).toBeVisible();
  const session = main.getByRole("link", { name: sessionId });
  await expect.element(session).toHaveAttribute("href", `/browsers/${sessionId}`);
  backend.sessions.delete(id);
  backend.change(id, { status: "succeeded", output: '{"pages":10}', finished_at: new Date().toISOString() });
  await expect.element(main.getByText("succeeded", { exact: true }).first()).toBeVisible();
  await expect.element(main.getByRole("treeitem", { name: "pages: 10" })).toBeVisible();
  await expect.element(session).toHaveAttribute("href", `/browsers/${sessionId}`);
});

test("an invocation that cannot be read again is shown as it was, and said to be not up to date", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "running", action_name: "crawl" });
  const screen = await open(backend, id);
  await expect.element(screen.getByRole("heading", { level: 1, name: /crawl/ })).toBeVisible();
  backend.bff.fail(
    invocationOperations.retrieveInvocation,
    503,
    "store_unavailable",
    "The database does not answer.",
  );
  const alert = screen.getByRole("alert").filter({ hasText: "The database does not answer." }).first();
  await expect.element(alert).toMatchTextContent("Not up to date");
  await expect.element(screen.getByRole("heading", { level: 1, name: /crawl/ })).toBeVisible();
});

test("an invocation that the API no longer has is shown as it was, and neither retried nor cancelled", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "running", action_name: "crawl" });
  const screen = await open(backend, id);
  const cancel = screen.getByRole("button", { name: /^Cancel invocation/ });
  await expect.element(cancel).toBeVisible();
  backend.bff.fail(invocationOperations.retrieveInvocation, 404, "not_found", "No such invocation.");
  const gone = screen.getByRole("alert").filter({ hasText: "This invocation no longer exists" });
  await expect.element(gone).toMatchTextContent("No such invocation.");
  await expect.element(gone.getByRole("button", { name: "Retry" })).not.toBeInTheDocument();
  await expect.element(cancel).not.toBeInTheDocument();
  await expect.element(screen.getByRole("heading", { level: 1, name: /crawl/ })).toBeVisible();
});

test("an invocation that the dashboard only cannot find any more is not said to be gone, and is polled until it ends", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "running", action_name: "crawl" });
  const read = backend.bff.handlerOf(invocationOperations.retrieveInvocation);
  const screen = await open(backend, id);
  const cancel = screen.getByRole("button", { name: /^Cancel invocation/ });
  await expect.element(cancel).toBeVisible();
  backend.bff.fail(
    invocationOperations.retrieveInvocation,
    404,
    "invocation_not_known",
    "It is neither listed by the API nor recorded by this dashboard.",
  );
  const alert = screen.getByRole("alert").filter({ hasText: "nor recorded by this dashboard" });
  await expect.element(alert).toMatchTextContent("Not up to date");
  await expect.element(cancel).toBeVisible();
  backend.change(id, { status: "succeeded", finished_at: new Date().toISOString() });
  backend.bff.on(invocationOperations.retrieveInvocation, read);
  await expect
    .element(screen.getByRole("main").getByText("succeeded", { exact: true }).first())
    .toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test("the header says which invocation it is, on a line that it has also while it is read", async () => {
  const backend = new InvocationBackend();
  const started_at = new Date(Date.now() - 720_000).toISOString();
  const invocation = backend.add({ action_name: "crawl", started_at });
  const read = Promise.withResolvers<Response>();
  backend.bff.on(invocationOperations.retrieveInvocation, () => read.promise);
  const screen = await open(backend, invocation.id);
  const title = screen.getByRole("heading", { level: 1 });
  const header = () => title.element().closest("header") ?? document.body;
  await expect.element(title).toMatchTextContent("Invocation");
  const height = header().getBoundingClientRect().height;
  read.resolve(Response.json(invocation));
  await expect.element(title).toMatchTextContent("crawl");
  expect(document.title).toBe(`crawl ${shortId(invocation.id)} · Fleetdeck`);
  await expect
    .poll(() => header().textContent)
    .toMatch(new RegExp(`storefront v1${invocation.id}12 min ago`));
  await expect.element(screen.getByRole("button", { name: "Copy invocation id" })).toBeVisible();
  expect(header().getBoundingClientRect().height).toBe(height);
  // Each is said once.
  const details = screen.getByRole("region", { name: "Details" });
  await expect.element(details).toMatchTextContent(/^Started/);
  await expect.element(details).not.toMatchTextContent("storefront");
});

test("an invocation that is queued for long says so, with what to do", async () => {
  const backend = new InvocationBackend();
  const started_at = new Date(Date.now() - 120_000).toISOString();
  const { id } = backend.add({ status: "queued", action_name: "crawl", started_at });
  const screen = await open(backend, id);
  const duration = screen.getByRole("region", { name: "Duration" });
  await expect
    .element(duration)
    .toMatchTextContent(/^Queued for .* longer than a minute: see what is running, or cancel it$/);
  await expect
    .element(duration.getByRole("link", { name: "see what is running" }))
    .toHaveAttribute("href", "/invocations?status=running");
});

test("the wait of a queued invocation is not compared with how long others ran", async () => {
  const { backend, ids } = searches();
  const { id } = backend.add({ status: "queued", started_at: new Date().toISOString() });
  const screen = await open(backend, ids[0] ?? "");
  const duration = screen.getByRole("region", { name: "Duration" });
  await expect.element(duration).toMatchTextContent(/usual .*p95/);
  await screen.unmount();
  const queued = await open(backend, id);
  const wait = queued.getByRole("region", { name: "Duration" });
  await expect.element(wait).toMatchTextContent(/^Queued for \S+ s$/);
});

test("the recorded browsers of an ended invocation are listed, linked and on its timeline", async () => {
  const backend = new InvocationBackend();
  const { id, started_at = "", finished_at = "" } = backend.add({ status: "failed" });
  backend.recorded.set(id, [
    { session_id: sessionId, seen_ms: Date.parse(started_at ?? "") },
    { session_id: "forgotten", seen_ms: Date.parse(started_at ?? "") + 400 },
  ]);
  backend.bff.on(browserOperations.retrieveBrowser, ({ params }) =>
    params.id === sessionId
      ? Response.json({ session_id: sessionId, created_at: started_at, deleted_at: finished_at })
      : problem(404, "not_found", "no such session"),
  );
  const screen = await open(backend, id);
  const browsers = screen.getByRole("region", { name: /^Browsers/ });
  await expect
    .element(browsers.getByRole("link", { name: sessionId, exact: true }))
    .toHaveAttribute("href", `/browsers/${sessionId}`);
  await expect.element(browsers.getByText(/^ended/)).toBeVisible();
  // When it was seen last is not recorded.
  await expect.element(browsers.getByText(/^first seen/)).toBeVisible();
  await expect.element(browsers.getByRole("link", { name: "Logs of browser forgotten" })).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: /^Browser .*, ended/ }))
    .toHaveAttribute("href", `/browsers/${sessionId}`);
});

test("an ended invocation without a recorded browser has a line for that, and another when it is unreadable", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "failed" });
  const screen = await open(backend, id);
  await expect.element(screen.getByText("No browser recorded for this invocation.")).toBeVisible();
  backend.bff.on(sessionOriginOperations.listRecordedBrowsers, () =>
    problem(503, "store_unavailable", "The database cannot be read."),
  );
  await screen.reload();
  await expect.element(screen.getByText("The browsers could not be loaded.").first()).toBeVisible();
});

test("a failure has no recorded browser only once both lists of its browsers were read", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "failed", status_reason: "the tunnel broke" });
  backend.recorded.set(id, [{ session_id: sessionId, seen_ms: Date.now() }]);
  const active = Promise.withResolvers<Response>();
  backend.bff.on(invocationBrowserOperations.listInvocationBrowsers, () => active.promise);
  const screen = await open(backend, id);
  screen.live.setState(logTopic({ invocationId: id }), "ended", "The invocation has ended.");
  const failure = screen.getByRole("region", { name: "the tunnel broke" });
  await expect.element(failure).toMatchTextContent("No log lines");
  await expect.element(failure).toMatchTextContent(/Browser\s*Loading…/);
  active.resolve(Response.json({ browsers: [] }));
  await expect.element(failure.getByRole("link", { name: sessionId })).toBeVisible();
});

test("a failure leads its page: reason, log lines, browser, and what failed in the same way", async () => {
  const backend = new InvocationBackend();
  const { id, started_at } = backend.add({ status: "failed", status_reason: "#pay not enabled after 30 s" });
  backend.recorded.set(id, [{ session_id: sessionId, seen_ms: Date.parse(started_at ?? "") }]);
  backend.bff.on(browserOperations.retrieveBrowser, () => problem(404, "not_found", "no such session"));
  const similar: SimilarFailures = {
    since_ms: 0,
    until_ms: 86_400_000,
    count: 12,
    others: 11,
    first_seen_ms: Date.now() - 3_600_000,
    versions: [
      { app_name: "storefront", version: "v2", count: 7 },
      { app_name: "storefront", version: "v1", count: 5 },
    ],
    sessions_known: 12,
    pools: [],
    proxies: [{ id: "proxy1", name: "res-eu-3", count: 12 }],
    trend: [1, 0, 11],
    complete: true,
    began_at_ms: 0,
    complete_from_ms: 0,
    gaps: [],
    last_good_at_ms: Date.now(),
  };
  backend.bff.one(insightOperations.readSimilarFailures, ({ query }) =>
    query.get("invocation_id") === id ? similar : { ...similar, others: 12 },
  );
  const proxies = [inventoryItemOf("proxy", "proxy1", { details: { status: "unavailable" } })];
  backend.bff.list(inventoryOperations.listInventory, ({ query }) =>
    query.get("kind") === "proxy" ? proxies : [],
  );
  const screen = await open(backend, id);
  const topic = logTopic({ invocationId: id });
  screen.live.writeTo(topic, [
    "step 1",
    "TimeoutError: #pay not enabled",
    "    at placeOrder (checkout.ts:118)",
  ]);
  screen.live.setState(topic, "ended", "The invocation has ended.");

  const failure = screen.getByRole("region", { name: "#pay not enabled after 30 s" });
  const lines = failure.getByRole("list", { name: "Last log lines" }).getByRole("listitem");
  await expect.poll(() => lines.elements().length).toBe(2);
  await expect.element(lines.first()).toMatchTextContent("TimeoutError: #pay not enabled");
  await expect
    .element(failure.getByRole("link", { name: sessionId }))
    .toHaveAttribute("href", `/browsers/${sessionId}`);
  await expect.element(failure).toMatchTextContent("11 others");
  await expect.element(failure).toMatchTextContent("7 on v2, 5 on v1");
  const ofVersion = new URL(
    failure.getByRole("link", { name: "v2" }).element().getAttribute("href") ?? "",
    "http://x",
  );
  expect(Object.fromEntries(ofVersion.searchParams)).toEqual({
    status: "failed",
    app_name: "storefront",
    version: "v2",
    since: "24h",
    reason_key: "#pay not enabled after <n> s",
  });
  await expect
    .element(failure.getByRole("link", { name: "res-eu-3" }))
    .toHaveAttribute("href", "/proxies?open=proxy1");
  await expect.element(failure).toMatchTextContent(/12 on res-eu-3\s*down/);
  const log = screen.getByRole("region", { name: "Log lines" });
  await expect.element(log).toMatchTextContent("step 1");
  await expect.element(log).toMatchTextContent("Log ended · The invocation has ended.");
  expect(await axeViolationsIn(failure.element())).toEqual([]);
});

test("proxies and pools that are known for some of the failures only say for how many", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "failed", status_reason: "the tunnel broke" });
  const similar: SimilarFailures = {
    since_ms: 0,
    until_ms: 86_400_000,
    count: 2_000,
    others: 1_999,
    first_seen_ms: Date.now() - 3_600_000,
    versions: [{ app_name: "storefront", version: "v2", count: 2_000 }],
    sessions_known: 500,
    pools: [],
    proxies: [{ id: "p1", name: "tokyo", count: 500 }],
    trend: [2_000],
    complete: true,
    began_at_ms: 0,
    complete_from_ms: 0,
    gaps: [],
    last_good_at_ms: Date.now(),
  };
  backend.bff.one(insightOperations.readSimilarFailures, similar);
  const screen = await open(backend, id);
  const failure = screen.getByRole("region", { name: "the tunnel broke" });
  await expect.element(failure).toMatchTextContent(/Version\s*2,000 on v2\s*Proxy/);
  await expect.element(failure).toMatchTextContent(/Proxy\s*500 on tokyo · known for 500 of 2,000/);
  await expect.element(failure).toMatchTextContent(/Pool\s*None · known for 500 of 2,000/);
});

test("proxies and pools of a failure that just happened are not recorded yet, and are shown once they are", async () => {
  const backend = new InvocationBackend();
  const similar: SimilarFailures = {
    since_ms: 0,
    until_ms: 86_400_000,
    count: 1,
    others: 0,
    first_seen_ms: Date.now(),
    versions: [{ app_name: "storefront", version: "v2", count: 1 }],
    sessions_known: 0,
    pools: [],
    proxies: [],
    trend: [1],
    complete: true,
    began_at_ms: 0,
    complete_from_ms: 0,
    gaps: [],
    last_good_at_ms: Date.now(),
  };
  let isRecorded = false;
  backend.bff.one(insightOperations.readSimilarFailures, () =>
    isRecorded
      ? { ...similar, sessions_known: 1, proxies: [{ id: "p1", name: "tokyo", count: 1 }] }
      : similar,
  );
  const { id } = backend.add({ status: "failed", status_reason: "the tunnel broke" });
  const screen = await open(backend, id);
  const failure = screen.getByRole("region", { name: "the tunnel broke" });
  await expect.element(failure).toMatchTextContent(/Proxy\s*Not recorded\s*Pool\s*Not recorded$/);

  backend.change(id, { finished_at: new Date().toISOString() });
  await screen.reload();
  await expect.element(failure).toMatchTextContent(/Proxy\s*Not recorded yet\s*Pool\s*Not recorded yet$/);
  isRecorded = true;
  await expect.element(failure).toMatchTextContent(/Proxy\s*1 on tokyo/);
});

test("versions of several applications that failed in the same way are named with their application", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "failed", status_reason: "the disk is full" });
  const similar: SimilarFailures = {
    since_ms: 0,
    until_ms: 86_400_000,
    count: 3,
    others: 2,
    first_seen_ms: Date.now() - 3_600_000,
    versions: [
      { app_name: "storefront", version: "v1", count: 2 },
      { app_name: "catalogue", version: "v1", count: 1 },
    ],
    sessions_known: 0,
    pools: [],
    proxies: [],
    trend: [3],
    complete: true,
    began_at_ms: 0,
    complete_from_ms: 0,
    gaps: [],
    last_good_at_ms: Date.now(),
  };
  backend.bff.one(insightOperations.readSimilarFailures, similar);
  const screen = await open(backend, id);
  await expect
    .element(screen.getByRole("region", { name: "the disk is full" }))
    .toMatchTextContent("2 on storefront v1, 1 on catalogue v1");
});

test("the log of a failure begins at its first error; the axis selects another time, by pointer and by keys", async () => {
  const backend = new InvocationBackend();
  const startMs = Date.UTC(2026, 1, 3, 4, 0, 0);
  const at = (second: number) => startMs + second * 1_000;
  const { id } = backend.add({
    status: "failed",
    started_at: new Date(at(0)).toISOString(),
    finished_at: new Date(at(100)).toISOString(),
  });
  const screen = await open(backend, id);
  const topic = logTopic({ invocationId: id });
  for (const [second, text] of [
    [10, "step 1"],
    [30, "step 2"],
    [60, "ERROR no address"],
    [90, "step 3"],
  ] as const)
    screen.live.writeTo(topic, [text], at(second));
  screen.live.setState(topic, "ended");
  const log = screen.getByRole("region", { name: "Log lines" });
  const shown = () =>
    [...log.element().querySelectorAll("[data-row]")]
      .map((row) => row.lastElementChild?.textContent ?? "")
      .filter((text) => !text.startsWith("Log ended"));
  await expect.poll(shown).toEqual(["no address", "step 3"]);
  await expect.element(screen.getByRole("img", { name: "4 log lines, with errors" })).toBeVisible();

  await log.getByRole("button", { name: /^Only from 04:00:58.*\. Show all times$/ }).click();
  await expect.poll(shown).toEqual(["step 1", "step 2", "no address", "step 3"]);
  await expect.element(log.getByRole("log")).toHaveFocus();
  expect(screen.address()).toBe(`/invocations/${id}?during=all`);

  const time = screen.getByRole("group", { name: "Time shown in the log" });
  time.getByRole("slider", { name: "Start of the log" }).element().focus();
  await userEvent.keyboard("{PageUp}{PageUp}{Enter}");
  await expect.poll(shown).toEqual(["step 2", "no address", "step 3"]);
  await userEvent.keyboard("{Escape}");
  await expect.poll(shown).toHaveLength(4);

  const axis = time.element().parentElement;
  const track = time.element().firstElementChild?.getBoundingClientRect();
  if (axis === null || track === undefined) throw new Error("no axis");
  const box = axis.getBoundingClientRect();
  // In the lane of the log, where nothing else is.
  const place = (share: number) => ({ x: track.left - box.left + share * track.width, y: 42 });
  await userEvent.dragAndDrop(axis, axis, {
    sourcePosition: place(0.7),
    targetPosition: place(0.2),
    steps: 4,
  });
  await expect.poll(shown).toEqual(["step 2", "no address"]);
  expect(await axeViolationsIn(axis)).toEqual([]);
  // The address has the time: a reload and a colleague see the same lines.
  await screen.reload();
  await expect.poll(shown).toEqual(["step 2", "no address"]);
});

test("with the logs of its browsers, the log of a failure has also what the browser reported before it", async () => {
  const backend = new InvocationBackend();
  const startMs = Date.UTC(2026, 1, 3, 4, 0, 0);
  const at = (second: number) => startMs + second * 1_000;
  const { id } = backend.add({
    status: "failed",
    started_at: new Date(at(0)).toISOString(),
    finished_at: new Date(at(100)).toISOString(),
  });
  backend.recorded.set(id, [{ session_id: sessionId, seen_ms: at(0) }]);
  const screen = await open(backend, id);
  const topic = logTopic({ invocationId: id });
  screen.live.writeTo(topic, ["step 1"], at(10));
  screen.live.write(sessionId, "chromium", ["[network:error] 502 for /address"], at(20));
  screen.live.writeTo(topic, ["ERROR no address"], at(60));
  screen.live.setState(topic, "ended");
  screen.live.become(sessionId, "chromium", "ended");
  const log = screen.getByRole("region", { name: "Log lines" });
  await expect.element(log).toMatchTextContent("no address");
  await expect.element(log).not.toMatchTextContent("step 1");
  await log.getByRole("button", { name: "Browser logs" }).click();
  await expect.element(log).toMatchTextContent(/step 1.*502 for \/address.*no address/s);
});

test("a click on the time of a line at the lead brings the log into view, also a second one", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "failed", status_reason: "closed" });
  const screen = await open(backend, id);
  const topic = logTopic({ invocationId: id });
  screen.live.writeTo(topic, ["step 1", "Error: closed"]);
  screen.live.setState(topic, "ended");
  const log = screen.getByRole("log");
  const link = screen.getByRole("list", { name: "Last log lines" }).getByRole("link");
  for (const _time of ["first", "second"]) {
    window.scrollTo(0, 0);
    await expect.element(log).not.toBeInViewport();
    await link.click();
    await expect.element(log).toBeInViewport({ ratio: 0.9 });
    expect(screen.address()).toMatch(/line=/);
  }
});

test("a link to a line opens the page at its log", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "failed", status_reason: "closed" });
  const at = new Date().toISOString();
  const screen = await open(backend, id, `?at=${at}&line=${lineHash("Error: closed")}`);
  const topic = logTopic({ invocationId: id });
  screen.live.writeTo(topic, ["step 1", "Error: closed"], Date.parse(at));
  screen.live.setState(topic, "ended");
  const log = screen.getByRole("log");
  await expect.element(log).toMatchTextContent("Error: closed");
  await expect.element(log).toBeInViewport({ ratio: 0.9 });
});

test("of many browsers, the logs of the first ones are shown, and the page says how many", async () => {
  const backend = new InvocationBackend();
  const { id, started_at } = backend.add({ status: "failed" });
  const firstMs = Date.parse(started_at ?? "");
  backend.recorded.set(
    id,
    Array.from({ length: 10 }, (_, at) => ({
      session_id: `s${String(at).padStart(23, "0")}`,
      seen_ms: firstMs + at,
    })),
  );
  const screen = await open(backend, id);
  const topic = logTopic({ invocationId: id });
  screen.live.setState(topic, "ended");
  const log = screen.getByRole("region", { name: "Log lines" });
  await log.getByRole("button", { name: "Browser logs" }).click();
  await expect.element(log.getByText("8 of 10 browsers")).toBeVisible();
  await log.getByRole("button", { name: "Browser logs" }).click();
  await expect.element(log.getByText("8 of 10 browsers")).not.toBeInTheDocument();
  screen.live.setState(topic, "unavailable", "This API has no log of this invocation.");
  await expect
    .element(screen.getByText(/^This API has no log of this invocation/))
    .toMatchTextContent("Showing the logs of 8 of its 10 browsers.");
});

test("an invocation that is later than usual links its browser", async () => {
  const { backend } = searches();
  const started_at = new Date(Date.now() - 120_000).toISOString();
  const { id } = backend.add({ status: "running", started_at });
  const screen = await open(backend, id);
  const duration = screen.getByRole("region", { name: "Duration" });
  await expect.element(duration).toMatchTextContent(/longer than 95 % of them: cancel it$/);
  backend.sessions.set(id, [{ session_id: "s00000000000000000000009" }, { session_id: sessionId }]);
  await expect
    .element(duration.getByRole("link", { name: "watch its browser" }))
    .toHaveAttribute("href", `/browsers/${sessionId}`);
  await expect.element(duration).toMatchTextContent(/: watch its browser, or cancel it$/);
});

test("a browser that only the log names is linked at the lead, among the browsers and on the axis", async () => {
  const backend = new InvocationBackend();
  const { id, started_at, finished_at } = backend.add({ status: "failed", status_reason: "closed" });
  const ended = { session_id: sessionId, created_at: started_at, deleted_at: finished_at };
  backend.bff.one(browserOperations.retrieveBrowser, ended);
  const screen = await open(backend, id);
  const failure = screen.getByRole("region", { name: "closed" });
  const browsers = screen.getByRole("region", { name: /^Browsers/ });
  const topic = logTopic({ invocationId: id });
  screen.live.writeTo(topic, [`session ${sessionId} created`, "Error: closed"]);
  screen.live.setState(topic, "ended");
  for (const link of [
    failure.getByRole("link", { name: sessionId }),
    browsers.getByRole("link", { name: sessionId, exact: true }),
    screen.getByRole("region", { name: "Timeline" }).getByRole("link", { name: /^Browser .*, ended/ }),
  ])
    await expect.element(link).toHaveAttribute("href", `/browsers/${sessionId}`);
  await expect.element(browsers).not.toMatchTextContent("No browser recorded for this invocation.");
});

test("a browser that the log of a running invocation names counts once the invocation has ended", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "running" });
  backend.bff.on(browserOperations.retrieveBrowser, () => problem(404, "not_found", "no such session"));
  const screen = await open(backend, id);
  const topic = logTopic({ invocationId: id });
  screen.live.writeTo(topic, [`session ${sessionId} created`]);
  const browsers = screen.getByRole("region", { name: /^Browsers/ });
  await expect.element(screen.getByRole("img", { name: "1 log line" })).toBeVisible();
  await expect.element(screen.getByText("No lines", { exact: true })).not.toBeInTheDocument();
  await expect.element(browsers).toMatchTextContent("No browser yet.");
  expect(backend.bff.calls(browserOperations.retrieveBrowser)).toEqual([]);
  backend.change(id, { status: "succeeded", finished_at: new Date().toISOString() });
  await expect.element(browsers.getByRole("link", { name: sessionId, exact: true })).toBeVisible();
});

test("a browser that the API no longer has is nowhere shown as missing", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "failed", status_reason: "closed" });
  backend.bff.on(browserOperations.retrieveBrowser, () => problem(404, "not_found", "no such session"));
  const screen = await open(backend, id);
  const failure = screen.getByRole("region", { name: "closed" });
  const timeline = screen.getByRole("region", { name: "Timeline" });
  const topic = logTopic({ invocationId: id });
  screen.live.setState(topic, "ended");
  await expect.element(failure).toMatchTextContent("None recorded");
  await expect.element(timeline).toMatchTextContent("No browser recorded");
  screen.live.writeTo(topic, [`session ${sessionId} created`, "Error: closed"]);
  await expect.element(failure.getByRole("link", { name: sessionId })).toBeVisible();
  const browsers = screen.getByRole("region", { name: /^Browsers/ });
  await expect.element(browsers.getByRole("link", { name: sessionId, exact: true })).toBeVisible();
  await expect.element(browsers).toMatchTextContent(/first seen/);
  await expect.element(timeline).toMatchTextContent("Times unknown");
  await expect.element(timeline).not.toMatchTextContent("No browser recorded");
});

test("the logs of its browsers are shown among the lines of an invocation, in order of time", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "running" });
  backend.sessions.set(id, [{ session_id: sessionId }]);
  const screen = await open(backend, id);
  const startMs = Date.now() - 60_000;
  const topic = logTopic({ invocationId: id });
  screen.live.writeTo(topic, ["step 1"], startMs);
  screen.live.write(sessionId, "chromium", ["[console:error] address missing"], startMs + 1_000);
  screen.live.writeTo(topic, ["step 2"], startMs + 2_000);
  const log = screen.getByRole("region", { name: "Log lines" });
  await expect.element(log).toMatchTextContent("step 2");
  await expect.element(log).not.toMatchTextContent("address missing");
  const toggle = log.getByRole("button", { name: "Browser logs" });
  await toggle.click();
  await expect.element(log).toMatchTextContent(/step 1.*address missing.*step 2/s);
  await expect.element(toggle).toHaveAttribute("aria-pressed", "true");
  expect(screen.address()).toBe(`/invocations/${id}?browsers=shown`);
  await toggle.click();
  await expect.element(log).not.toMatchTextContent("address missing");
});

test("where the API has no log of an invocation, the page says so and shows the logs of its browsers", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "running" });
  backend.sessions.set(id, [{ session_id: sessionId }]);
  const screen = await open(backend, id);
  screen.live.setState(
    logTopic({ invocationId: id }),
    "unavailable",
    "This API has no log of this invocation.",
  );
  screen.live.write(sessionId, "chromium", ["the browser is up"]);
  await expect
    .element(screen.getByText(/^This API has no log of this invocation/))
    .toMatchTextContent("its browsers");
  await expect
    .element(screen.getByRole("region", { name: "Logs of its browsers" }))
    .toMatchTextContent("the browser is up");
});

test("where the API has no log of an invocation that had no browser, the page says so once, without a pane", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "succeeded" });
  const screen = await open(backend, id);
  const reason = "This API has no log of this invocation.";
  screen.live.setState(logTopic({ invocationId: id }), "unavailable", reason);
  await expect.element(screen.getByText(reason, { exact: true })).toBeVisible();
  await expect
    .element(screen.getByRole("region", { name: "Browsers", exact: true }))
    .toMatchTextContent(/^Browsers No browser recorded for this invocation\.$/);
  await expect
    .element(screen.getByRole("region", { name: "Timeline" }).getByText("No lines", { exact: true }))
    .toBeVisible();
  await expect.element(screen.getByRole("region", { name: "Log lines" })).not.toBeInTheDocument();
  // The details have the place of the log.
  const leftOf = (name: string) =>
    screen.getByRole("region", { name, exact: true }).element().getBoundingClientRect().left;
  expect(leftOf("Details")).toBe(leftOf("Timeline"));
  expect(leftOf("Payload")).toBeGreaterThan(leftOf("Details"));
});

test("a session's line fits a phone", async () => {
  await page.viewport(320, 700);
  onTestFinished(() => page.viewport(1440, 900));
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "failed" });
  backend.recorded.set(id, [{ session_id: sessionId, seen_ms: Date.now() - 3_600_000 }]);
  const screen = await open(backend, id);
  await expect.element(screen.getByRole("link", { name: `Logs of browser ${sessionId}` })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test("where the API has no log of a failed invocation, the logs of its browsers lead to the cause", async () => {
  const backend = new InvocationBackend();
  const { id, started_at } = backend.add({ status: "failed", status_reason: "closed" });
  const startMs = Date.parse(started_at ?? "");
  backend.recorded.set(id, [{ session_id: sessionId, seen_ms: startMs }]);
  const screen = await open(backend, id);
  const reason = "This API has no log of this invocation.";
  screen.live.setState(logTopic({ invocationId: id }), "unavailable", reason);
  screen.live.write(sessionId, "chromium", ["[console:error] address missing"], startMs + 500);
  await expect
    .element(screen.getByRole("list", { name: "Last log lines" }))
    .toMatchTextContent("address missing");
  await expect
    .element(screen.getByRole("region", { name: "Logs of its browsers" }))
    .toMatchTextContent("address missing");
  await expect.element(screen.getByRole("img", { name: /1 log line/ })).toBeVisible();
});

test("that does not exist is reported, links to the list, and is not requested repeatedly", async () => {
  const backend = new InvocationBackend();
  const screen = await open(backend, "zzzzzzzzzzzzzzzzzzzzzzzz");
  await expect.element(screen.getByText("This invocation does not exist")).toBeVisible();
  await expect.element(screen.getByText("The id is wrong, or the API no longer has it.")).toBeVisible();
  await expect
    .element(screen.getByRole("heading", { level: 1, name: "Invocation zzzzzzzzzzzzzzzzzzzzzzzz" }))
    .toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "All invocations" }))
    .toHaveAttribute("href", "/invocations");
  backend.bff.on(invocationOperations.retrieveInvocation, () =>
    problem(404, "invocation_not_known", "It is neither listed by the API nor recorded by this dashboard."),
  );
  await screen.reload();
  await expect.element(screen.getByText("This invocation is not known")).toBeVisible();
  await expect.element(screen.getByText(/nor recorded by this dashboard/)).toBeVisible();
});

test("an invocation is compared with the usual duration, and links to its neighbours", async () => {
  const { backend, ids } = searches();
  const [first = "", second = "", third = "", , fifth = "", failed = ""] = ids;
  const screen = await open(backend, second);
  const duration = screen.getByRole("region", { name: "Duration" });
  await expect.element(duration).toMatchTextContent(/^Took .* usual .* \(p50\), .* \(p95\)/);
  const next = screen.getByRole("button", { name: "Next invocation of this action" });
  await expect.element(next).not.toHaveAttribute("aria-disabled");
  await userEvent.keyboard("[[");
  await expect.poll(screen.address).toBe(`/invocations/${first}`);
  await userEvent.keyboard("]");
  await expect.poll(screen.address).toBe(`/invocations/${third}`);
  await screen.unmount();

  const oldest = await open(backend, first);
  const previous = oldest.getByRole("button", { name: "Previous invocation of this action" });
  await expect.element(previous).toHaveAttribute("aria-disabled", "true");
  await expect.element(oldest.getByRole("region", { name: "Duration" })).toMatchTextContent(/p95/);
  previous.element().focus();
  await expect
    .element(oldest.getByRole("tooltip"))
    .toMatchTextContent("This is the first invocation of its action.");
  await oldest.unmount();

  const newest = await open(backend, failed);
  await expect.element(newest.getByRole("region", { name: "Duration" })).toMatchTextContent(/^Failed after/);
  await expect
    .element(newest.getByRole("button", { name: "Next invocation of this action" }))
    .toHaveAttribute("aria-disabled", "true");
  await expect
    .element(newest.getByRole("link", { name: "Run again" }))
    .toHaveAttribute("href", `/invocations/new?from=${failed}`);
  await newest.getByRole("button", { name: "Previous invocation of this action" }).click();
  await expect.poll(newest.address).toBe(`/invocations/${fifth}`);
});

test("on a phone no space is reserved below the duration of an ended invocation", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const { backend, ids } = searches();
  const screen = await open(backend, ids[1] ?? "");
  const duration = screen.getByRole("region", { name: "Duration" });
  await expect.element(duration).toMatchTextContent(/p95/);
  expect(duration.element().getBoundingClientRect().height).toBeLessThan(60);
});

test("two invocations are compared line by line, by a link that contains both", async () => {
  const { backend, ids } = searches();
  const [first = "", second = "", , , fifth = "", failed = ""] = ids;
  const screen = await open(backend, second);
  await screen.getByRole("button", { name: "Previous invocation", exact: true }).click();
  expect(screen.address()).toBe(`/invocations/${second}?compare=${first}`);
  const input = screen.getByRole("region", { name: "Payload compared" });
  await expect.element(input).toMatchTextContent("−1 +1 lines");
  await expect.element(input.getByRole("cell", { name: /other invocation: .*oak/ })).toBeVisible();
  await expect.element(input.getByRole("cell", { name: /this invocation: .*lamp/ })).toBeVisible();
  await expect
    .element(screen.getByRole("region", { name: "Output compared" }))
    .toMatchTextContent(/−\d+ \+\d+ lines/);
  await screen.reload();
  await expect.element(input).toMatchTextContent("−1 +1 lines");
  expect(await axeViolationsIn(input.element())).toEqual([]);

  // A pasted address works as well as an id.
  await screen
    .getByRole("textbox", { name: "Id of another invocation" })
    .fill(`https://fleet.example/invocations/${second}?x=1`);
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText(/That is this invocation/)).toBeVisible();
  await screen.unmount();

  const other = await open(backend, failed);
  await other.getByRole("button", { name: "Last successful invocation" }).click();
  await expect.poll(other.address).toBe(`/invocations/${failed}?compare=${fifth}`);
  await expect
    .element(other.getByRole("region", { name: "Output compared" }))
    .toMatchTextContent("This one has none.");
  await other.getByRole("button", { name: "Close comparison" }).click();
  expect(other.address()).toBe(`/invocations/${failed}`);
  await expect.element(other.getByRole("region", { name: "Compare", exact: true })).toHaveFocus();
});

test("an invocation that the API has forgotten before its end cannot be cancelled or watched, and is not said to run or to have ended", async () => {
  const backend = new InvocationBackend();
  const marks = { from_record: true, is_forgotten: true };
  const { id } = backend.add({ status: "unknown", finished_at: null, output: null, ...marks });
  const screen = await open(backend, id);
  await expect.element(screen.getByRole("link", { name: "Run again" })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Cancel invocation/ }).elements()).toEqual([]);
  const watch = screen.getByRole("button", { name: "Watch", exact: true });
  await expect.element(watch).toHaveAttribute("aria-disabled", "true");
  watch.element().focus();
  const unknown = "The API no longer knows this invocation.";
  await expect.element(screen.getByRole("tooltip")).toMatchTextContent(unknown);
  await expect
    .element(screen.getByRole("region", { name: "Duration" }))
    .toMatchTextContent("Duration not known · ");
  await expect.element(screen.getByRole("region", { name: "Details" })).toMatchTextContent("Duration–");
  await expect.element(screen.getByRole("region", { name: "Timeline" })).not.toMatchTextContent("running");
  await expect.element(screen.getByText("The history has no output of this invocation.")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await screen.getByRole("button", { name: /^Age and source of search/ }).click();
  await expect.element(screen.getByRole("tooltip")).toMatchTextContent(unknown);
});

test("a viewer sees why an invocation cannot be cancelled or run again, and why operators' actions are hidden", async () => {
  const backend = new InvocationBackend();
  const { id } = backend.add({ status: "running" });
  const screen = await open(backend, id, "", { role: "viewer" });
  const cancel = screen.getByRole("button", { name: /^Cancel invocation/ });
  await expect.element(cancel).toHaveAttribute("aria-disabled", "true");
  cancel.element().focus();
  await expect.element(screen.getByRole("tooltip")).toMatchTextContent("Cancelling needs the operator role.");
  const again = screen.getByRole("button", { name: "Run again" });
  await expect.element(again).toHaveAttribute("aria-disabled", "true");
  expect(screen.getByRole("link", { name: "Run again" }).elements()).toEqual([]);
  await expect
    .element(screen.getByRole("region", { name: "Timeline" }))
    .toMatchTextContent("This needs the operator role. Yours is viewer.");
});

test("has no accessibility violation with everything expanded, and fits a phone", async () => {
  const { backend, ids } = searches();
  const [first = "", second = ""] = ids;
  const screen = await open(backend, second, `?compare=${first}`);
  const input = screen.getByRole("region", { name: "Payload compared" });
  await expect.element(input).toMatchTextContent("lines");
  await screen.getByRole("button", { name: "Search output" }).click();
  await screen.getByRole("searchbox", { name: "Search output" }).fill("lamp");
  const output = screen.getByRole("region", { name: "Output", exact: true });
  await expect.element(output.getByRole("status")).toMatchTextContent("of");
  await screen.getByText("As a list").click();
  expect(await axeViolationsIn(document.body)).toEqual([]);
  await page.viewport(390, 844);
  await expect.element(input).toBeVisible();
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await screen.getByRole("button", { name: "Raw" }).last().click();
  expect(await axeViolationsIn(document.body)).toEqual([]);
  await page.viewport(1440, 900);
});
