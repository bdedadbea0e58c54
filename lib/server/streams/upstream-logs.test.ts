import { describe, expect, test } from "vitest";
import type { LogTopic } from "../../bff/live.ts";
import { badAnswer, failureOfStatus } from "../upstream/upstream-failure.ts";
import { SilentStream } from "./heartbeat-watch.ts";
import { judge } from "./upstream-logs.ts";

const body = (code: string) => Buffer.from(JSON.stringify({ code, message: "message of the API" }));
const ofInvocation = "This API has no log of this invocation.";
const failed = (status: number, retryAfter?: string) => failureOfStatus(status, body("code"), retryAfter, 0);

const session: LogTopic = { sessionId: "one", log: { source: "supervisor", process: "chromium" } };
const invocation: LogTopic = { invocationId: "one" };

describe("classifies failures", () => {
  test.each([
    ["the log or its session is missing", failed(404), "missing"],
    ["the API may not show it", failed(403), "refused"],
    ["the request is invalid", failed(400), "refused"],
    [
      "there are no logs in this API",
      failureOfStatus(404, Buffer.from("<pre>Cannot GET /logs</pre>"), undefined, 0),
      "refused",
    ],
    ["the token is refused", failed(401), "passing"],
    ["the API failed", failed(500), "passing"],
    ["the response is not an event stream", badAnswer("x"), "passing"],
    ["the stream fell silent", new SilentStream("silent", 1), "passing"],
    ["the connection broke", new TypeError("terminated"), "passing"],
    ["no error object", undefined, "passing"],
  ])("%s", (_, error, kind) => {
    expect(judge(error, session)).toMatchObject({ kind, reason: expect.stringMatching(/./) });
  });

  test("T55 uses the Retry-After of the response", () => {
    expect(judge(failed(429, "7"), session)).toMatchObject({ kind: "passing", retryAfterMs: 7000 });
  });

  test("notes since when a silent stream sent nothing", () => {
    expect(judge(new SilentStream("silent", 1), session)).toEqual({
      kind: "passing",
      reason: "silent",
      silentSinceMs: 1,
    });
  });

  const absent = failureOfStatus(404, Buffer.from("<pre>Cannot GET /logs</pre>"), undefined, 0);
  test.each([
    ["the log of a session that is missing", session, failed(404), "missing", "message of the API"],
    ["the log of an invocation that is missing", invocation, failed(404), "missing", ofInvocation],
    ["an API without logs of sessions", session, absent, "refused", "This API has no log streams."],
    ["an API without logs of invocations", invocation, absent, "refused", ofInvocation],
  ])("%s: with a reason about that log", (_, topic, error, kind, reason) => {
    expect(judge(error, topic)).toEqual({ kind, reason });
  });
});
