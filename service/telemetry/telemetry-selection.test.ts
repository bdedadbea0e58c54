import { expect, it } from "vitest";
import type { TelemetryChoice } from "../../lib/contract/telemetry.ts";
import { Problem } from "../kernel/problem.ts";
import { selectTelemetry, toTelemetryConfig } from "./telemetry-selection.ts";

const on = { enabled: true };
const off = { enabled: false };
const standard = ["control", "connection", "system", "captcha"];

it.each<[string, TelemetryChoice | null | undefined]>([
  ["nothing", undefined],
  ["null", null],
  ["an empty object", {}],
  ["no category", { browser: {} }],
  ["enabled: false", { enabled: false }],
  ["every standard category off", { browser: { control: off, connection: off, system: off, captcha: off } }],
])("a new session with %s captures nothing", (_, choice) => {
  expect(selectTelemetry(choice, null)).toBeNull();
});

it("adds categories to the standard ones, and takes standard ones away", () => {
  expect(selectTelemetry({ enabled: true }, null)).toEqual(standard);
  expect(selectTelemetry({ browser: { console: {} } }, null)).toEqual(standard);
  expect(selectTelemetry({ browser: { network: on, console: on } }, null)).toEqual([
    ...standard,
    "console",
    "network",
  ]);
  expect(selectTelemetry({ enabled: true, browser: { control: off, page: on } }, null)).toEqual([
    "connection",
    "system",
    "captcha",
    "page",
  ]);
});

it("changes present categories one by one; enabled: true begins with the standard ones again", () => {
  const present = selectTelemetry({ browser: { console: on, control: off } }, null);
  expect(selectTelemetry({ browser: { network: on, console: off } }, present)).toEqual([
    "connection",
    "system",
    "captcha",
    "network",
  ]);
  expect(selectTelemetry({ enabled: true }, present)).toEqual(standard);
  expect(selectTelemetry({}, present)).toBe(present);
  expect(selectTelemetry(null, present)).toBe(present);
  expect(selectTelemetry({ enabled: false }, present)).toBeNull();
});

it("refuses categories together with enabled: false", () => {
  expect(() => selectTelemetry({ enabled: false, browser: { console: on } }, null)).toThrow(Problem);
});

it("shows the state of every category", () => {
  expect(toTelemetryConfig(["page"]).browser).toMatchObject({ page: on, control: off, screenshot: off });
});
