import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { LiveState } from "@/components/layout/live-indicator";
import { TopBar } from "@/components/layout/top-bar";
import { useRecorderNote } from "@/components/operators/use-recorder-note";
import type { InvocationSeries } from "@/lib/bff/invocation-history";
import { invocationHistoryOperations } from "@/lib/bff/operations/invocation-history";
import { recorderOperations } from "@/lib/bff/operations/recorder";
import { type RecorderList, type RecorderState, recorderLists } from "@/lib/bff/recorder";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { RecorderSection } from "./recorder-section.tsx";

const nowMs = Date.now();
const listOf = (list: RecorderList["list"], given: Partial<RecorderList> = {}): RecorderList => ({
  list,
  offered: true,
  mode: "slow",
  last_good_at_ms: nowMs,
  failing_since_ms: null,
  code: null,
  behind: null,
  skipped: 0,
  partly: null,
  ...given,
});
const stateOf = (given: Partial<RecorderState> = {}): RecorderState => ({
  status: "recording",
  since_ms: null,
  leader: { holder: "replica-1", term: 1, here: true },
  lists: recorderLists.map((list) => listOf(list)),
  duties: (["cleaning", "noting"] as const).map((duty) => ({
    duty,
    failing_since_ms: null,
    code: null,
    lost: 0,
  })),
  began_at_ms: nowMs - 9e6,
  complete_from_ms: nowMs - 9e6,
  gaps: [],
  store: {
    kind: "embedded file",
    bytes: 5.2e9,
    used_bytes: 2e9,
    max_bytes: 4.1e9,
    counted_at_ms: nowMs,
    tables: ["invocations", "process_samples", "process_samples_5m", "resources", "audit"].map((table) => ({
      table,
      rows: 12,
      oldest_ms: nowMs - 9e6,
    })),
    trimmed: null,
    trimmed_ids_at_ms: null,
    over_bound: false,
  },
  retention: { raw_hours: 48, days: 30, audit_days: 365 },
  ...given,
});

function Bar({ live }: { live: LiveState["state"] }) {
  const recorder = useRecorderNote();
  const shell = {
    onOpenPages: vi.fn(),
    onOpenPalette: vi.fn(),
    onShowShortcuts: vi.fn(),
    onSignOut: vi.fn(),
  };
  const operator = { name: "ada", role: "admin" } as const;
  const environment = { name: "test", color: "gray" } as const;
  return (
    <TopBar
      operator={operator}
      environment={environment}
      recorder={recorder}
      {...shell}
      live={{ state: live }}
    />
  );
}
async function draw(state: RecorderState, live: LiveState["state"] = "connected", day?: InvocationSeries) {
  const bff = emptyBff().one(recorderOperations.retrieveRecorder, state);
  if (day !== undefined) bff.one(invocationHistoryOperations.readInvocationSeries, day);
  await renderView(
    <>
      <Bar live={live} />
      <RecorderSection />
    </>,
    { at: "/settings", bff },
  );
  return bff;
}
const recorder = () => page.getByRole("region", { name: "Recorder" });
const note = () => page.getByRole("link", { name: /^Recorder/ });
const gapOf = (list: string) =>
  recorder().getByRole("table", { name: "Gaps" }).getByRole("row").filter({ hasText: list });

test("a healthy recorder shows who records, what is stored and for how long; the top bar shows nothing", async () => {
  await draw(stateOf());
  await expect.element(recorder().getByText("recording", { exact: true })).toBeVisible();
  await expect.element(recorder().getByText(/this replica · term 1/)).toBeVisible();
  await expect.element(recorder().getByText("No gaps.")).toBeVisible();
  await expect
    .element(recorder().getByText("2.00 GB of 4.10 GB in the embedded file, 5.20 GB on disk"))
    .toBeVisible();
  for (const list of ["Invocations", "Pools", "Browsers", "Proxies", "Profiles", "Extensions"])
    await expect.element(recorder().getByText(`${list} read`)).toBeVisible();
  const rows = recorder().getByRole("table", { name: "Recorded data" }).getByRole("row");
  await expect.element(rows.filter({ hasText: "Acts" })).toBeVisible();
  await expect
    .element(rows.filter({ hasText: /^Samples of processes12/ }))
    .toMatchTextContent("then 5 min steps");
  await expect.element(rows.filter({ hasText: "Ids seen or pinned" })).toMatchTextContent("pinned: no limit");
  await expect.element(note()).not.toBeInTheDocument();
});

test("failing lists are named with for how long and what is missing; the top bar links there", async () => {
  const sinceMs = Date.now() - 60_000;
  const failing = { failing_since_ms: sinceMs, code: "upstream_unreachable" };
  const gap = { from_ms: nowMs - 60_000, why: "upstream_unreachable", filled: false };
  const bff = await draw(
    stateOf({
      status: "failing",
      since_ms: sinceMs,
      lists: [listOf("invocations", failing), listOf("pools", { offered: false }), listOf("browsers")],
      gaps: [
        { ...gap, list: "invocations", to_ms: null },
        { ...gap, list: "pools", to_ms: nowMs },
        { ...gap, list: "browsers", to_ms: nowMs, filled: true },
      ],
    }),
  );
  await expect.element(recorder().getByText("failing", { exact: true })).toBeVisible();
  await expect
    .element(recorder().getByText(/failing for \d+ (s|min|h|d) · the API cannot be reached/))
    .toBeVisible();
  await expect.element(recorder().getByText(/not offered by this API/)).toBeVisible();
  await expect.element(gapOf("invocations")).toMatchTextContent("lasts");
  await expect.element(gapOf("pools")).toMatchTextContent("missing");
  await expect.element(gapOf("browsers")).toMatchTextContent("filled");
  await expect.element(note()).toHaveAttribute("href", "/settings#recorder");
  await expect.element(note()).toMatchTextContent(/^Recorder failing for 1 min/);
  bff.one(recorderOperations.retrieveRecorder, stateOf());
  await expect.element(note()).not.toBeInTheDocument();
  await expect.element(recorder().getByText("recording", { exact: true })).toBeVisible();
});

const failingRecorder = (code: string) => {
  const sinceMs = Date.now() - 150_000;
  const failing = { failing_since_ms: sinceMs, code };
  const unreachable = { failing_since_ms: sinceMs, code: "upstream_unreachable" };
  return stateOf({
    status: "failing",
    since_ms: sinceMs,
    lists: [listOf("invocations", unreachable), listOf("pools", failing)],
  });
};

test("the top bar says once that the API fails, where the recorder fails only because of that", async () => {
  await draw(failingRecorder("upstream_timeout"), "upstream_failing");
  await expect.element(recorder().getByText("failing", { exact: true })).toBeVisible();
  await expect.element(page.getByText("API failing")).toBeVisible();
  await expect.element(note()).not.toBeInTheDocument();
});

test.each([
  ["its database fails beside the API", "store_unavailable", "upstream_failing"],
  ["the API answers others", "upstream_timeout", "connected"],
  ["the page has no news of the API", "upstream_timeout", "reconnecting"],
] as const)("the top bar names the failing recorder where %s", async (_, code, live) => {
  await draw(failingRecorder(code), live);
  await expect.element(note()).toMatchTextContent(/^Recorder failing for 2 min/);
});

test("no recorder, a full store and a list longer than was read are each reported", async () => {
  const base = stateOf();
  await draw(
    stateOf({
      status: "off",
      leader: null,
      lists: [
        listOf("pools", { partly: { read: 910, why: "cut" } }),
        listOf("browsers", { skipped: 2, behind: { to_ms: nowMs - 9e6, reached_ms: nowMs - 6e5 } }),
      ],
      store: { ...base.store, trimmed: { at_ms: nowMs, before_ms: nowMs - 9e6 }, over_bound: true },
    }),
  );
  for (const text of [
    "no replica is recording",
    "first 910 only",
    "2 skipped: too large",
    /invocations that started before .* deleted early/,
    /over its limit. Raise/,
    /loading older ones back to/,
  ])
    await expect.element(recorder().getByText(text, { exact: false }).first()).toBeVisible();
  await expect.element(note()).toMatchTextContent("Recorder off");
});

test("a pause of deleting by age is shown as a warning, not as a failure", async () => {
  const cleaning = { duty: "cleaning", failing_since_ms: null, code: "clock_jumped", lost: 0 } as const;
  await draw(stateOf({ duties: [cleaning] }));
  await expect.element(recorder().getByText("deleting old records: paused · the clock jumped")).toBeVisible();
  await expect.element(note()).not.toBeInTheDocument();
});

test("a state that could not be read again stays, marked as not up to date", async () => {
  const bff = await draw(stateOf());
  await expect.element(recorder().getByText("recording", { exact: true })).toBeVisible();
  bff.fail(recorderOperations.retrieveRecorder, 503, "store_unavailable", "The database cannot be read.");
  await expect.element(recorder().getByRole("alert")).toMatchTextContent("The database cannot be read.");
  await expect.element(recorder().getByText("recording", { exact: true })).toBeVisible();
});

test("invocations of the last day that could not be read again stay, marked as not up to date", async () => {
  const { readInvocationSeries } = invocationHistoryOperations;
  const bff = await draw(stateOf(), "connected", {
    since_ms: 0,
    until_ms: nowMs,
    bucket_ms: 21_600_000,
    groups: [],
    groups_left_out: 0,
    complete: true,
    began_at_ms: 1,
    complete_from_ms: 1,
    gaps: [],
    last_good_at_ms: nowMs,
  });
  await expect.element(recorder().getByText("no invocations")).toBeVisible();
  bff.fail(readInvocationSeries, 503, "store_unavailable", "The sum takes too long.");
  await expect.element(recorder().getByRole("alert")).toMatchTextContent("The sum takes too long.");
  await expect.element(recorder().getByText("no invocations")).toBeVisible();
});
