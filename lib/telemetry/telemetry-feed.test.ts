import { expect, it } from "vitest";
import { ScriptedLogFeed } from "../../tests/support/component/scripted-log-feed.ts";
import type { FeedEvent } from "../live/log-feed.ts";
import { LogStore } from "../live/log-store.ts";
import { type TelemetryLinesView, telemetryFeed } from "./telemetry-feed.ts";

const lineOf = (category: string, type: string, data: Record<string, unknown> = {}) =>
  JSON.stringify({ seq: 1, event: { category, type, ts: 1, source: { kind: "cdp" }, data } });
const log = (text: string) => lineOf("console", "console_log", { level: "log", text });
const load = lineOf("page", "page_load", { url: "https://shop.test/" });
const failed = lineOf("network", "network_response", {
  method: "GET",
  url: "https://shop.test/a",
  status: 502,
  status_text: "Bad Gateway",
});
const picture = lineOf("screenshot", "monitor_screenshot", { png: "" });

/** What a pane holds of a view. */
function open(view: TelemetryLinesView) {
  const source = new ScriptedLogFeed();
  const store = new LogStore();
  const events: FeedEvent[] = [];
  const feed = telemetryFeed(source, view);
  const end = feed.subscribe((event) => {
    events.push(event);
    if (event.kind === "lines") store.addLines(event.epoch, event.lines);
    else if (event.kind === "gap") store.addGap(event.epoch, event.gap);
  });
  const rows = () =>
    Array.from({ length: store.endRow - store.firstRow }, (_, index) => {
      const row = store.row(store.firstRow + index);
      if (row?.kind === "line") return row.text;
      return row?.kind === "gap" ? row.gap.count : row?.kind;
    });
  return { source, feed, store, events, rows, end };
}

it("has the events of a view, each at its time; other views' leave no gap", () => {
  const { source, store, rows } = open("console");
  source.say([load, log("one"), load, picture]);
  source.say([load]);
  source.say([failed, log("two")]);
  expect(rows()).toEqual([
    "[info] [console] one",
    "[error] [network] GET https://shop.test/a 502 Bad Gateway",
    "[info] [console] two",
  ]);
  expect(store.row(0)).toMatchObject({ atMs: source.atMs(2) });
  // That of its capture, not that of its receipt.
  expect(store.hasWrittenTimes).toBe(true);
});

it("has neither requests nor messages among the activity", () => {
  const { source, rows } = open("activity");
  source.say([failed, log("one"), load, picture, "no event"]);
  expect(rows()).toEqual([
    "[info] [page] Page loaded: https://shop.test/",
    "[warn] [telemetry] Unreadable event: no event",
  ]);
});

it("has the gaps of the events, reported or not", () => {
  const { source, rows } = open("console");
  source.say([log("one")]);
  source.addMissingLines(12);
  source.say([log("two")]);
  expect(rows()).toEqual(["[info] [console] one", 12, "[info] [console] two"]);
});

it("shows a line once, although its source repeats it", () => {
  const { source, rows, feed } = open("console");
  source.repeat([log("one"), log("two")]);
  source.repeat([log("one"), log("two"), log("three")]);
  expect(rows()).toHaveLength(3);
  source.become("ended");
  expect(feed.state.log).toBe("ended");
});

it("has the stack of an error beside its line", () => {
  const { source, store } = open("console");
  const frame = {
    functionName: "load",
    scriptId: "1",
    url: "https://shop.test/a.js",
    lineNumber: 26,
    columnNumber: 3,
  };
  const data = { text: "Uncaught Error: boom", stack_trace: { callFrames: [frame] } };
  source.say([lineOf("console", "console_error", data), log("two")]);
  expect(store.row(0)).toMatchObject({
    text: "[error] [a.js:27] Uncaught Error: boom",
    stack: "at load (a.js:27:4)",
  });
  expect(store.row(1)).toMatchObject({ stack: undefined });
});

it("reports nothing after its subscription has ended", () => {
  const { source, events, end } = open("console");
  end();
  source.say([log("one")]);
  expect(events).toEqual([]);
});
