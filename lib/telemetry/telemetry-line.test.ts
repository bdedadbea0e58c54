import { expect, it } from "vitest";
import { viewOfCategory } from "../bff/telemetry-view.ts";
import type { TelemetryRecord } from "../contract/telemetry.ts";
import { readLineParts } from "../format/line-parts.ts";
import { levelOf } from "../format/log-level.ts";
import { isFailedRequest, readTelemetryLine, telemetryText } from "./telemetry-line.ts";

const record = (category: string, type: string, data: Record<string, unknown> = {}): TelemetryRecord => ({
  seq: 1,
  event: { category, type, ts: 1, source: { kind: "cdp" }, data },
});
const stack = {
  callFrames: [
    {
      functionName: "load",
      scriptId: "1",
      url: "https://shop.test/js/address.js?v=2",
      lineNumber: 26,
      columnNumber: 3,
    },
  ],
};

it.each([
  [
    record("console", "console_error", { text: "Uncaught Error: boom", stack_trace: stack }),
    "error",
    "address.js:27",
    "Uncaught Error: boom",
  ],
  [
    record("console", "console_error", { text: "boom", source_url: "https://shop.test/", line: 3 }),
    "error",
    "index:4",
    "boom",
  ],
  [record("console", "console_log", { level: "warning", args: ["a", "b"] }), "warn", "console", "a b"],
  [record("console", "console_log", { level: "log", text: "two\nlines" }), "info", "console", "two lines"],
  [
    record("network", "network_response", {
      method: "GET",
      url: "https://shop.test/a",
      status: 502,
      status_text: "Bad Gateway",
    }),
    "error",
    "network",
    "GET https://shop.test/a 502 Bad Gateway",
  ],
  [
    record("network", "network_loading_failed", {
      url: "https://shop.test/a",
      error_text: "net::ERR_FAILED",
      canceled: false,
    }),
    "error",
    "network",
    "https://shop.test/a net::ERR_FAILED",
  ],
  [
    record("page", "page_navigation", { url: "https://shop.test/" }),
    "info",
    "page",
    "Navigated to https://shop.test/",
  ],
  [
    record("system", "system_oom_kill", { pid: 1, process_name: "chromium", rss_kb: 5 }),
    "error",
    "system",
    "Out of memory: killed chromium",
  ],
  [record("weather", "rain"), "info", "weather", "rain"],
])("tells level, source and message of an event: %#", (event, level, source, message) => {
  const text = telemetryText(event);
  expect(levelOf(text)).toBe(level);
  const parts = readLineParts(text, undefined, levelOf(text));
  expect(parts?.source).toBe(source);
  expect(text.slice(parts?.prefixChars)).toBe(message);
});

it("has no text for a picture", () => {
  expect(telemetryText(record("screenshot", "monitor_screenshot"))).toBe("");
  expect(viewOfCategory("screenshot")).toBeUndefined();
});

it("reads lines that are events, and no others", () => {
  const event = record("page", "page_load");
  expect(readTelemetryLine(JSON.stringify(event))).toEqual(event);
  for (const text of ["", "{", "{}", "[1]", '{"seq":1}']) expect(readTelemetryLine(text)).toBeUndefined();
});

it("tells failed requests", () => {
  const failed = (data: Record<string, unknown>, type = "network_response") =>
    isFailedRequest(record("network", type, data));
  expect(failed({ status: 404 })).toBe(true);
  expect(failed({ status: 399 })).toBe(false);
  expect(failed({ error_text: "net::ERR_FAILED" }, "network_loading_failed")).toBe(true);
  expect(failed({ canceled: true }, "network_loading_failed")).toBe(false);
});
