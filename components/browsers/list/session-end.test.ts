import { expect, test } from "vitest";
import type { SessionActivity } from "@/lib/bff/session-activity";
import type { Browser } from "@/lib/contract/browsers";
import { endsAtMs } from "./session-end.ts";

const createdMs = Date.UTC(2026, 1, 1, 10);
const browser: Browser = {
  session_id: "one",
  created_at: new Date(createdMs).toISOString(),
  timeout_seconds: 60,
};
const ofPool: Browser = { ...browser, pool: { id: "pool-one" } };
const leftMs = createdMs + 30_000;

test.each<[string, Browser, SessionActivity | undefined, number | undefined]>([
  ["after its last client", browser, { clients: 0, last_active_ms: leftMs }, leftMs + 65_000],
  ["after its begin, without one", browser, { clients: 0, last_active_ms: null }, createdMs + 65_000],
  ["not while it has a client", browser, { clients: 1, last_active_ms: leftMs }, undefined],
  [
    "at a time not known, of clients that are not",
    browser,
    { clients: null, last_active_ms: null },
    undefined,
  ],
  ["at a time not known, of one without events", browser, undefined, undefined],
  ["after its last client, of a pool", ofPool, { clients: 0, last_active_ms: leftMs }, leftMs + 65_000],
  // It was idle in its pool since its begin.
  [
    "at a time not known, of a pool without a client",
    ofPool,
    { clients: 0, last_active_ms: null },
    undefined,
  ],
])("a session ends %s", (_, session, activity, endMs) => {
  expect(endsAtMs(session, activity)).toBe(endMs);
});
