import { expect, it } from "vitest";
import { telemetryEventOf as event, telemetryStartMs } from "../../../tests/support/fakes/fake-telemetry.ts";
import { readTelemetryLine } from "../../telemetry/telemetry-line.ts";
import { maxTextLength } from "./log-item.ts";
import { telemetryItem } from "./telemetry-item.ts";

const dataOf = (data: Record<string, unknown>) =>
  readTelemetryLine(telemetryItem(event(7, "network_response", data)).text)?.event;

it("is the event as a line, at the time of the event", () => {
  const record = event(7, "page_load", { url: "https://shop.test/" });
  const { at, text, cut } = telemetryItem(record);
  expect(readTelemetryLine(text)).toEqual(record);
  expect([at, cut]).toEqual([new Date(telemetryStartMs + 70).toISOString(), false]);
});

it("hides credentials by the name of header and field, in any spelling", () => {
  const headers = {
    Authorization: "Bearer abcdef",
    cookie: "a=1",
    "Set-Cookie": "b=2",
    "X-API-Key": "k",
    "x-access-token": "t",
    accessToken: "t",
    sessionId: "s",
    accept: "text/html",
    "cookie-policy-link": "c",
  };
  expect(dataOf({ headers, session_id: "d1" })?.data).toEqual({
    session_id: "d1",
    headers: {
      ...Object.fromEntries(Object.keys(headers).map((name) => [name, "[redacted]"])),
      accept: "text/html",
    },
  });
});

it("hides credentials within addresses, bodies and posted data", () => {
  expect(
    dataOf({
      url: "https://ada:hunter2@shop.test/?access_token=hunter2&page=1",
      body: '{"password": "hunter2", "name": "Ada"}',
      post_data: "user=ada&password=hunter2",
      args: ["token=hunter2"],
    })?.data,
  ).toEqual({
    url: "https://[redacted]@shop.test/?access_token=[redacted]&page=1",
    body: '{"password": "[redacted]", "name": "Ada"}',
    post_data: "user=ada&password=[redacted]",
    args: ["token=[redacted]"],
  });
});

it("cuts a long text and says so", () => {
  const read = dataOf({ url: "https://shop.test/", post_data: "x".repeat(40_000) });
  expect(read?.truncated).toBe(true);
  expect(String(read?.data?.post_data)).toHaveLength(16_384);
});

it.each([
  [
    "many headers",
    {
      url: "u",
      headers: Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`h${n}`, "x".repeat(100)])),
    },
  ],
  [
    "long texts of every kind",
    { url: "u", body: "\n".repeat(16_000), post_data: "\n".repeat(16_000), args: ["\n".repeat(16_000)] },
  ],
  [
    "an address without end",
    { url: "\n".repeat(60_000), status_text: "\n".repeat(60_000), error_text: "\n".repeat(60_000) },
  ],
  ["deep nesting", { stack_trace: Array.from({ length: 200 }).reduce((inner) => ({ parent: inner }), {}) }],
])("fits into a line with %s, and is still an event", (_, data) => {
  const { text } = telemetryItem(event(7, "network_response", data));
  expect(text.length).toBeLessThanOrEqual(maxTextLength);
  expect(readTelemetryLine(text)).toMatchObject({
    seq: 7,
    event: { type: "network_response", truncated: true },
  });
});

it("takes a time that is none for the present", () => {
  const record = event(7);
  const { at } = telemetryItem({ ...record, event: { ...record.event, ts: Number.MAX_SAFE_INTEGER } });
  expect(Number.isNaN(Date.parse(at))).toBe(false);
});
