import { describe, expect, test } from "vitest";
import { badAnswer, failureOfStatus } from "../upstream/failure.ts";
import { judge } from "./upstream-logs.ts";

const body = (code: string) => Buffer.from(JSON.stringify({ code, message: "said by the API" }));
const failed = (status: number, retryAfter?: string) => failureOfStatus(status, body("code"), retryAfter, 0);

describe("what a failure means for somebody who watches", () => {
  test.each([
    ["the session is gone", failed(404), "ended"],
    ["the API may not show it", failed(403), "refused"],
    ["the request is no good", failed(400), "refused"],
    ["there are no logs in this API", failureOfStatus(404, Buffer.from("<html>"), undefined, 0), "refused"],
    ["the token is refused", failed(401), "passing"],
    ["it failed", failed(500), "passing"],
    ["it is no event stream", badAnswer("x"), "passing"],
    ["the connection broke", new TypeError("terminated"), "passing"],
    ["nothing that is an error", undefined, "passing"],
  ])("%s", (_, error, kind) => {
    expect(judge(error)).toMatchObject({ kind, reason: expect.stringMatching(/./) });
  });

  test("T55 a wait that was asked for is kept to", () => {
    expect(judge(failed(429, "7"))).toMatchObject({ kind: "passing", retryAfterMs: 7000 });
  });
});
