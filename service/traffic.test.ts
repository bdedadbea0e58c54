import { expect, test } from "vitest";
import type { InvocationCreate } from "../lib/contract/invocations.ts";
import { sampleApps } from "./apps/samples.ts";
import { ManualClock } from "./domain/clock.ts";
import { standardPaces } from "./paces.ts";
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

test("traffic starts with a profile and then goes on at its mean rate", () => {
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

test("traffic never adds to a queue, and goes on when the queue is empty again", () => {
  const { clock, sent, state } = traffic(1);
  clock.advance(60_000);
  expect(sent).toHaveLength(1);
  state.queued = 0;
  clock.advance(30_000);
  expect(sent.length).toBeGreaterThan(1);
});

test("the samples that fail are 10 to 15 in a hundred", () => {
  const failing = samples.slice(
    samples.findIndex((sample) => JSON.stringify(sample.payload).includes("grace")),
  );
  const weight = (list: typeof samples) => list.reduce((sum, sample) => sum + sample.weight, 0);
  expect(weight(samples)).toBe(1000);
  expect(weight(failing)).toBeGreaterThanOrEqual(100);
  expect(weight(failing)).toBeLessThanOrEqual(150);
});

test("a number picks the sample it falls on", () => {
  const [a, b] = samples;
  expect(pickSample(samples, 0)).toBe(a);
  expect(pickSample(samples, 0.11)).toBe(b);
  expect(pickSample(samples, 0.999999)).toBe(samples.at(-1));
  expect(pickSample([], 0.5)).toBeUndefined();
});
