import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { minuteMs } from "../../bff/time-units.ts";
import { operations } from "../../contract/operations/operations.ts";
import { capabilityOf, recordAbsent, recordIfAbsent, recordPresent } from "./capabilities.ts";
import { failureOfStatus } from "./upstream-failure.ts";

const operation = operations.listProxies;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a missing operation", () => {
  it("is absent for five minutes, then unknown", () => {
    recordAbsent(operation);
    vi.advanceTimersByTime(4 * minuteMs);
    expect(capabilityOf(operation)).toBe("absent");
    vi.advanceTimersByTime(2 * minuteMs);
    expect(capabilityOf(operation)).toBe("unknown");
  });

  it("is absent for no longer after the clock was set back", () => {
    recordAbsent(operation);
    vi.setSystemTime(Date.now() - 60 * minuteMs);
    vi.advanceTimersByTime(6 * minuteMs);
    expect(capabilityOf(operation)).toBe("unknown");
  });

  it("is present once it has answered", () => {
    recordAbsent(operation);
    recordPresent(operation);
    vi.advanceTimersByTime(600 * minuteMs);
    expect(capabilityOf(operation)).toBe("present");
  });
});

describe("a 404", () => {
  const { flushPool, listPools, retrieveInvocation } = operations;
  const required = { ...retrieveInvocation, shown: true };
  const failure = (body: string) => failureOfStatus(404, Buffer.from(body), undefined, 0);
  const routeUnknown = [
    "<html><body><pre>Cannot POST /browser_pools/x/flush</pre></body></html>",
    '{"message":"Route POST:/browser_pools/x/flush not found","error":"Not Found","statusCode":404}',
    '{"message":"no Route matched with those values"}',
    '{"code":"route_not_found","message":"Not found."}',
    '{"code":"not_found","message":"No such endpoint"}',
  ];
  const itemUnknown = [
    "",
    "<html><title>404 Not Found</title></html>",
    "404 page not found",
    '{"detail":"Not Found"}',
    '{"code":"not_found","message":"no such pool"}',
    '{"code":"not_found","message":"The route of this proxy was deleted."}',
    '{"error":"endpoint"}',
  ];

  it("on a path without parameters makes an operation missing, but not where it names an unknown reference", () => {
    const { createPool } = operations;
    recordPresent(createPool);
    const reference = failure('{"code":"not_found","message":"the proxy p1 was not found"}');
    expect(recordIfAbsent(createPool, reference)).toMatchObject({ status: 404 });
    expect(capabilityOf(createPool)).toBe("present");
    expect(recordIfAbsent(createPool, failure("404 page not found"))).toMatchObject({ status: 501 });
    expect(recordIfAbsent(operations.createProxy, reference)).toMatchObject({ status: 501 });
    expect(capabilityOf(createPool)).toBe("absent");
  });

  it.each(routeUnknown)("that says that there is no such route makes an operation missing: %s", (body) => {
    recordPresent(flushPool);
    expect(recordIfAbsent(flushPool, failure(body))).toMatchObject({ status: 501, code: "operation_absent" });
    expect(capabilityOf(flushPool)).toBe("absent");
  });

  it.each(itemUnknown)("of a single item does not make its operation missing for all: %s", (body) => {
    recordPresent(flushPool);
    expect(recordIfAbsent(flushPool, failure(body))).toMatchObject({ status: 404 });
    expect(capabilityOf(flushPool)).toBe("present");
  });

  it.each(itemUnknown)("of a collection makes it missing, whatever it says: %s", (body) => {
    const optional = { ...listPools, shown: false };
    recordPresent(optional);
    expect(recordIfAbsent(optional, failure(body))).toMatchObject({ status: 501 });
    expect(capabilityOf(optional)).toBe("absent");
  });

  it("never makes an operation of the specification missing", () => {
    recordPresent(required);
    expect(recordIfAbsent(required, failure(routeUnknown[0] ?? ""))).toMatchObject({ status: 404 });
    expect(capabilityOf(required)).toBe("present");
  });
});
