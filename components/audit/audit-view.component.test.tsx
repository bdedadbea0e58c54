import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { AuditedAct } from "@/lib/bff/audit";
import { bffHeaders } from "@/lib/bff/headers";
import { auditOperations } from "@/lib/bff/operations/audit";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { captureDownloads } from "@/tests/support/component/captured-downloads";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, type ScriptedBff } from "@/tests/support/component/scripted-bff";
import { AuditView } from "./audit-view.tsx";

const nowMs = Date.now();
const act = (seq: number, more: Partial<AuditedAct> = {}): AuditedAct => ({
  seq,
  at_ms: nowMs - 60_000,
  actor: "ann",
  role: "operator",
  ip: "10.1.2.3",
  request_id: `q${seq}`,
  action: "checkProxy",
  target: "px1",
  reason: "",
  count: 1,
  outcome: "ok",
  status: 200,
  code: null,
  duration_ms: 1_200,
  object: { kind: "proxy", id: "px1", name: "mobile-tokyo" },
  phases: [
    { seq, phase: "intended", at_ms: nowMs - 60_000, status: null, code: null },
    { seq: seq + 1, phase: "answered", at_ms: nowMs - 58_800, status: 200, code: null },
  ],
  ...more,
});
const flushed = (outcome: AuditedAct["outcome"]) =>
  act(10, {
    action: "flushPool",
    target: "po1",
    outcome,
    status: null,
    duration_ms: null,
    reason: "too old",
    object: { kind: "pool", id: "po1", name: null },
    phases: [{ seq: 10, phase: "intended", at_ms: nowMs - 5_000, status: null, code: null }],
  });

/** Acts of the audit; a filter by object or outcome narrows them. */
const bffWith = (acts: () => readonly AuditedAct[]): ScriptedBff =>
  emptyBff().list(auditOperations.listActs, ({ query }) =>
    acts().filter(
      ({ outcome, target }) =>
        outcome === (query.get("outcome") ?? outcome) && target.includes(query.get("target") ?? ""),
    ),
  );
const draw = (bff: ScriptedBff, query = "") => renderView(<AuditView />, { at: `/audit${query}`, bff });

test("an act is one row that reads as a sentence, with its details on demand", async () => {
  const screen = await draw(bffWith(() => [flushed("unknown"), act(1)]));
  const rows = screen.getByRole("table", { name: "Acts" }).getByRole("row");
  await expect
    .element(rows.nth(1))
    .toMatchTextContent(/outcome unknown\s*ann tried to flush pool po1\s*too old/);
  await expect.element(rows.nth(2)).toMatchTextContent(/ok\s*ann checked proxy mobile-tokyo\s*–\s*1.2 s/);
  expect(await axeViolationsIn(screen.container)).toEqual([]);

  // By keyboard alone.
  await userEvent.keyboard("jj");
  const sheet = screen.getByRole("dialog");
  for (const text of [
    "10.1.2.3",
    "q1",
    "px1",
    "Check proxy",
    "Request recorded and sent",
    "Answered",
    "row 2",
  ])
    await expect.element(sheet).toMatchTextContent(text);
  await expect
    .element(sheet.getByRole("link", { name: "Open proxy" }))
    .toHaveAttribute("href", "/proxies?open=px1");
  expect(screen.address()).toBe("/audit?open=1");
});

test("a link to an act that is not on the page says so, and opens it on its page", async () => {
  const screen = await draw(
    bffWith(() => [act(5), act(1)]),
    "?limit=1&open=1",
  );
  const note = screen.getByText(/^The act of this link is not on this page/);
  await expect.element(note).toBeVisible();
  await screen.getByRole("button", { name: "Next page" }).click();
  await expect.element(screen.getByRole("dialog")).toMatchTextContent("q1");
  await expect.element(note).not.toBeInTheDocument();
  await screen.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect.poll(screen.address).toBe("/audit?limit=1&offset=1");
  await expect.element(note).not.toBeInTheDocument();
});

test("a link to an act on a later page keeps it over a page that is passed before it has loaded", async () => {
  const bff = bffWith(() => [act(5), act(3), act(1)]);
  const answer = bff.handlerOf(auditOperations.listActs);
  bff.on(auditOperations.listActs, (call) =>
    call.query.get("offset") === "1" ? new Promise<Response>(() => undefined) : answer(call),
  );
  const screen = await draw(bff, "?limit=1&open=1");
  const next = screen.getByRole("button", { name: "Next page" });
  await next.click();
  await expect
    .poll(() => bff.calls(auditOperations.listActs).map(({ query }) => query.get("offset")))
    .toContain("1");
  await next.click();
  await expect.element(screen.getByRole("dialog")).toMatchTextContent("q1");
});

test("a failed act says why in words, and its code on demand", async () => {
  const failed = act(1, { outcome: "failed", status: 504, code: "upstream_timeout" });
  const screen = await draw(
    bffWith(() => [failed]),
    "?open=1",
  );
  const sheet = screen.getByRole("dialog");
  const why = "the API did not answer in time";
  await expect.element(sheet.getByText(why)).toHaveAttribute("title", "504 upstream_timeout");
  await expect.element(screen.getByRole("table", { name: "Acts" })).toMatchTextContent(why);
  await expect.element(screen.getByText("upstream_timeout")).not.toBeInTheDocument();
});

test.each([
  [
    // An API token's download, which is for people: no role permits it.
    { action: "downloadProfile", role: "admin", outcome: "refused", status: 403 },
    "Not permitted. Nothing was done.",
  ],
  [
    // The API knows nothing of a wrong password.
    { action: "signIn", target: "", object: null, outcome: "failed", status: 401, code: "wrong_credentials" },
    "Answered with an error. wrong credentials",
  ],
] as const)("%j reads %s", async (more, text) => {
  const screen = await draw(
    bffWith(() => [act(1, more)]),
    "?open=1",
  );
  await expect.element(screen.getByRole("dialog")).toMatchTextContent(text);
});

test("an act on an alert rule has its name, its id and a link to the rules", async () => {
  const id = "5a1e8a0e-1111-4222-8333-944445555566";
  const object = { kind: "alert_rule", id, name: "Checkout fails" } as const;
  const screen = await draw(
    bffWith(() => [act(1, { action: "updateAlertRule", target: id, object })]),
    "?open=1",
  );
  const sheet = screen.getByRole("dialog");
  await expect.element(sheet).toMatchTextContent(/ann edited alert rule Checkout fails.*Object id5a1e8a0e/s);
  await expect
    .element(sheet.getByRole("link", { name: "Show alert rules" }))
    .toHaveAttribute("href", "/alerts?tab=rules");
});

test("an act on many is one row that opens to its acts", async () => {
  const batch_id = "3f9c1c52-7a51-4d0e-9a53-0c3a44d8f6b1";
  const part = (seq: number, id: string, more: Partial<AuditedAct> = {}) =>
    act(seq, {
      action: "deleteBrowser",
      target: id,
      object: { kind: "session", id, name: null },
      batch_id,
      ...more,
    });
  const failed = { outcome: "failed", status: 504, code: "upstream_timeout" } as const;
  const parts = [part(5, "ses-c"), part(3, "ses-b", failed), part(1, "ses-a")];
  const whole = act(1, {
    action: "deleteBrowser",
    target: "",
    object: null,
    batch_id,
    outcome: "failed",
    status: null,
    parts: { ok: 2, failed: 1, refused: 0, unknown: 0, running: 0 },
  });
  const bff = emptyBff().list(auditOperations.listActs, ({ query }) =>
    query.get("batch_id") === batch_id ? parts : [whole],
  );
  const screen = await draw(bff);
  const rows = screen.getByRole("table", { name: "Acts" }).getByRole("row");
  await expect.element(rows.nth(1)).toMatchTextContent(/failed\s*ann ended 3 browsers · 2 ok, 1 failed/);
  await rows.nth(1).click();
  const acts = screen.getByRole("dialog").getByRole("region", { name: "Acts" });
  await expect.element(acts.getByRole("listitem").first()).toMatchTextContent(/failed.*ses-b.*in time/);
  await expect.element(acts.getByRole("listitem")).toHaveLength(3);
  expect(await axeViolationsIn(screen.container)).toEqual([]);
  await acts.getByRole("link", { name: "ses-c" }).click();
  await expect.element(screen.getByRole("dialog")).toMatchTextContent("ann ended browser ses-c");
  expect(screen.address()).toBe(
    `/audit?batch_id=${batch_id}&action=deleteBrowser&actor=ann&limit=100&open=5`,
  );
  await expect.poll(() => rows.elements().length).toBe(4);
});

test("an act without an answer says that nobody knows its outcome", async () => {
  const screen = await draw(
    bffWith(() => [flushed("unknown")]),
    "?open=10",
  );
  await expect
    .element(screen.getByRole("dialog"))
    .toMatchTextContent("No answer was recorded, so it may or may not have been done. Check the object.");
});

test("an act under way gets its outcome in its place, and new acts wait", async () => {
  let acts = [flushed("running"), act(1)];
  const screen = await draw(bffWith(() => acts));
  const rows = screen.getByRole("table", { name: "Acts" }).getByRole("row");
  await expect.element(rows.nth(1)).toMatchTextContent(/in progress\s*ann started to flush pool po1/);
  acts = [act(20, { actor: "bob" }), flushed("ok"), act(1)];
  await expect.element(rows.nth(1)).toMatchTextContent(/ok\s*ann flushed pool po1/);
  await screen.getByRole("button", { name: "1 new" }).click();
  await expect.element(rows.nth(1)).toMatchTextContent("bob checked proxy mobile-tokyo");
});

test("more new acts than a page has are not counted as so many", async () => {
  let acts = [act(1)];
  const screen = await draw(bffWith(() => acts));
  await expect.element(screen.getByRole("table", { name: "Acts" })).toMatchTextContent("ann");
  acts = Array.from({ length: 300 }, (_, at) => act(400 - at));
  await expect.element(screen.getByRole("button", { name: /^\d+\+ new$/ })).toBeVisible();
});

test("filters are in the URL, and an export gets exactly them and the time zone", async () => {
  const files = captureDownloads();
  const bff = bffWith(() => [flushed("unknown"), act(1)]).on(
    auditOperations.exportActs,
    () =>
      new Response("at,act\r\n", {
        headers: { "content-disposition": 'attachment; filename="audit.csv"', [bffHeaders.requestId]: "q" },
      }),
  );
  const storage = { "fleetdeck.zone": "Asia/Tokyo" };
  const screen = await renderView(<AuditView />, { at: "/audit", bff, storage });
  const rows = screen.getByRole("table", { name: "Acts" }).getByRole("row");
  await expect.poll(() => rows.elements().length).toBe(3);
  await screen.getByRole("searchbox", { name: "Object" }).fill("po1");
  await expect.poll(() => rows.elements().length).toBe(2);
  await screen.getByRole("combobox", { name: "Outcome" }).click();
  await screen.getByRole("option", { name: "Outcome unknown" }).click();
  await screen.getByRole("combobox", { name: "Person" }).fill("ann");
  await userEvent.keyboard("{Enter}");
  await screen.getByRole("combobox", { name: "Act", exact: true }).fill("flush");
  await userEvent.keyboard("{Enter}");
  await screen.getByRole("combobox", { name: "Time range" }).click();
  await screen.getByRole("option", { name: "Last 7 days" }).click();
  const filters = { target: "po1", outcome: "unknown", actor: "ann", action: "flushPool", since: "168h" };
  await expect
    .poll(() => Object.fromEntries(new URLSearchParams(screen.address().split("?")[1])))
    .toEqual(filters);
  await expect
    .poll(() => Object.fromEntries(bff.calls(auditOperations.listActs).at(-1)?.query ?? []))
    .toEqual({
      ...filters,
      fold: "true",
      limit: "50",
      offset: "0",
    });
  await screen.getByRole("button", { name: "Export" }).click();
  await expect.element(screen.getByText(/Times in Asia\/Tokyo\.$/)).toBeVisible();
  await screen.getByRole("menuitem", { name: "CSV, for spreadsheets" }).click();
  await expect.poll(files.names).toEqual(["audit.csv"]);
  const [exported] = bff.calls(auditOperations.exportActs);
  expect(Object.fromEntries(exported?.query ?? [])).toEqual({
    ...filters,
    format: "csv",
    zone: "Asia/Tokyo",
  });
});

test("a wrong filter in a link is named, and a filter that hides every act can be cleared", async () => {
  const screen = await draw(
    bffWith(() => [act(1)]),
    "?outcome=pondered&target=zz&actr=ann",
  );
  await expect
    .element(screen.getByText(/^Parts of this link are invalid/))
    .toMatchTextContent(/outcome “pondered” \(.*"ok".*\), actr “ann” \(unknown filter\)/);
  await expect.element(screen.getByText(/object zz/)).toBeVisible();
  await screen.getByRole("button", { name: /Clear/ }).click();
  await expect.element(screen.getByText("mobile-tokyo")).toBeVisible();
});

test("on a phone the card of an act says nothing of what there is not, nor how long the request took", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const screen = await draw(bffWith(() => [flushed("unknown"), act(1)]));
  const rows = screen.getByRole("table", { name: "Acts" }).getByRole("row");
  await expect.element(rows.nth(2)).toBeVisible();
  const shown = rows.elements().map((row) =>
    [...row.querySelectorAll("th, td")]
      .filter((cell) => cell.checkVisibility())
      .map((cell) => cell.textContent)
      .join(" "),
  );
  expect(shown[1]).toContain("too old");
  expect(shown.join(" ")).not.toContain("1.2 s");
  expect(shown.join(" ")).not.toContain("–");
});

test("on a phone the sentence of an act is not cut", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const name = "storefront-checkout-production-europe";
  const screen = await draw(
    bffWith(() => [act(1, { action: "acquireBrowser", object: { kind: "pool", id: "po1", name } })]),
  );
  const object = screen.getByRole("table", { name: "Acts" }).getByText(name);
  await expect.element(object).toBeVisible();
  const cell = object.element().closest("th, td");
  expect(cell?.scrollWidth).toBeLessThanOrEqual(cell?.clientWidth ?? 0);
  expect(cell?.scrollHeight).toBeLessThanOrEqual(cell?.clientHeight ?? 0);
});

test("on a phone a name that fits a line is not broken at its hyphens", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const names = ["eu-36", "res-eu-36", "res-eu-west-36", "res-europe-west-36"];
  const screen = await draw(
    bffWith(() => names.map((name, at) => act(at + 1, { object: { kind: "proxy", id: `px${at}`, name } }))),
  );
  const acts = screen.getByRole("table", { name: "Acts" });
  for (const name of names) {
    const object = acts.getByText(name, { exact: true });
    await expect.element(object).toBeVisible();
    expect(object.element().getBoundingClientRect().height).toBeLessThan(32);
  }
});
