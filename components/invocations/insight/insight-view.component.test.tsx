import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LiveConnection } from "@/components/layout/live-connection";
import { bffHeaders } from "@/lib/bff/headers";
import type { ActionFigures, FailureGroup, Spike, VersionFigures } from "@/lib/bff/insight";
import { insightOperations } from "@/lib/bff/operations/insight";
import { invocationHistoryOperations } from "@/lib/bff/operations/invocation-history";
import { hourMs } from "@/lib/bff/time-units";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, type ScriptedBff } from "@/tests/support/component/scripted-bff";
import { ScriptedLiveStream } from "@/tests/support/component/scripted-live-stream";
import { InsightView } from "./insight-view.tsx";

const nowMs = Date.now();
const whole = {
  complete: true,
  began_at_ms: nowMs - 99 * hourMs,
  complete_from_ms: nowMs - 99 * hourMs,
  gaps: [],
  last_good_at_ms: nowMs,
};
const during = { since_ms: nowMs - 24 * hourMs, until_ms: nowMs };

const version = (name: string, invocations: number, failed: number, ms: number): VersionFigures => ({
  version: name,
  invocations,
  ended: invocations,
  failed,
  failure_share: failed / invocations,
  interrupted: 0,
  interval: { low: 0.12, high: 0.32 },
  p50_ms: ms,
  p95_ms: 2 * ms,
  p99_ms: 3 * ms,
  measured: invocations,
  first_invocation_at_ms: nowMs - hourMs,
  change: null,
});
const change = {
  base_version: "v1",
  failures: {
    verdict: "worse" as const,
    needed: 30,
    points: 0.36,
    chance: 0.001,
    base: { failed: 1, ended: 32 },
    newer: { failed: 12, ended: 31 },
  },
  median: {
    verdict: "worse" as const,
    needed: 30,
    ratio: 7,
    base: { ms: 100, measured: 32 },
    newer: { ms: 700, measured: 31 },
  },
  tail: {
    verdict: "too_few" as const,
    needed: 100,
    ratio: 7,
    base: { ms: 200, measured: 32 },
    newer: { ms: 1_400, measured: 31 },
  },
};
const regressed: ActionFigures = {
  app_name: "orders",
  action_name: "sync",
  invocations: 63,
  ended: 63,
  failed: 13,
  failure_share: 13 / 63,
  interval: { low: 0.1245, high: 0.3222 },
  p50_ms: 120,
  p95_ms: 1_300,
  p99_ms: 1_400,
  measured: 63,
  versions: [version("v1", 32, 1, 100), { ...version("v2", 31, 12, 700), change }],
  versions_left_out: 0,
  verdict: {
    state: "regressed",
    since_version: "v2",
    since_ms: nowMs - hourMs,
    version: "v2",
    kinds: ["failures", "median"],
    change,
  },
  trend: [0, null, 0.4],
};

const reason = "Order <n> was refused";
const key = "0123456789abcdef0123456789abcdef";
const group: FailureGroup = {
  key,
  reason_key: reason,
  state: "open",
  decision: null,
  reopened_by: [],
  count: 13,
  share: 1,
  first_seen_ms: nowMs - hourMs,
  last_seen_ms: nowMs,
  example: "Order 7 was refused",
  places: ["v1", "v2"].map((name) => ({
    app_name: "orders",
    action_name: "sync",
    version: name,
    count: 6,
    first_seen_ms: nowMs - hourMs,
  })),
  newest_invocation_ids: ["invocation1"],
  trend: [1, 12],
};

const spikeOf = (given: Partial<Spike> = {}): Spike => ({
  ...during,
  base_since_ms: nowMs - 24 * hourMs,
  interrupted: 0,
  verdict: "quiet",
  chance: 0.4,
  recent: { failed: 13, ended: 63 },
  base: { failed: 2, ended: 90 },
  looked_at: 63,
  attributes: [],
  sessions_known: { failed: 0, ended: 0 },
  ...whole,
  ...given,
});

/** Insight with one action and one failure group by default. */
function insight({ actions = [regressed], groups = [group] } = {}): ScriptedBff {
  const failed = groups.reduce((sum, { count }) => sum + count, 0);
  return emptyBff()
    .one(insightOperations.readActionInsight, {
      ...during,
      step_ms: 300_000,
      actions: [...actions],
      actions_left_out: 0,
      ...whole,
    })
    .one(insightOperations.readFailureInsight, {
      ...during,
      failed,
      groups: [...groups],
      groups_left_out: 0,
      ...whole,
    })
    .one(insightOperations.readSpike, spikeOf())
    .one(invocationHistoryOperations.searchInvocationHistory, {
      invocations: [],
      next_cursor: null,
      searched_to_ms: null,
      ...whole,
    });
}

const draw = (bff: ScriptedBff, query = "") =>
  renderView(<InsightView />, { at: `/invocations/insight${query}`, bff });
const rowOf = (table: string, text: string) =>
  page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: text });
const failureSheet = () => page.getByRole("dialog", { name: reason });

test("a fleet without invocations shows what the page is for", async () => {
  const bff = insight({ actions: [], groups: [] }).one(
    insightOperations.readSpike,
    spikeOf({ verdict: "too_few", recent: { failed: 0, ended: 0 }, chance: null, looked_at: 0 }),
  );
  await draw(bff);
  await expect.element(page.getByText("No invocations recorded in this time range")).toBeVisible();
  await expect.element(page.getByText("No failures recorded in this time range")).toBeVisible();
  await expect
    .element(page.getByRole("region", { name: "Failures now" }))
    .toMatchTextContent("Not enough data for spike detection yet");
});

test("without a record the page says so once; while the API does not answer, as a fault", async () => {
  const bff = insight();
  const never = { ...whole, complete: false, began_at_ms: null, complete_from_ms: null };
  bff.one(insightOperations.readActionInsight, {
    ...during,
    step_ms: 300_000,
    actions: [],
    actions_left_out: 0,
    ...never,
  });
  const live = new ScriptedLiveStream(bff);
  await renderView(
    <LiveConnection>
      <InsightView />
    </LiveConnection>,
    { at: "/invocations/insight", bff },
  );
  await expect.element(page.getByText("Nothing recorded yet")).toBeVisible();
  live.upstream("failing");
  await expect.element(page.getByText("The API does not answer")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Open connection" }))
    .toHaveAttribute("href", "/settings");
  expect(page.getByRole("table").elements()).toEqual([]);
});

test("at the width of a laptop the comparison of an action is not cut", async () => {
  const of = (app_name: string, verdict: ActionFigures["verdict"]): ActionFigures => ({
    ...regressed,
    app_name,
    verdict,
  });
  const onlyFailures = { ...change, median: { ...change.median, verdict: "same" as const } };
  const actions = [
    of("first", { state: "too_few", version: "v2", have: 20, needed: 30 }),
    of("second", { state: "steady", version: "v2" }),
    of("third", { state: "one_version" }),
    of("fourth", {
      state: "regressed",
      since_version: "v2",
      since_ms: nowMs,
      version: "v2",
      kinds: ["failures"],
      change: onlyFailures,
    }),
  ];
  // That of the page beside the sidebar.
  await page.viewport(1232, 900);
  await draw(insight({ actions }));
  await expect.element(rowOf("Actions", "first")).toMatchTextContent("20 of 30 ended invocations");
  const table = page.getByRole("table", { name: "Actions" }).element();
  const headers = [...table.querySelectorAll("thead th")].map(({ textContent }) => textContent);
  for (const name of ["Verdict", "Comparison", "Failed"]) {
    const at = headers.indexOf(name);
    const cut = [...table.querySelectorAll(`tbody tr > :nth-child(${at + 1})`)].filter(
      (cell) => cell.scrollWidth > cell.clientWidth,
    );
    expect(cut.map(({ textContent }) => textContent)).toEqual([]);
  }
  await page.viewport(1440, 900);
});

test("beside an open sheet the actions have their comparison, and are no wider than their place", async () => {
  await page.viewport(784, 900);
  onTestFinished(() => page.viewport(1440, 900));
  await draw(insight(), "?past=1h");
  await expect.element(rowOf("Actions", "orders")).toMatchTextContent("failures 3.1 % of 32");
  const table = page.getByRole("table", { name: "Actions" });
  await expect.element(table.getByRole("columnheader", { name: "Comparison" })).toBeVisible();
  await expect.element(table.getByRole("columnheader", { name: "p95" })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(784);
  const place = table.element().parentElement?.getBoundingClientRect();
  const right = Math.max(
    ...[...table.element().querySelectorAll("th")].map((each) => each.getBoundingClientRect().right),
  );
  expect(right).toBeLessThanOrEqual((place?.right ?? 0) + 1);
});

test("a version that became worse is listed with its numbers, in the table and in its sheet", async () => {
  const screen = await draw(insight(), "?past=1h");
  const row = rowOf("Actions", "orders");
  for (const text of [
    "regressed since v2",
    "13 of 63",
    "21 %",
    "12–32 %",
    "failures 3.1 % of 32 → 39 % of 31",
  ])
    await expect.element(row).toMatchTextContent(text);
  await row.getByText(/^sync/).click();
  expect(screen.address()).toMatch(/action=sync&app=orders|app=orders&action=sync/);
  const sheet = page.getByRole("dialog", { name: "orders sync" });
  await expect
    .element(sheet.getByRole("region", { name: "Verdict" }))
    .toMatchTextContent("v2 is compared with v1, the last good version");
  const [first, second] = ["v1", "v2"].map((name) => sheet.getByRole("region", { name: `Version ${name}` }));
  await expect.element(first ?? sheet).toMatchTextContent("32 invocations, failed 3.1 % · 1 of 32");
  await expect.element(second ?? sheet).toMatchTextContent("31 invocations, failed 39 % · 12 of 31");
  await expect.element(second ?? sheet).toMatchTextContent("p50 700 ms · p95 1.4 s · p99 2.1 s");
  const changes = sheet.getByRole("table", { name: "Against v1" }).getByRole("row");
  await expect.element(changes.nth(0)).toMatchTextContent("worse");
  await expect.element(changes.nth(1)).toMatchTextContent("100 ms → 700 ms (×7.00)");
  await expect.element(changes.nth(2)).toMatchTextContent("not enough data: 31 of 100");
  const link = (second ?? sheet).getByRole("link", { name: "Failed invocations" }).element();
  expect(link.getAttribute("href")).toMatch(/status=failed.*version=v2/);
  expect(await axeViolationsIn(sheet.element())).toEqual([]);
});

test("attributes shared by failed invocations are shown on request, next to the share among all invocations", async () => {
  const shared = {
    kind: "version" as const,
    id: "orders v2",
    name: null,
    app_name: "orders",
    action_name: null,
    version: "v2",
    failed_with: 12,
    failed: 13,
    ended_with: 31,
    ended: 63,
    lift: 1.876,
  };
  await draw(insight().one(insightOperations.readSpike, spikeOf({ attributes: [shared] })));
  const now = page.getByRole("region", { name: "Failures now" });
  await now.getByRole("button", { name: "What the 13 failed invocations have in common" }).click();
  const row = now
    .getByRole("table", { name: "What failed invocations have in common" })
    .getByRole("row")
    .nth(1);
  for (const text of ["Version orders v2", "12 of 13 92 %", "31 of 63 49 %", "×1.88"])
    await expect.element(row).toMatchTextContent(text);
  await expect.element(now).toMatchTextContent("Proxy and profile are unknown for all 63 ended invocations.");
});

test("a failure group is opened by keyboard and acknowledged with a note", async () => {
  const bff = insight().on(insightOperations.setFailureGroup, () => {
    const decision = { by: "ada", at_ms: nowMs, until_ms: null, note: "known, ticket 7" };
    bff.one(insightOperations.readFailureInsight, {
      ...during,
      failed: 13,
      groups: [{ ...group, state: "acknowledged", decision }],
      groups_left_out: 0,
      ...whole,
    });
    return new Response(null, { status: 204 });
  });
  await draw(bff);
  const row = rowOf("Failures", "was refused");
  await expect.element(row).toMatchTextContent("13 · 100 % of all");
  row.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => failureSheet().getByRole("table", { name: "Where it occurs" }).getByRole("row").elements())
    .toHaveLength(3);
  await failureSheet().getByRole("button", { name: "Acknowledge…" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabelText(/^Reason/).fill("known, ticket 7");
  expect(await axeViolationsIn(question.element())).toEqual([]);
  await question.getByRole("button", { name: "Acknowledge" }).click();
  await expect.element(failureSheet()).toMatchTextContent("known, ticket 7");
  const [call] = bff.calls(insightOperations.setFailureGroup);
  expect(call?.params).toEqual({ key });
  expect(call?.body).toEqual({ state: "acknowledged", note: "known, ticket 7" });
  expect(decodeURIComponent(call?.headers.get(bffHeaders.reason) ?? "")).toBe("known, ticket 7");
  await failureSheet().getByRole("button", { name: "Close" }).click();
  await expect.element(row).not.toBeInTheDocument();
  await expect.element(page.getByText("1 acknowledged or muted")).toBeVisible();
  await page.getByRole("combobox", { name: "Failures shown" }).click();
  await page.getByRole("option", { name: "All failures" }).click();
  await expect.element(row).toMatchTextContent("acknowledged");
});

test("a reopened failure shows why; it is muted for a period and reopened", async () => {
  const decision = { by: "ada", at_ms: nowMs, until_ms: null, note: "" };
  const reopened = { ...group, state: "reopened" as const, decision, reopened_by: ["orders v3"] };
  const bff = insight({ groups: [reopened] }).on(
    insightOperations.setFailureGroup,
    () => new Response(null, { status: 204 }),
  );
  await draw(bff, `?reason=${encodeURIComponent(reason)}`);
  await expect.element(failureSheet()).toMatchTextContent("orders v3 (new version)");
  await failureSheet().getByRole("button", { name: "Mute…" }).click();
  const question = page.getByRole("alertdialog");
  await expect.element(question.getByRole("combobox", { name: "For" })).toMatchTextContent("8 hours");
  await question.getByRole("button", { name: "Mute" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await failureSheet().getByRole("button", { name: "Reopen…" }).click();
  await question.getByRole("button", { name: "Reopen" }).click();
  await expect.element(question).not.toBeInTheDocument();
  const bodies = bff.calls(insightOperations.setFailureGroup).map(({ body }) => body);
  expect(bodies).toEqual([
    { state: "muted", note: "", until_ms: expect.any(Number) },
    { state: "open", note: "" },
  ]);
});

test("figures of the previous period are marked until the new ones are read, and a sheet shows none of them", async () => {
  const bff = insight();
  await draw(bff, `?past=1h&show=all&reason=${encodeURIComponent(reason)}`);
  const places = failureSheet().getByRole("table", { name: "Where it occurs" });
  await expect.element(places).toBeVisible();
  await userEvent.keyboard("{Escape}");
  const released = Promise.withResolvers<void>();
  for (const operation of [insightOperations.readActionInsight, insightOperations.readFailureInsight])
    bff.on(operation, async () => {
      await released.promise;
      const groups = operation.id === "readActionInsight" ? { actions: [], actions_left_out: 0 } : {};
      return Response.json({
        ...during,
        step_ms: 300_000,
        failed: 13,
        groups: [group],
        groups_left_out: 0,
        ...groups,
        ...whole,
      });
    });
  await page.getByRole("combobox", { name: "Time range", exact: true }).click();
  await page.getByRole("option", { name: "Last 7 days" }).click();
  await expect.element(page.getByText("Loading the last 7 days…", { exact: true })).toBeVisible();
  const busy = () =>
    ["Actions", "Failures"].map(
      (name) =>
        page.getByRole("region", { name, exact: true }).element().querySelectorAll("[aria-busy=true]").length,
    );
  await expect.poll(busy).toEqual([1, 1]);
  await rowOf("Failures", "was refused").click();
  await expect.element(failureSheet()).toMatchTextContent("Loading the last 7 days…");
  await expect.element(places).not.toBeInTheDocument();
  released.resolve();
  await expect.element(places).toBeVisible();
  await expect.poll(busy).toEqual([0, 0]);
});

test("a failure group that is not recorded in this period is reported as missing", async () => {
  await draw(insight(), "?reason=never+heard+of");
  await expect
    .element(page.getByRole("dialog", { name: "never heard of" }))
    .toMatchTextContent("No invocation failed for this reason in the last 24 h.");
});

test("missing periods are shown; an unreachable dashboard is not an empty page", async () => {
  const bff = insight();
  bff.one(insightOperations.readActionInsight, {
    ...during,
    step_ms: 300_000,
    actions: [regressed],
    actions_left_out: 3,
    ...whole,
    complete: false,
    gaps: [{ list: "invocations", from_ms: nowMs - 720_000, to_ms: nowMs, why: "reset", filled: false }],
  });
  const short = { from_ms: nowMs - 180_000, to_ms: nowMs, filled: false } as const;
  bff.one(
    insightOperations.readSpike,
    spikeOf({ complete: false, gaps: [{ list: "invocations", why: "reset", ...short }] }),
  );
  const screen = await draw(bff);
  await expect.element(page.getByText(/12 min missing/).first()).toBeVisible();
  // The gap of the other range, which the spike is judged by.
  await expect.element(page.getByText("Day compared: 3 min missing")).toBeVisible();
  await expect.element(page.getByText("3 more actions with fewer invocations are not listed")).toBeVisible();
  await expect.element(rowOf("Actions", "orders")).toMatchTextContent("13 of 63");
  for (const operation of Object.values(insightOperations))
    bff.on(operation, () => Promise.reject(new TypeError("Failed to fetch")));
  await screen.reload();
  await expect.element(page.getByText("The dashboard cannot be reached.").first()).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Retry" }).first()).toBeVisible();
  await expect.element(page.getByText("No invocations recorded in this time range")).not.toBeInTheDocument();
});
