import { describe, expect, it } from "vitest";
import type { Invocation } from "@/lib/contract/invocations";
import { chipsOf } from "./filter-chips.ts";
import { cellFilter } from "./filter-fields.ts";
import {
  apiFiltersOf,
  type InvocationSearchParams,
  screenOfView,
  viewQueryOf,
} from "./invocation-search-params.ts";
import { isNarrowed, isSearchIgnored, matchingOf, narrow } from "./local-filters.ts";
import { joinValues, splitValues } from "./value-list.ts";

const nowMs = Date.parse("2026-01-01T00:10:00Z");
const invocations: readonly Invocation[] = [
  { id: "q", status: "queued", app_name: "shop", started_at: "2026-01-01T00:00:00Z" },
  { id: "r", status: "running", app_name: "shop", started_at: "2026-01-01T00:00:00Z" },
  {
    id: "s",
    status: "succeeded",
    app_name: "bank",
    started_at: "2026-01-01T00:00:00Z",
    finished_at: "2026-01-01T00:00:30Z",
    payload: '{"query":"Oak"}',
    output: '{"sku":"T-1"}',
  },
  {
    id: "f",
    status: "failed",
    started_at: "2026-01-01T00:00:00Z",
    finished_at: "2026-01-01T00:00:01Z",
    status_reason: "Timeout of oakwood.example after 30 s",
  },
];
const left = (query: string) =>
  narrow(invocations, screenOfView(query), nowMs)
    .map(({ id }) => id)
    .join("");

describe("filtering the invocations that were read", () => {
  it("includes any of several values and excludes others; a missing value matches none", () => {
    expect(left("status=queued,failed")).toBe("qf");
    expect(left("not_status=failed")).toBe("qrs");
    expect(left("not_app_name=shop,bank")).toBe("f");
    expect(left("status=queued,running&not_app_name=shop")).toBe("");
  });
  it("compares durations: running ones up to the read, queued ones never", () => {
    expect(left("took_over=5m")).toBe("r");
    expect(left("took_over=500ms")).toBe("rsf");
    expect(left("took_under=30s")).toBe("f");
    expect(left("took_over=1s&took_under=1h")).toBe("rs");
  });
  it("compares starts with a moment, or a time before the read, of queued ones too", () => {
    expect(left("started_before=10m")).toBe("");
    expect(left("started_before=599s")).toBe("qrsf");
    expect(left("started_before=599s&status=queued,running")).toBe("qr");
    expect(left("started_before=2026-01-01T00:00:00.001Z")).toBe("qrsf");
    expect(left("started_before=2026-01-01T00:00:00Z")).toBe("");
  });
  it("searches name and id as the API does, in any case and with or without accents", () => {
    expect(left("query=SHOP")).toBe("qr");
    expect(left("query=b%C3%A1nk")).toBe("s");
    expect(left("query=sh+q")).toBe("q");
    expect(left("query=oak")).toBe("");
  });
  it("shows by a row that does not match that the API ignored the search", () => {
    const ignored = (query: string | undefined, rows = invocations) => isSearchIgnored(rows, { query });
    expect(ignored("shop")).toBe(true);
    expect(ignored("shop", invocations.slice(0, 2))).toBe(false);
    expect(ignored("shop", [])).toBe(false);
    expect(ignored(undefined)).toBe(false);
  });
  it("leaves what the API filtered as it is, unless it lacks a filter or ignored the search", () => {
    const matching = (query: string, read = invocations) => matchingOf(read, screenOfView(query), nowMs);
    const found = invocations.slice(0, 2);
    expect(matching("query=shop", found)).toBe(found);
    expect(matching("query=shop")).toEqual(found);
    expect(matching("app_name=other")).toBe(invocations);
    expect(matching("not_app_name=bank")).toEqual(
      narrow(invocations, screenOfView("not_app_name=bank"), nowMs),
    );
  });
  it("searches text case-insensitively, in one field or in all", () => {
    expect(left("text=OAK")).toBe("sf");
    expect(left("payload_has=oak")).toBe("s");
    expect(left("output_has=t-1")).toBe("s");
    expect(left("reason_has=timeout")).toBe("f");
    expect(left("reason_key=Timeout+of+oakwood.example+after+%3Cn%3E+s")).toBe("f");
    expect(left("reason_key=Timeout")).toBe("");
  });
  it("tells cancelled and stopped ones from others that failed", () => {
    const all: readonly Invocation[] = [
      ...invocations,
      { id: "c", status: "failed", status_reason: "cancelled by request of ann" },
      { id: "p", status: "failed", status_reason: "the service stopped during the invocation" },
    ];
    const leftOf = (query: string) =>
      narrow(all, screenOfView(query), nowMs)
        .map(({ id }) => id)
        .join("");
    expect(leftOf("interrupted=no")).toBe("qrsf");
    expect(leftOf("interrupted=yes")).toBe("cp");
  });
  it("is needed only for filters that the API lacks", () => {
    const narrowed = (query: string) => isNarrowed(screenOfView(query));
    expect(narrowed("status=failed&app_name=shop&since=1h&query=x&cols=status")).toBe(false);
    for (const query of [
      "status=failed,queued",
      "not_version=v1",
      "started_before=1h",
      "took_over=1s",
      "text=x",
      "reason_has=x",
      "reason_key=x",
      "interrupted=no",
    ])
      expect(narrowed(query), query).toBe(true);
  });
  it("sends only single values to the API", () => {
    expect(apiFiltersOf(screenOfView("status=failed&app_name=a,b&since=1h&not_version=v1"))).toEqual({
      status: "failed",
      since: "1h",
    });
  });
});

describe("values in the address", () => {
  it("may contain commas", () => {
    expect(splitValues("a,b\\,c,a")).toEqual(["a", "b,c"]);
    for (const values of [["a"], ["a,b", "c\\d", "é"], ["\\", ","]])
      expect(splitValues(joinValues(values))).toEqual(values);
  });
});

describe("a view's query", () => {
  it("stores filters, columns and page size, not the page, the open row or the view", () => {
    const screen: InvocationSearchParams = {
      ...screenOfView("status=failed,queued&cols=status,duration~90&limit=20"),
      offset: 40,
      open: "x",
      view: "v1",
      live: "off",
    };
    const query = viewQueryOf(screen);
    expect([...new URLSearchParams(query)]).toEqual([
      ["cols", "status,duration~90"],
      ["limit", "20"],
      ["status", "failed,queued"],
    ]);
    expect(viewQueryOf(screenOfView(query))).toBe(query);
  });
  it("ignores values that are no longer valid", () => {
    expect(viewQueryOf(screenOfView("status=exploded&app_name=shop&gone=1"))).toBe("app_name=shop");
  });
});

describe("a click on a value", () => {
  const screen = screenOfView("status=failed&version=v1");
  it("makes it the only one of its field", () => {
    expect(cellFilter({ columnId: "status", value: "queued", exclude: false }, screen)).toEqual({
      status: ["queued"],
      not_status: undefined,
    });
    expect(cellFilter({ columnId: "status", value: "exploded", exclude: false }, screen)).toBeUndefined();
    expect(cellFilter({ columnId: "started_at", value: "x", exclude: false }, screen)).toBeUndefined();
  });
  it("with Alt excludes it, in addition to the excluded values", () => {
    expect(cellFilter({ columnId: "version", value: "v1", exclude: true }, screen)).toEqual({
      not_version: ["v1"],
      version: undefined,
    });
    expect(
      cellFilter({ columnId: "app_name", value: "b", exclude: true }, screenOfView("not_app_name=a")),
    ).toEqual({ not_app_name: ["a", "b"] });
  });
  it("is formatted as text", () => {
    const screen = screenOfView("status=failed,queued,running&not_version=v1&since=15m");
    const texts = chipsOf(screen, "UTC").map(
      ({ label, text, isAppliedLocally }) => `${label} ${text} ${isAppliedLocally}`,
    );
    expect(texts).toEqual([
      "Status failed, queued or running true",
      "Version not v1 true",
      "Started last 15 min false",
    ]);
  });
  it("states a time in the operator's zone", () => {
    const before = chipsOf(screenOfView("started_before=30m"), "UTC").map(
      ({ label, text }) => `${label} ${text}`,
    );
    expect(before).toEqual(["Started before 30 min ago"]);
    const textOf = (since: string) => chipsOf(screenOfView(`since=${since}`), "Europe/Berlin")[0]?.text;
    expect(textOf("2026-11-27T21:00:00.000Z")).toBe("since 2026-11-27 22:00");
    expect(textOf("2026-11-27T21:00:07.120Z")).toBe("since 2026-11-27 22:00:07.120");
  });
});
