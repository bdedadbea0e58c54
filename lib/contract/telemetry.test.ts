import { expect, it } from "vitest";
import { operations } from "./operations/operations.ts";
import { decodeQuery, encodeQuery, InvalidInput } from "./request.ts";
import { strict } from "./schema.ts";
import { telemetryCategories, telemetryRecord } from "./telemetry.ts";
import { asKnownTelemetryEvent } from "./telemetry-events.ts";

const source = { kind: "cdp", event: "Runtime.exceptionThrown" };
const { query } = operations.listBrowserTelemetryEvents;
const decode = (text: string) => decodeQuery(query, new URLSearchParams(text), "refuse");

it("reads events of types, categories and producers that are not known, and shapes only known ones", () => {
  const later = {
    seq: 7,
    event: { category: "weather", type: "rain", ts: 1, source: { kind: "sky" }, data: { mm: 3 } },
  };
  expect(telemetryRecord.parse(later)).toEqual(later);
  expect(asKnownTelemetryEvent(telemetryRecord.parse(later).event)).toBeUndefined();

  const data = { text: "Uncaught Error: boom", line: 3, nav_seq: 1 };
  const known = telemetryRecord.parse({
    seq: 8,
    event: { category: "console", type: "console_error", ts: 2, source, data },
  });
  const error = asKnownTelemetryEvent(known.event);
  expect(error?.type === "console_error" && error.data?.text).toBe("Uncaught Error: boom");
  const withoutText = { ...known.event, data: { line: 3 } };
  expect(asKnownTelemetryEvent(withoutText)).toBeUndefined();
});

it("refuses to write an unknown category or field", () => {
  const event = { category: "console", type: "console_log", ts: 1, source, data: {} };
  const writes = strict(telemetryRecord);
  expect(writes.safeParse({ seq: 1, event }).success).toBe(true);
  expect(writes.safeParse({ seq: 1, event: { ...event, category: "weather" } }).success).toBe(false);
  expect(writes.safeParse({ seq: 1, event: { ...event, later: 1 } }).success).toBe(false);
});

it("takes categories repeated, as the description states, and with commas, as the published client sends them", () => {
  expect(decode("category=console&category=network").category).toEqual(["console", "network"]);
  expect(decode("category=console,network&category=page").category).toEqual(["console", "network", "page"]);
  expect(encodeQuery(query, { category: ["page", "monitor"] })).toBe("category=page%2Cmonitor");
  for (const bad of ["category=", "category=console,", "category=consoles", "order=up", "limit=1&limit=2"]) {
    expect(() => decode(bad), bad).toThrow(InvalidInput);
  }
});

it("states each category in the telemetry of a session", () => {
  const { body } = operations.createBrowser;
  const on = { enabled: true };
  const browser = Object.fromEntries(telemetryCategories.map((category) => [category, on]));
  expect(strict(body.schema).parse({ telemetry: { browser } })).toEqual({ telemetry: { browser } });
  expect(strict(body.schema).safeParse({ telemetry: { browser: { monitor: on } } }).success).toBe(false);
});
