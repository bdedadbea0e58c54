import { describe, expect, it } from "vitest";
import type { FoundLog } from "@/lib/bff/log-search";
import { readSearchQuery } from "@/lib/bff/log-search-query";
import { formatFullTime } from "@/lib/format/full-time";
import { lineHash } from "@/lib/live/line-hash";
import { groupEntries } from "./entry-groups.ts";
import { facetsOf } from "./facets.ts";
import { invocationEntries, lineEntries, type RecordedInvocation } from "./found-entries.ts";
import { matchSteps } from "./match-steps.ts";
import { searchMatcher } from "./search-matcher.ts";

const originMs = Date.UTC(2026, 10, 21, 3);
const timeOf = (second: number) => new Date(originMs + second * 1_000).toISOString();

function matcherOf(q: string) {
  const query = readSearchQuery(q);
  if ("message" in query) throw new Error(query.message);
  return searchMatcher(query);
}
const logOf = (id: number, topic: string, more: Partial<FoundLog> = {}): FoundLog => ({
  id,
  topic,
  session_id: null,
  session_name: null,
  session_ended: null,
  invocation_id: null,
  app_name: "shop",
  action_name: "checkout",
  version: "v2",
  status: null,
  ended_at_ms: null,
  ...more,
});
const line = (log_id: number, number: number, second: number, text: string) => ({
  log_id,
  line: number,
  at: timeOf(second),
  text,
});
const invocation = (more: Partial<RecordedInvocation> = {}): RecordedInvocation => ({
  id: "i1",
  app_name: "shop",
  action_name: "checkout",
  version: "v2",
  status: "failed",
  started_at_ms: originMs,
  finished_at_ms: originMs + 9_000,
  reason: null,
  sessions: [],
  duration_ms: 9_000,
  reason_key: null,
  payload_head: null,
  output_head: null,
  open: false,
  checked_at_ms: originMs,
  ...more,
});
const answer = {
  lines: [
    line(1, 7, 5, "[network:error] GET /api/address 502"),
    line(1, 8, 5, "address is missing"),
    line(2, 3, 65, "[console:warn] address 502"),
  ],
  logs: [
    logOf(1, "invocation:i1", { status: "failed", ended_at_ms: originMs }),
    logOf(2, "logs:s1:supervisor:chromium", { app_name: null, action_name: null, version: null }),
  ],
};

describe("found lines", () => {
  const entries = lineEntries([answer, answer], matcherOf("address"));

  it("are there once, however many answers have them", () => {
    expect(entries.map(({ key }) => key)).toEqual(["line 1 7", "line 1 8", "line 2 3"]);
  });

  it("have the columns of the log, and their matches marked", () => {
    const [first] = entries;
    expect(first).toMatchObject({
      level: "error",
      source: "network",
      shown: { text: "GET /api/address 502" },
    });
    expect(first?.shown.ranges).toEqual([[9, 16]]);
  });

  it("link to the line in the log of the invocation or browser", () => {
    const [first, , third] = entries;
    const at = encodeURIComponent(timeOf(5));
    expect(first?.href).toBe(
      `/invocations/i1?at=${at}&line=${lineHash("[network:error] GET /api/address 502")}`,
    );
    expect(third?.href).toContain("/browsers/s1?source=supervisor&supervisor_process=chromium&at=");
  });
});

it("links an event of telemetry to the pane that shows it", () => {
  const events = [
    { ...line(3, 1, 1, "[error] [network] GET https://shop.test/address 502"), view: "network" as const },
    { ...line(3, 2, 2, "[error] [address.js:27] no address"), view: "console" as const },
  ];
  const found = lineEntries([{ lines: events, logs: [logOf(3, "telemetry:s1")] }], matcherOf("address"));
  expect(found.map(({ href }) => href.split("&at=")[0])).toEqual([
    "/browsers/s1?source=telemetry&view=network",
    "/browsers/s1?source=telemetry&view=console",
  ]);
  expect(found[0]?.href).toContain(`&line=${lineHash(events[0]?.text ?? "")}`);
});

describe("found invocations", () => {
  it("have an entry for each field that matches the whole search", () => {
    const found = invocation({
      reason: "Address service answered\n502",
      payload_head: '{"address_id":"a-502"}',
      output_head: '{"address":1}',
    });
    const entries = invocationEntries([found, found], matcherOf("address 502"));
    expect(entries.map(({ kind, shown }) => [kind, shown.text])).toEqual([
      ["payload", '{"address_id":"a-502"}'],
      ["reason", "Address service answered 502"],
    ]);
  });

  it("do not have fields in which a word is only within another", () => {
    expect(invocationEntries([invocation({ reason: "readdress" })], matcherOf("address"))).toEqual([]);
  });
});

describe("groups", () => {
  it("are of an invocation or a browser, the newest first, entries in the order written", () => {
    const entries = [
      ...invocationEntries(
        [invocation({ reason: "address failed", payload_head: "address" })],
        matcherOf("address"),
      ),
      ...lineEntries([answer], matcherOf("address")),
    ];
    const groups = groupEntries(entries);
    expect(groups.map(({ key, entries: members }) => [key, members.map((each) => each.key)])).toEqual([
      ["browser s1", ["line 2 3"]],
      ["invocation i1", ["payload i1", "line 1 7", "line 1 8", "reason i1"]],
    ]);
  });

  it("of a browser have ended only where all that was found says so", () => {
    const groupsOf = (...ended: (boolean | null)[]) => {
      const logs = ended.map((session_ended, id) =>
        logOf(id, `logs:s1:supervisor:p${id}`, { session_ended, ended_at_ms: originMs }),
      );
      const lines = logs.map(({ id }) => line(id, 1, id, "address"));
      return groupEntries(lineEntries([{ lines, logs }], matcherOf("address")));
    };
    expect(groupsOf(true, false).map(({ subject }) => subject.hasEnded)).toEqual([false]);
    expect(groupsOf(true, true).map(({ subject }) => subject.hasEnded)).toEqual([true]);
  });

  it("keep the order of a log whose times go back", () => {
    const lines = [line(1, 1, 9, "a"), line(1, 3, 7, "a"), line(1, 2, 5, "a")];
    const [group] = groupEntries(lineEntries([{ ...answer, lines }], matcherOf("a")));
    expect(group?.entries.map((each) => each.line?.number)).toEqual([1, 2, 3]);
  });
});

describe("facets", () => {
  it("add up to the number of entries", () => {
    const entries = lineEntries([answer], matcherOf("address"));
    const facets = facetsOf(entries);
    expect(facets.map(({ name }) => name)).toEqual(["action", "version", "source", "level"]);
    for (const { values } of facets) expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(facets[0]?.values).toEqual([
      { value: "checkout", count: 2 },
      { value: undefined, count: 1 },
    ]);
  });

  it("count an empty name as none", () => {
    const entries = [
      ...lineEntries([answer], matcherOf("address")),
      ...invocationEntries([invocation({ reason: "address", version: "" })], matcherOf("address")),
    ];
    expect(facetsOf(entries).find(({ name }) => name === "version")?.values).toEqual([
      { value: "v2", count: 2 },
      { value: undefined, count: 2 },
    ]);
  });

  it("count the lines of one file together", () => {
    const lines = [
      line(1, 1, 1, "[1:1:1121/030859:ERROR:net/socket.cc(970)] address failed"),
      line(1, 2, 2, "[1:1:1121/030859:ERROR:net/socket.cc(12)] address failed"),
      line(1, 3, 3, "[cart.js:22] address missing"),
    ];
    const entries = lineEntries([{ ...answer, lines }], matcherOf("address"));
    expect(entries.map(({ source }) => source)).toContain("socket.cc:970");
    expect(facetsOf(entries).find(({ name }) => name === "source")?.values).toEqual([
      { value: "socket.cc", count: 2 },
      { value: "cart.js", count: 1 },
    ]);
  });

  it("leave out the application while there is one, and what no entry has", () => {
    const entries = lineEntries([{ ...answer, lines: [line(1, 1, 1, "address")] }], matcherOf("address"));
    expect(facetsOf(entries).map(({ name }) => name)).toEqual(["action", "version"]);
  });
});

describe("the histogram", () => {
  it("counts each entry once, in steps of the clock", () => {
    const steps = matchSteps(lineEntries([answer], matcherOf("address")), "UTC");
    expect(steps?.stepMs).toBe(5_000);
    expect(steps?.steps).toHaveLength(13);
    expect(steps?.steps[0]).toEqual({ atMs: originMs + 5_000, errors: 1, warnings: 0, others: 1 });
    expect(steps?.steps.at(-1)).toEqual({ atMs: originMs + 65_000, errors: 0, warnings: 1, others: 0 });
    expect(steps?.most).toBe(2);
  });

  it.each([1, 59, 3_600, 86_400, 90 * 86_400])("has at most 60 steps over %i seconds", (seconds) => {
    const lines = [line(1, 1, 0, "a"), line(1, 2, seconds, "a")];
    const steps = matchSteps(lineEntries([{ ...answer, lines }], matcherOf("a")), "Europe/Berlin");
    expect(steps?.steps.length).toBeLessThanOrEqual(60);
    expect(steps?.steps[0]?.others).toBe(1);
    expect(steps?.steps.at(-1)?.others).toBe(1);
  });

  it("counts by the days of the clock, also when it is set back", () => {
    const times = [
      "2026-10-05T10:00:00Z",
      "2026-10-25T22:30:00Z",
      "2026-10-26T10:00:00Z",
      "2026-11-10T10:00:00Z",
    ];
    const lines = times.map((time, index) => ({ ...line(1, index, 0, "a"), at: time }));
    const { steps = [] } =
      matchSteps(lineEntries([{ ...answer, lines }], matcherOf("a")), "Europe/Berlin") ?? {};
    const starts = steps.map(({ atMs }) => formatFullTime(atMs, "Europe/Berlin"));
    expect(starts.filter((start) => !start.includes(" 00:00:00.000 "))).toEqual([]);
    expect(starts.filter((_, at) => steps[at]?.others === 1).map((start) => start.slice(0, 10))).toEqual([
      ...["2026-10-05", "2026-10-25", "2026-10-26", "2026-11-10"],
    ]);
    expect(steps).toHaveLength(37);
  });

  it("is not there without a time", () => {
    expect(matchSteps([], "UTC")).toBeUndefined();
  });
});
