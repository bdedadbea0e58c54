import { expect, it } from "vitest";
import { computerOperations } from "../contract/operations/computer.ts";
import { operations } from "../contract/operations/operations.ts";
import type { TelemetryRecord } from "../contract/telemetry.ts";
import { activityOf, usingOperations } from "./session-activity.ts";

const source = { kind: "kernel_api" } as const;
/** Events of these types; another text is the operation of a call. */
const recordsOf = (...types: string[]): TelemetryRecord[] =>
  types.map((type, index) => ({
    seq: index + 1,
    event: {
      category: "connection",
      ts: (index + 1) * 1_000_000,
      source,
      ...(/_/.test(type) ? { type } : { type: "api_call", data: { operation_id: type } }),
    },
  }));

it("knows the calls that use a session", () => {
  const { executePlaywright, curlBrowser } = operations;
  const uses = [...Object.values(computerOperations), executePlaywright, curlBrowser].map(({ id }) => id);
  expect([...usingOperations].toSorted()).toEqual(uses.toSorted());
});

it.each([
  ["nothing", [], { clients: 0, last_active_ms: null }],
  ["a client that is connected", ["cdp_connect"], { clients: 1, last_active_ms: null }],
  [
    "the last of two that left",
    ["cdp_connect", "live_view_connect", "cdp_disconnect", "live_view_disconnect"],
    { clients: 0, last_active_ms: 4_000 },
  ],
  [
    "one of two that stays",
    ["cdp_connect", "cdp_connect", "cdp_disconnect"],
    { clients: 1, last_active_ms: 3_000 },
  ],
  [
    "a control request",
    ["cdp_connect", "cdp_disconnect", "clickMouse"],
    { clients: 0, last_active_ms: 3_000 },
  ],
  [
    "other calls of the API",
    ["cdp_connect", "cdp_disconnect", "execProcess", "listFiles"],
    { clients: 0, last_active_ms: 2_000 },
  ],
  [
    "other events",
    ["cdp_connect", "cdp_disconnect", "service_crashed"],
    { clients: 0, last_active_ms: 2_000 },
  ],
])("reads %s", (_, types, activity) => {
  expect(activityOf(recordsOf(...types), true)).toEqual(activity);
  expect(activityOf(recordsOf(...types).reverse(), true)).toEqual(activity);
});

it("takes the end of a client that never began for one of the last holder of a pool's browser", () => {
  const late = recordsOf("cdp_disconnect");
  expect(activityOf(late, true, true)).toEqual({ clients: 0, last_active_ms: null });
  const next = recordsOf("live_view_disconnect", "cdp_connect", "cdp_disconnect");
  expect(activityOf(next, true, true)).toEqual({ clients: 0, last_active_ms: 3_000 });
  // For any other browser, and where events are missing, it is one of this use.
  expect(activityOf(late, true).last_active_ms).toBe(1_000);
  expect(activityOf(late, false, true).last_active_ms).toBe(1_000);
});

it("does not take missing events for a session without clients", () => {
  expect(activityOf(recordsOf("cdp_disconnect"), false)).toEqual({ clients: null, last_active_ms: 1_000 });
  expect(activityOf(recordsOf("cdp_connect"), false)).toEqual({ clients: 1, last_active_ms: null });
});
