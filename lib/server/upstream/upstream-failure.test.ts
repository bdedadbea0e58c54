import { describe, expect, it } from "vitest";
import { apiFailure } from "@/lib/format/failure-messages";
import { failureOfStatus, failureOfTransport, retryAfterSeconds } from "./upstream-failure.ts";

const nowMs = Date.UTC(2026, 1, 3, 4, 5, 6);

describe("Retry-After (T55)", () => {
  it.each([
    ["5", 5],
    ["0", 1],
    ["99999999", 60],
    ["Tue, 03 Feb 2026 04:05:16 GMT", 10],
    ["Tue, 03 Feb 2026 04:05:00 GMT", undefined],
    ["-1", undefined],
    ["soon", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%s means %s", (value, seconds) => expect(retryAfterSeconds(value, nowMs)).toBe(seconds));
});

describe("an upstream's error status", () => {
  const body = (code: string) => Buffer.from(JSON.stringify({ code, message: "their words, Bearer abc" }));

  it.each([
    [302, 502, "upstream_redirected"],
    [400, 400, "bad_request"],
    [401, 502, "upstream_unauthorized"],
    [403, 403, "upstream_forbidden"],
    [404, 404, "bad_request"],
    [405, 501, "operation_absent"],
    [408, 504, "upstream_timeout"],
    [409, 409, "bad_request"],
    [429, 429, "upstream_busy"],
    [500, 502, "upstream_error"],
    [502, 502, "upstream_error"],
    [504, 504, "upstream_timeout"],
    [529, 503, "upstream_full"],
    [599, 502, "upstream_error"],
  ])("%i becomes our %i %s", (status, ours, code) => {
    const failure = failureOfStatus(status, body("bad_request"), undefined, nowMs);
    expect([failure.status, failure.code]).toEqual([ours, code]);
    expect(failure.message).not.toContain("abc");
  });

  it.each([
    [502, "upstream_broken_off"],
    [503, "upstream_error"],
    [504, "upstream_timeout"],
  ])("%i of a gateway is %s, after which an act may have been done or not", (status, code) => {
    const page = Buffer.from("<html><title>Bad gateway</title></html>");
    expect(failureOfStatus(status, page, undefined, nowMs).code).toBe(code);
  });

  it("says what is full, or that requests are limited where the API says nothing", () => {
    const full = Buffer.from(JSON.stringify({ code: "too_many", message: "all 4 browsers are in use" }));
    expect(failureOfStatus(429, full, undefined, nowMs).message).toBe("all 4 browsers are in use");
    expect(failureOfStatus(429, Buffer.from(""), undefined, nowMs).message).toBe(
      "The API is limiting requests. Try again.",
    );
  });

  it("replaces a malformed code", () => {
    expect(failureOfStatus(400, body("<b>"), undefined, nowMs).code).toBe("bad_request");
  });

  it("of a refused request has the faults of its fields, bounded and without secrets (T03)", () => {
    const details = [
      { code: "invalid_input", message: "body.size: must be at most 100" },
      { code: "<b>", message: "body.name: Bearer abc is no name" },
      { code: "invalid_input" },
      ...Array.from({ length: 30 }, () => ({ message: "x".repeat(900) })),
    ];
    const refused = Buffer.from(JSON.stringify({ code: "bad_request", message: "two faults", details }));
    const [first, second, ...others] = failureOfStatus(400, refused, undefined, nowMs).details ?? [];
    expect(first).toEqual({ code: "invalid_input", message: "body.size: must be at most 100" });
    expect(second?.code).toBe("invalid_input");
    expect(second?.message).not.toContain("abc");
    expect(others.length).toBeLessThan(20);
    expect(others.every(({ message }) => message?.length === 500)).toBe(true);
    expect(failureOfStatus(500, refused, undefined, nowMs).details).toBeUndefined();
  });

  it("of 5xx repeats none of the upstream's message (T03)", () => {
    expect(failureOfStatus(500, body("x"), undefined, nowMs).message).not.toContain("their words");
  });
});

it("maps network errors to specific failures", () => {
  const fault = (code: string) => Object.assign(new Error("x"), { code });
  expect(failureOfTransport(fault("ECONNREFUSED"))).toMatchObject({
    status: 502,
    code: "upstream_unreachable",
  });
  expect(failureOfTransport(fault("UND_ERR_HEADERS_TIMEOUT"))).toMatchObject({
    status: 504,
    code: "upstream_timeout",
  });
  expect(failureOfTransport(fault("ECONNRESET"))).toMatchObject({
    status: 502,
    code: "upstream_broken_off",
    // As `apiFailure` has it, which stands beside it on the page.
    message: `The API ${apiFailure("upstream_broken_off")}.`,
  });
});

it("leaves the outcome of a call open when its answer is broken, and not when there was no connection", () => {
  const failure = (code: string, syscall?: string) =>
    failureOfTransport(Object.assign(new Error("x"), { code, syscall }));
  const unread = ["HPE_INVALID_CONSTANT", "HPE_HEADER_OVERFLOW", "UND_ERR_HEADERS_OVERFLOW"];
  for (const code of unread) expect(failure(code)).toMatchObject({ code: "upstream_bad_answer" });
  for (const code of ["EHOSTUNREACH", "ENETUNREACH"]) {
    expect(failure(code, "read")).toMatchObject({ code: "upstream_broken_off" });
    expect(failure(code, "write")).toMatchObject({ code: "upstream_broken_off" });
    expect(failure(code, "connect")).toMatchObject({ code: "upstream_unreachable" });
  }
  // Not tried again: three times would take too long.
  const unconnected = { status: 504, code: "upstream_unreachable", retryable: false, unhealthy: true };
  expect(failure("UND_ERR_CONNECT_TIMEOUT")).toMatchObject(unconnected);
  expect(failure("ETIMEDOUT", "connect")).toMatchObject(unconnected);
  // A connection to several addresses.
  expect(failure("ETIMEDOUT")).toMatchObject(unconnected);
  expect(failure("ETIMEDOUT", "read")).toMatchObject({ code: "upstream_timeout" });
});
