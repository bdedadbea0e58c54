import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import type { ProfileState } from "../chromium/profile-state.ts";
import { NoAnswer } from "../http/json-request.ts";
import { badRequest, conflict, Problem } from "../kernel/problem.ts";
import type { SavedProfileMessage } from "./node-protocol.ts";
import { PendingProfiles } from "./pending-profiles.ts";

const never = 1_000_000;
const stateOf = (origin: string): ProfileState => ({ cookies: [], origins: [{ origin, localStorage: [] }] });

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "fleetdeck-pending-"));
});
afterEach(() => rmSync(dir, { recursive: true }));
const onDisk = () => readdirSync(dir);

/** A service that answers each attempt by `answer`, and keeps what it has stored. */
function setUp(
  answer: () => Promise<void>,
  { waitMs = never, stopWaitMs = never, clock = new ManualClock() } = {},
) {
  const stored: string[] = [];
  const messages: SavedProfileMessage[] = [];
  const attempts: string[] = [];
  const warn = vi.fn<(message: string) => void>();
  const pending = new PendingProfiles({
    dir,
    retryMs: 1,
    waitMs,
    stopWaitMs,
    clock,
    warn,
    async send(profileId, saved) {
      const sent = `${profileId} ${saved.origins[0]?.origin}`;
      attempts.push(sent);
      messages.push(saved);
      await answer();
      stored.push(sent);
    },
  });
  return { pending, stored, attempts, messages, warn };
}

test("a state is on disk until a service has stored it", async () => {
  let during: string[] = [];
  const { pending, stored, warn } = setUp(async () => {
    during = onDisk();
  });
  await pending.save({ id: "p1" }, stateOf("one"));
  expect([during, onDisk(), stored]).toEqual([["p1.json"], [], ["p1 one"]]);
  expect(warn).not.toHaveBeenCalled();
});

test.each([
  ["cannot be reached", new NoAnswer("ECONNREFUSED")],
  ["is on standby", new Problem(503, "standby", "it waits")],
  ["is another one", new Problem(401, "unauthorized", "unknown key")],
])("what no service stores, as it %s, waits on disk and is stored when one does", async (_, failure) => {
  let isAway = true;
  const { pending, stored, attempts, warn } = setUp(
    async () => {
      if (isAway) throw failure;
    },
    { stopWaitMs: 1 },
  );
  const saved = pending.save({ id: "p1" }, stateOf("one"));
  // The first has failed then.
  await expect.poll(() => attempts.length).toBeGreaterThan(1);
  pending.stop();
  await saved;
  expect([onDisk(), stored]).toEqual([["p1.json"], []]);
  expect(warn.mock.calls).toEqual([[expect.stringMatching(`p1 waits on the disk.+: ${failure.message}`)]]);
  isAway = false;
  await expect.poll(onDisk).toEqual([]);
  expect(stored).toEqual(["p1 one"]);
});

test("what is left is stored after a restart", async () => {
  const before = setUp(
    async () => {
      throw new NoAnswer("ECONNREFUSED");
    },
    { waitMs: 1 },
  );
  for (const id of ["p1", "p2"]) await before.pending.save({ id }, stateOf("left"));
  const { pending, stored } = setUp(async () => {});
  await pending.resume();
  await expect.poll(onDisk).toEqual([]);
  expect(stored.toSorted()).toEqual(["p1 left", "p2 left"]);
});

test("of several states of a profile the newest is stored at last", async () => {
  const first = Promise.withResolvers<void>();
  let answer = first.promise;
  const { pending, stored, attempts } = setUp(async () => await answer);
  const saved = [pending.save({ id: "p1" }, stateOf("one"))];
  await expect.poll(() => attempts).toEqual(["p1 one"]);
  const later = Promise.withResolvers<void>();
  answer = later.promise;
  saved.push(pending.save({ id: "p1" }, stateOf("two")), pending.save({ id: "p1" }, stateOf("three")));
  // All three are on disk then: acts on it are done in turn.
  await pending.resume();
  first.resolve();
  await expect.poll(() => attempts).toEqual(["p1 one", "p1 three"]);
  expect(onDisk()).toEqual(["p1.json"]);
  later.resolve();
  await Promise.all(saved);
  expect([stored, onDisk()]).toEqual([["p1 one", "p1 three"], []]);
});

test("a state whose file cannot be removed is tried again", async () => {
  const file = join(dir, "p1.json");
  let isBroken = true;
  const { pending, stored, warn } = setUp(
    async () => {
      if (!isBroken) return;
      rmSync(file);
      mkdirSync(file);
    },
    { stopWaitMs: 1 },
  );
  const saved = pending.save({ id: "p1" }, stateOf("one"));
  await expect.poll(() => stored).toHaveLength(1);
  pending.stop();
  await saved;
  expect([stored, onDisk()]).toEqual([["p1 one"], ["p1.json"]]);
  expect(warn.mock.calls).toEqual([[expect.stringContaining("p1 waits on the disk")]]);
  isBroken = false;
  rmSync(file, { recursive: true });
  await pending.save({ id: "p1" }, stateOf("two"));
  await expect.poll(onDisk).toEqual([]);
  expect(stored.at(-1)).toBe("p1 two");
});

test.each([
  ["as it is none", badRequest("it is no state")],
  ["as it has a newer one", conflict("there is a newer state")],
])("what a service refuses, %s, is given up", async (_, refusal) => {
  const { pending, attempts, warn } = setUp(async () => {
    throw refusal;
  });
  await pending.save({ id: "p1" }, stateOf("one"));
  expect([onDisk(), attempts]).toEqual([[], ["p1 one"]]);
  expect(warn.mock.calls).toEqual([[expect.stringContaining(refusal.message)]]);
});

test("a state is sent with its age, also after a restart, and with what its session began from", async () => {
  const clock = new ManualClock();
  const before = setUp(
    async () => {
      throw new NoAnswer("ECONNREFUSED");
    },
    { waitMs: 1, clock },
  );
  await before.pending.save({ id: "p1", stateTakenAt: "earlier" }, stateOf("one"));
  await expect.poll(() => before.messages[0]).toEqual({ ...stateOf("one"), ageMs: 0, basedOn: "earlier" });
  clock.advance(60_000);
  const after = setUp(async () => {}, { clock });
  await after.pending.resume();
  await expect.poll(onDisk).toEqual([]);
  expect(after.messages).toEqual([{ ...stateOf("one"), ageMs: 60_000, basedOn: "earlier" }]);
});

test("what the version before has left is stored, without an age", async () => {
  writeFileSync(join(dir, "p1.json"), JSON.stringify(stateOf("left")));
  const { pending, messages } = setUp(async () => {});
  await pending.resume();
  await expect.poll(onDisk).toEqual([]);
  expect(messages).toEqual([stateOf("left")]);
});

test("a node that stops does not wait long for a service", async () => {
  const { pending, attempts } = setUp(async () => await new Promise(() => {}), { stopWaitMs: 1 });
  const saved = pending.save({ id: "p1" }, stateOf("one"));
  await expect.poll(() => attempts).toEqual(["p1 one"]);
  pending.stop();
  await saved;
  await pending.save({ id: "p2" }, stateOf("two"));
  expect(onDisk().toSorted()).toEqual(["p1.json", "p2.json"]);
});
