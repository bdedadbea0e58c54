import { expect, test } from "vitest";
import type { InvocationCreate } from "../../lib/contract/invocations.ts";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { standardPaces } from "../kernel/paces.ts";
import { sampleApps } from "./samples.ts";
import { pickSample, samples, startTraffic } from "./traffic.ts";

function traffic(queued = 0) {
  const clock = new ManualClock();
  const sent: InvocationCreate[] = [];
  let turn = 0;
  const state = { queued };
  const stop = startTraffic({
    invoke: (request) => sent.push(request),
    queuedCount: () => state.queued,
    clock,
    paces: standardPaces.traffic,
    random: () => (turn++ * 0.37) % 1,
    report: (error) => {
      throw error;
    },
  });
  return { clock, sent, state, stop };
}

test("traffic starts with saving a profile and continues at its mean rate", () => {
  const { clock, sent, stop } = traffic();
  expect(sent.map((request) => request.action_name)).toEqual(["save-session"]);
  clock.advance(15 * 60_000);
  expect(sent.length).toBeGreaterThan(80);
  expect(sent.length).toBeLessThan(120);
  for (const { app_name, version, action_name } of sent) {
    const app = sampleApps.find((sample) => sample.name === app_name && sample.version === version);
    expect([...(app?.actions.keys() ?? [])]).toContain(action_name);
  }
  stop();
  const atStop = sent.length;
  clock.advance(60_000);
  expect(sent).toHaveLength(atStop);
});

test("traffic pauses while the queue is not empty", () => {
  const { clock, sent, state } = traffic(1);
  clock.advance(60_000);
  expect(sent).toHaveLength(1);
  state.queued = 0;
  clock.advance(30_000);
  expect(sent.length).toBeGreaterThan(1);
});

test("10 to 15 percent of the samples fail", () => {
  const failing = samples.slice(
    samples.findIndex((sample) => JSON.stringify(sample.payload).includes("grace")),
  );
  const weight = (list: typeof samples) => list.reduce((sum, sample) => sum + sample.weight, 0);
  expect(weight(samples)).toBe(1000);
  expect(weight(failing)).toBeGreaterThanOrEqual(100);
  expect(weight(failing)).toBeLessThanOrEqual(150);
});

test("pickSample selects by weight", () => {
  const [a, b] = samples;
  expect(pickSample(samples, 0)).toBe(a);
  expect(pickSample(samples, 0.11)).toBe(b);
  expect(pickSample(samples, 0.999999)).toBe(samples.at(-1));
  expect(pickSample([], 0.5)).toBeUndefined();
});
