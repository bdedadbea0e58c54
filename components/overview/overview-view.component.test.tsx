import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { type Attention, type AttentionItem, attentionSubjects } from "@/lib/bff/attention";
import { attentionOperations } from "@/lib/bff/operations/attention";
import { auditOperations } from "@/lib/bff/operations/audit";
import { invocationHistoryOperations } from "@/lib/bff/operations/invocation-history";
import { poolHistoryOperations } from "@/lib/bff/operations/pools";
import { browserOperations } from "@/lib/contract/operations/browsers";
import { poolOperations } from "@/lib/contract/operations/pools";
import { poolOf } from "@/tests/support/component/pool-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, type ScriptedBff } from "@/tests/support/component/scripted-bff";
import { OverviewView } from "./overview-view.tsx";

const nowMs = Date.now();
const attentionOf = (causes: AttentionItem[] = []): Attention => ({
  computed_at_ms: Date.now(),
  from_ms: nowMs - 3_600_000,
  open: { running: 3, queued: 1, oldest_queued_ms: nowMs - 600_000, read_at_ms: nowMs, complete: true },
  entries: causes.map((cause) => ({ severity: cause.severity, cause, symptoms: [], alerts: 0 })),
  checks: attentionSubjects.map((subject) => ({
    subject,
    state: "checked" as const,
    examined: 3,
    at_ms: nowMs,
    why: null,
  })),
});
const silent: AttentionItem = {
  id: "silent",
  kind: "silent",
  since_ms: nowMs - 60_000,
  severity: "critical",
  sure: "certain",
  code: "upstream_unreachable",
  last_answer_at_ms: nowMs - 60_000,
};

/** A fleet without problems. */
function fleet(): ScriptedBff {
  return emptyBff()
    .one(attentionOperations.readAttention, () => attentionOf())
    .one(invocationHistoryOperations.readInvocationSeries, ({ query }) => ({
      since_ms: Number(query.get("since_ms")),
      until_ms: nowMs,
      bucket_ms: 21_600_000,
      groups: [],
      groups_left_out: 0,
      complete: true,
      began_at_ms: 1,
      complete_from_ms: 1,
      gaps: [],
      last_good_at_ms: nowMs,
    }));
}
const draw = (bff: ScriptedBff, query = "", role: "admin" | "viewer" = "admin") =>
  renderView(<OverviewView />, { at: `/${query}`, bff, role });

test("a fleet without problems shows the checks that ran, and that there is no pool", async () => {
  await draw(fleet());
  await expect.element(page.getByText("Nothing needs attention.")).toBeVisible();
  await expect.element(page.getByText("No pools yet")).toBeVisible();
  await expect.element(page.getByText("No acts yet")).toBeVisible();
});

test("an empty result with failed checks is not shown as no problems", async () => {
  const blind = attentionOf();
  blind.checks = blind.checks.map((check) => ({
    ...check,
    state: "not_checked",
    why: "upstream_unreachable",
  }));
  await draw(fleet().one(attentionOperations.readAttention, blind));
  await expect.element(page.getByText(/^Nothing found so far/)).toBeVisible();
});

test("problems come first and link to their page", async () => {
  await draw(fleet().one(attentionOperations.readAttention, () => attentionOf([silent])));
  const item = page.getByRole("region", { name: "Needs attention" }).getByRole("listitem").first();
  await expect.element(item).toMatchTextContent("The API cannot be reached");
  await expect.element(item).not.toMatchTextContent("The API does not answer");
  await expect
    .element(item.getByRole("link", { name: "Open connection" }))
    .toHaveAttribute("href", "/settings");
});

test("an API that does not answer is said once: by the banner where a list could not be read", async () => {
  const blind = attentionOf([silent]);
  blind.checks = blind.checks.map((check) =>
    check.subject === "pools" ? { ...check, state: "not_checked", why: "upstream_unreachable" } : check,
  );
  const bff = fleet().one(attentionOperations.readAttention, blind);
  bff.fail(poolOperations.listPools, 502, "upstream_unreachable", "The API cannot be reached.");
  await draw(bff);
  const banner = page.getByRole("alert").filter({ hasText: /The API has not answered for \d+ min/ });
  await expect.element(banner.getByRole("button", { name: "Retry" })).toBeVisible();
  const list = page.getByRole("region", { name: "Needs attention" });
  await expect.element(list).toMatchTextContent(/^Needs attentionNot checked: pools\.$/);
  await expect.element(list).not.toMatchTextContent("The API cannot be reached");
});

test("the banner says how long there was no answer, also when there was none yet", async () => {
  const bff = fleet().one(attentionOperations.readAttention, () =>
    attentionOf([{ ...silent, last_answer_at_ms: null }]),
  );
  bff.fail(poolOperations.listPools, 502, "upstream_unreachable", "The API cannot be reached.");
  await draw(bff);
  const banner = page.getByRole("alert").filter({ hasText: "The API cannot be reached." });
  await expect.element(banner).toMatchTextContent("The API has not answered since the dashboard started");
});

test("a cause has one row, with links to what it hits; the ninth is shown on request", async () => {
  const failing = (version: string): AttentionItem => ({
    id: `failing:${version}`,
    kind: "failing",
    severity: "critical",
    sure: "likely",
    since_ms: nowMs - 120_000,
    app_name: "shop",
    action_name: "pay",
    version,
    failed: 7,
    finished: 10,
    share: 0.7,
    inputs: 4,
    kinds: 1,
    interrupted: 0,
    from_ms: nowMs - 3_600_000,
    to_ms: nowMs,
    last_ms: nowMs,
    others: null,
    regressed: null,
    reasons: [{ key: "timeout", example: "timeout", invocations: 7 }],
  });
  const found = attentionOf(Array.from({ length: 9 }, (_, at) => failing(`v${at}`)));
  const [first, ...others] = found.entries;
  if (first === undefined) throw new Error("no entry");
  const entries = [{ ...first, cause: silent, symptoms: [failing("v0")], alerts: 1 }, ...others];
  await draw(fleet().one(attentionOperations.readAttention, { ...found, entries }));
  const rows = page.getByRole("region", { name: "Needs attention" }).getByRole("listitem");
  await expect
    .element(rows.first())
    .toMatchTextContent("The API cannot be reached. 70 % of shop / pay invocations fail.");
  await expect.element(rows.first().getByRole("link", { name: "7 failed invocations" })).toBeVisible();
  await expect
    .element(rows.first().getByRole("link", { name: "1 alert" }))
    .toHaveAttribute("href", "/alerts");
  expect(rows.elements()).toHaveLength(8);
  await page.getByRole("button", { name: "Show 1 more" }).click();
  await expect.poll(() => rows.elements().length).toBe(9);
});

const figure = (name: string) =>
  page.getByRole("region", { name: "Figures" }).getByRole("link", { name: new RegExp(`^${name}`) });

test("running and queued invocations are those of the answer about attention, however many there are", async () => {
  const many = { ...attentionOf(), open: { ...attentionOf().open, running: 1_240, queued: 17 } };
  await draw(fleet().one(attentionOperations.readAttention, many));
  await expect.element(figure("Running")).toMatchTextContent("1,240");
  await expect.element(figure("Queued")).toMatchTextContent(/17\s*oldest 10 min/);
});

test("what was queued does not age after the last reading, and it is said that not all are recorded", async () => {
  const readMs = nowMs - 3 * 3_600_000;
  const old = { running: 3, queued: 17, oldest_queued_ms: readMs - 600_000, read_at_ms: readMs };
  await draw(
    fleet().one(attentionOperations.readAttention, () => ({
      ...attentionOf(),
      open: { ...old, complete: false },
    })),
  );
  await expect.element(figure("Queued")).toMatchTextContent(/17\s*oldest 10 min, not all are recorded/);
});

test("figures that are still loading do not say that they could not be read", async () => {
  const bff = fleet()
    .hang(invocationHistoryOperations.readInvocationSeries)
    .hang(poolOperations.listPools)
    .hang(browserOperations.listBrowsers);
  await draw(bff);
  await expect.element(figure("Running")).toMatchTextContent("3");
  for (const name of ["Failed", "Duration p95", "Browsers", "Available"])
    await expect.element(figure(name)).toHaveTextContent(name);
});

test("an unreadable figure is a dash, never a zero, and the page reports it once", async () => {
  const bff = fleet()
    .list(poolOperations.listPools, [poolOf({ id: "p1", name: "checkout" })])
    .fail(
      invocationHistoryOperations.readInvocationSeries,
      503,
      "store_unavailable",
      "The database does not answer.",
    );
  await draw(bff);
  await expect.element(figure("Failed")).toMatchTextContent("–");
  await expect.element(figure("Failed")).toMatchTextContent("Could not be read");
  await expect.element(figure("Available")).toMatchTextContent("of 8");
  const alerts = page.getByRole("alert").filter({ hasText: /The database does not answer/ });
  await expect.element(alerts).toMatchTextContent("Part of this page could not be loaded");
  expect(alerts.elements()).toHaveLength(1);
});

test("pools that cannot be read do not look as if they were still loading", async () => {
  const bff = fleet().fail(
    poolOperations.listPools,
    503,
    "upstream_unreachable",
    "The API cannot be reached.",
  );
  await draw(bff);
  const pools = page.getByRole("region", { name: "Pools" });
  await expect.element(pools).toMatchTextContent("Could not be read");
  expect(pools.element().querySelector("[aria-busy=true], [class*=animate-]")).toBeNull();
});

const seriesWith = (more: object) =>
  fleet().one(invocationHistoryOperations.readInvocationSeries, ({ query }) => ({
    since_ms: Number(query.get("since_ms")),
    until_ms: nowMs,
    bucket_ms: 300_000,
    groups: [],
    groups_left_out: 0,
    complete: false,
    began_at_ms: 1,
    complete_from_ms: 1,
    gaps: [],
    last_good_at_ms: nowMs,
    ...more,
  }));

test("a gap in the history is said once, beside the figure that may be too low", async () => {
  const gap = {
    list: "invocations",
    from_ms: nowMs - 900_000,
    to_ms: null,
    why: "upstream_unreachable",
    filled: false,
  };
  await draw(seriesWith({ gaps: [gap] }));
  await expect.element(figure("Failed")).toMatchTextContent(/1 gap in the history/);
  await expect.element(page.getByRole("region", { name: "Invocations by status" })).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Duration", exact: true })).toBeVisible();
  expect(page.getByText(/gap in the history/).elements()).toHaveLength(1);
});

test("figures of a dashboard that has recorded nothing say so, not that they could not be read", async () => {
  await draw(seriesWith({ began_at_ms: null, complete_from_ms: null, last_good_at_ms: null }));
  await expect.element(figure("Failed")).toMatchTextContent(/–\s*Nothing recorded yet/);
  await expect.element(figure("Duration p95")).toMatchTextContent(/–\s*Nothing recorded yet/);
});

test("open invocations that were never read say so", async () => {
  const never = { running: 0, queued: 0, oldest_queued_ms: null, read_at_ms: null, complete: false };
  await draw(fleet().one(attentionOperations.readAttention, () => ({ ...attentionOf(), open: never })));
  await expect.element(figure("Running")).toMatchTextContent(/–\s*Nothing recorded yet/);
  await expect.element(figure("Queued")).toMatchTextContent(/–\s*Nothing recorded yet/);
});

test("a time of which nothing is recorded is hatched in each chart, also without any value", async () => {
  const screen = await draw(seriesWith({ began_at_ms: null, complete_from_ms: null, last_good_at_ms: null }));
  const hatched = () =>
    [...screen.container.querySelectorAll(".recharts-wrapper")].map(
      (chart) => chart.querySelectorAll('.recharts-reference-area [fill^="url("]').length,
    );
  await expect.poll(hatched).toEqual([1, 1]);
});

test("the axis of durations has whole labels, and zero without a unit that the others do not have", async () => {
  const counts = { queued: 0, running: 0, succeeded: 1, failed: 0, other: 0, p50_ms: 4_000, p95_ms: 11_600 };
  const names = { app_name: "", action_name: "", version: "" };
  const buckets = [{ at_ms: nowMs - 600_000, ...counts }];
  const screen = await draw(seriesWith({ groups: [{ ...names, ...counts, buckets }] }));
  // Those of the second chart: the first has counts.
  const labels = () =>
    [...screen.container.querySelectorAll(".recharts-wrapper")].map((chart) =>
      [...chart.querySelectorAll(".recharts-yAxis-tick-labels text")].map(({ textContent }) => textContent),
    )[1];
  await expect.poll(labels).toEqual(["0", "5 s", "10 s", "15 s"]);
});

test("a stale response shows its age", async () => {
  const bff = fleet().list(poolOperations.listPools, [poolOf({ id: "p1", name: "checkout" })], {
    observedAtMs: Date.now() - 90_000,
    stale: "upstream_unreachable",
  });
  await draw(bff);
  await expect.element(page.getByText(/\bstale\b|not up to date/i).first()).toBeVisible();
  await expect.element(page.getByText("checkout").first()).toBeVisible();
});

test("a page that cannot be read again says so with the age of what it shows, and no news that it has none of", async () => {
  const bff = fleet().list(poolOperations.listPools, [poolOf({ id: "p1", name: "checkout" })]);
  await draw(bff);
  await expect.element(figure("Available")).toMatchTextContent("of 8");
  await expect.element(page.getByText("Nothing needs attention.", { exact: true })).toBeVisible();
  const { readInvocationSeries } = invocationHistoryOperations;
  for (const operation of [attentionOperations.readAttention, readInvocationSeries, poolOperations.listPools])
    bff.fail(operation, 503, "store_unavailable", "The database does not answer.");
  const strip = page
    .getByRole("alert")
    .filter({ hasText: /The database does not answer/ })
    .first();
  await expect.element(strip).toMatchTextContent("Not up to date");
  await expect.element(page.getByText(/^stale/)).toBeVisible();
  await expect.element(figure("Available")).toMatchTextContent("of 8");
  await expect.element(page.getByText(/^Nothing .*needs attention/)).not.toBeInTheDocument();
});

test("one cause has one alert, and a part that fails for another reason has its own", async () => {
  const bff = fleet().list(poolOperations.listPools, [poolOf({ id: "p1", name: "checkout" })]);
  const { readPoolHistory } = poolHistoryOperations;
  const operations = [attentionOperations.readAttention, readPoolHistory, auditOperations.listActs];
  for (const operation of operations)
    bff.fail(operation, 503, "store_unavailable", "The database does not answer.");
  const { getByRole } = await draw(bff);
  const acts = getByRole("region", { name: "Last acts" });
  await expect.element(acts).toMatchTextContent("Could not be read");
  await expect.element(getByRole("article", { name: "Pool checkout" })).toBeVisible();
  const pools = getByRole("region", { name: "Pools" });
  await expect.element(pools).toMatchTextContent("Capacity over time could not be read");
  await expect.poll(() => getByRole("alert").elements()).toHaveLength(1);
  bff.fail(auditOperations.listActs, 500, "internal", "An unexpected error.");
  await expect.element(acts.getByRole("alert")).toMatchTextContent("An unexpected error.");
});

test("the range of the charts is in the address and survives a reload", async () => {
  const bff = fleet();
  const screen = await draw(bff);
  const range = page.getByRole("combobox", { name: "Time range of the figures and charts" });
  await range.click();
  await page.getByRole("option", { name: "Last 7 days" }).click();
  await expect.poll(() => screen.address()).toBe("/?range=7d");
  const oldest = () =>
    Math.min(
      ...bff
        .calls(invocationHistoryOperations.readInvocationSeries)
        .map(({ query }) => Number(query.get("since_ms"))),
    );
  await expect.poll(() => Math.round((nowMs - oldest()) / 86_400_000)).toBe(7);
  await screen.reload();
  await expect.element(range).toMatchTextContent("Last 7 days");
});

test("a viewer sees why the operators' actions are not shown, and they are not requested", async () => {
  await draw(fleet(), "", "viewer");
  await expect
    .element(page.getByRole("region", { name: "Last acts" }))
    .toMatchTextContent("This needs the operator role. Yours is viewer.");
});

test("each of the last acts has its time beside it, however long it is", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const act = {
    at_ms: nowMs - 60_000,
    actor: "ada",
    role: "admin",
    ip: "",
    request_id: "r",
    action: "checkProxy",
    target: "p",
    count: 1,
    outcome: "ok" as const,
    status: 200,
    code: null,
    duration_ms: 5,
    object: null,
    phases: [],
  };
  const reasons = ["", "the exit address changed twice within an hour and two pools were emptied by it"];
  const acts = reasons.map((reason, at) => ({
    ...act,
    seq: at + 1,
    reason,
    actor: at === 0 ? "ada" : "a".repeat(64),
  }));
  await draw(fleet().list(auditOperations.listActs, () => acts));
  const rows = page.getByRole("region", { name: "Last acts" }).getByRole("listitem");
  await expect.poll(() => rows.elements().length).toBe(2);
  for (const row of rows.elements()) {
    const [time, text] = [...row.children].map((each) => each.getBoundingClientRect());
    expect(text?.left).toBeGreaterThan(time?.right ?? Number.POSITIVE_INFINITY);
    expect(Math.abs((text?.top ?? 0) - (time?.top ?? 0))).toBeLessThan(8);
  }
});
