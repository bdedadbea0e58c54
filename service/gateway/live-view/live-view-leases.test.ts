import { expect, it } from "vitest";
import { ManualClock } from "../../../tests/support/fakes/manual-clock.ts";
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

it("renews a lease whose viewer connects again within a minute, as after a restart of the browser", () => {
  const { clock, leases, id } = made();
  const viewer = leases.enter(id);
  clock.advance(leaseMs - 1);
  expect(leases.renew(id)).toBe(true);
  viewer?.leave();
  clock.advance(leaseMs - 1);
  expect(leases.renew(id)).toBe(true);
  const again = leases.enter(id);
  expect(again?.signal.aborted).toBe(false);
  clock.advance(leaseMs - 1);
  expect(leases.renew(id)).toBe(true);
});

it("does not renew a lease that nobody has viewed for a minute", () => {
  const { clock, leases, id } = made();
  const [viewer, other] = [leases.enter(id), leases.enter(id)];
  clock.advance(leaseMs - 1);
  expect(leases.renew(id)).toBe(true);
  viewer?.leave();
  clock.advance(2);
  other?.leave();
  clock.advance(leaseMs - 4);
  expect(leases.renew(id)).toBe(true);
  clock.advance(4);
  expect(leases.renew(id)).toBe(false);
  expect(leases.has(id)).toBe(false);
});

it("does not renew a lease that nobody has viewed in its first minute", () => {
  const { clock, leases, id } = made();
  clock.advance(leaseMs - 1);
  expect(leases.renew(id)).toBe(true);
  clock.advance(1);
  expect(leases.renew(id)).toBe(false);
});
