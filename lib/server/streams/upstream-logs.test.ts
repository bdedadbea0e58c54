import { describe, expect, test } from "vitest";
import { badAnswer, failureOfStatus } from "../upstream/failure.ts";
import { judge } from "./upstream-logs.ts";

const body = (code: string) => Buffer.from(JSON.stringify({ code, message: "message of the API" }));
const failed = (status: number, retryAfter?: string) => failureOfStatus(status, body("code"), retryAfter, 0);

describe("classifies failures", () => {
  test.each([
    ["the log or its session is missing", failed(404), "missing"],
    ["the API may not show it", failed(403), "refused"],
    ["the request is invalid", failed(400), "refused"],
    ["there are no logs in this API", failureOfStatus(404, Buffer.from("<html>"), undefined, 0), "refused"],
    ["the token is refused", failed(401), "passing"],
    ["the API failed", failed(500), "passing"],
    ["the response is not an event stream", badAnswer("x"), "passing"],
    ["the connection broke", new TypeError("terminated"), "passing"],
    ["no error object", undefined, "passing"],
  ])("%s", (_, error, kind) => {
    expect(judge(error)).toMatchObject({ kind, reason: expect.stringMatching(/./) });
  });

  test("T55 uses the Retry-After of the response", () => {
    expect(judge(failed(429, "7"))).toMatchObject({ kind: "passing", retryAfterMs: 7000 });
  });
});
