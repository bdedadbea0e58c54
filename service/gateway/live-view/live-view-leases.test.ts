import { expect, it } from "vitest";
import { ManualClock } from "../../../tests/support/manual-clock.ts";
import { LiveViewLeases, leaseMs } from "./live-view-leases.ts";

const made = () => {
  const clock = new ManualClock();
  const leases = new LiveViewLeases(clock);
  return { clock, leases, id: leases.make() };
};

it("disconnects viewers when a lease is ended, and never opens it again", () => {
  const { leases, id } = made();
  const viewer = leases.enter(id);
  expect(viewer?.signal.aborted).toBe(false);
  leases.end(id);
  expect(viewer?.signal.aborted).toBe(true);
  viewer?.leave();
  expect(leases.enter(id)).toBeUndefined();
  expect(leases.renew(id)).toBe(false);
});

it("ends a lease that is not renewed, as when its dashboard was killed", () => {
  const { clock, leases, id } = made();
  const viewer = leases.enter(id);
  clock.advance(leaseMs - 1);
  expect(leases.renew(id)).toBe(true);
  clock.advance(leaseMs - 1);
  expect(viewer?.signal.aborted).toBe(false);
  clock.advance(1);
  expect(viewer?.signal.aborted).toBe(true);
});

it("does not renew a lease that nobody views any more", () => {
  const { clock, leases, id } = made();
  const viewer = leases.enter(id);
  clock.advance(leaseMs - 1);
  expect(leases.renew(id)).toBe(true);
  viewer?.leave();
  clock.advance(1);
  expect(leases.renew(id)).toBe(false);
  expect(leases.has(id)).toBe(false);
});
