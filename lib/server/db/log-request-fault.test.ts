import { beforeEach, expect, it, vi } from "vitest";
import { logFault } from "../kernel/log.ts";
import { logRequestFault } from "./log-request-fault.ts";
import { StoreUnavailable } from "./store-unavailable.ts";

vi.mock("../kernel/log.ts", () => ({ logFault: vi.fn(), logNote: vi.fn() }));

beforeEach(() => void vi.mocked(logFault).mockClear());

it("logs a failure of the store, which meets every request, once for each of its causes", () => {
  const full = Object.assign(new Error("disk"), { code: "SQLITE_FULL" });
  for (const id of ["1", "2", "3"]) {
    logRequestFault("a request failed", new StoreUnavailable(), { request_id: id });
    logRequestFault("a request failed", full, { request_id: id });
  }
  expect(vi.mocked(logFault).mock.calls).toEqual([
    ["a request failed: store_unavailable", expect.any(StoreUnavailable), { request_id: "1" }],
    ["a request failed: store_full (SQLITE_FULL)", full, { request_id: "1" }],
  ]);
});

it("logs another cause of the same failure at once, by the code of the database", () => {
  const down = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const password = Object.assign(new Error("password"), { code: "28P01" });
  for (const cause of [down, down, password])
    logRequestFault("a request failed", new StoreUnavailable(undefined, cause));
  expect(vi.mocked(logFault).mock.calls.map(([what]) => what)).toEqual([
    "a request failed: store_unavailable (ECONNREFUSED)",
    "a request failed: store_unavailable (28P01)",
  ]);
});

it("logs every other fault with its details", () => {
  const faults = [new TypeError("undefined"), new TypeError("undefined"), "text"];
  for (const [id, fault] of faults.entries()) logRequestFault("a request failed", fault, { request_id: id });
  expect(vi.mocked(logFault).mock.calls).toEqual(
    faults.map((fault, id) => ["a request failed", fault, { request_id: id }]),
  );
});
