// The service and its nodes are of two versions while they are upgraded: each takes what the other sends.
import { expect, test } from "vitest";
import { sessionRecord } from "../../tests/support/service/session-record.ts";
import {
  agentLogMessage,
  claimedInvocation,
  createMessage,
  nodeMessage,
  savedProfileMessage,
} from "./node-protocol.ts";

const job = {
  kind: "run",
  invocationId: "i1",
  code: null,
  app: "a",
  version: "v1",
  action: "b",
  payload: null,
  serviceUrl: "http://service",
  shopUrl: "http://shop",
  token: "t",
};
const run = (event: object) => ({ type: "run", seq: 1, id: "i1", event });
const all = { type: "all", sessions: [], ends: [], runs: ["i1"] };
const state = { cookies: [], origins: [] };

test.each([
  ["a line without its time", nodeMessage, run({ kind: "log", line: "works" })],
  ["lines without the lease of their holder", agentLogMessage, { lines: [] }],
  ["a report without what is claimed", nodeMessage, all],
  ["a job without a time limit", claimedInvocation, { job }],
  ["the state of a profile alone", savedProfileMessage, state],
])("%s, as the version before sends it, is taken", (_what, schema, message) => {
  expect(schema.parse(message)).toEqual(message);
});

const session = { record: sessionRecord("s1"), lease: "l1", altered: false, version: 1 };
const creation = {
  creation: "c1",
  headless: true,
  stealth: false,
  timeoutSeconds: 60,
  kioskMode: false,
};

test.each([
  ["a session", nodeMessage, { type: "session", session }],
  ["a report", nodeMessage, { ...all, claiming: [] }],
  ["a line", nodeMessage, run({ kind: "log", line: "works", at: "2026-01-01T00:00:00.000000000Z" })],
  ["a job", claimedInvocation, { job, timeLimitSeconds: 9 }],
  ["a creation", createMessage, creation],
])("of %s of a later version what this one knows is taken", (_what, schema, message) => {
  expect(schema.parse({ ...message, later: true })).toEqual(message);
});
