// When a session ends by itself, in the header of its page.
import { expect, test } from "vitest";
import { sessionOriginOperations } from "@/lib/bff/operations/session-origin";
import type { SessionActivity } from "@/lib/bff/session-activity";
import type { Browser } from "@/lib/contract/browsers";
import { openSession, sessionOf } from "@/tests/support/component/session-page";

const telemetry = { browser: { connection: { enabled: true } } };
const open = (activity: SessionActivity, given: Partial<Browser> = {}) =>
  openSession({
    session: sessionOf({ telemetry, ...given }),
    prepare: (bff) => bff.one(sessionOriginOperations.readSessionActivity, activity),
  });

test.each([
  ["its client", { clients: 1, last_active_ms: null }, "10 min after its client leaves"],
  ["several clients", { clients: 3, last_active_ms: null }, "10 min after 3 clients leave"],
  ["not known", { clients: null, last_active_ms: null }, "10 min without a client"],
])("kept alive by: %s", async (_, activity, text) => {
  const screen = await open(activity);
  await expect.element(screen.getByText(text)).toBeVisible();
});

test("without a client the time runs, from when the last one left", async () => {
  const screen = await open({ clients: 0, last_active_ms: Date.now() - 125_000 });
  await expect.element(screen.getByText(/^0[78]:\d\d$/)).toBeVisible();
  await expect.element(screen.getByText("of 10 min · no client · watching resets it")).toBeVisible();
  await expect.element(screen.getByText("Time left")).toBeVisible();
});

test("the time left never exceeds the whole, while the wait before it runs", async () => {
  const screen = await open({ clients: 0, last_active_ms: Date.now() + 20_000 });
  await expect.element(screen.getByText("10:00", { exact: true })).toBeVisible();
});

test("the time of a pool's browser that had no client since it was acquired is not known", async () => {
  const created_at = new Date(Date.now() - 3_600_000).toISOString();
  const screen = await open({ clients: 0, last_active_ms: null }, { created_at, pool: { id: "pool-one" } });
  await expect.element(screen.getByText("10 min without a client")).toBeVisible();
  await expect.element(screen.getByText("Time left")).not.toBeInTheDocument();
});

test("a session without telemetry shows its timeout, and asks for nothing", async () => {
  const screen = await openSession();
  await expect.element(screen.getByText("10 min without a client")).toBeVisible();
  await expect.element(screen.getByText("Time left")).not.toBeInTheDocument();
  expect(screen.bff.calls(sessionOriginOperations.readSessionActivity)).toEqual([]);
});
