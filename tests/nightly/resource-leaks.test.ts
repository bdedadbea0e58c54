// Two hundred sessions come and go: nothing stays behind, and the service needs no more memory for the last ones.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LeakTestService, onLinux, startLeakTestService } from "../support/leak-test-service.ts";

const turns = 200;

let service: LeakTestService;
beforeAll(async () => {
  service = await startLeakTestService();
});
afterAll(() => service.stop());

test(`${turns} sessions, created and deleted, leave no process, handle, folder or megabyte behind`, async () => {
  for (let turn = 0; turn < 3; turn += 1) await service.cycle(turn);
  const before = await service.left();
  expect(before).toMatchObject({ browsers: 0, folders: [] });
  const sizesMb: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await service.cycle(turn);
    if (onLinux) sizesMb.push(await service.residentMb());
  }
  await expect.poll(service.left, { timeout: 60_000, interval: 50 }).toEqual(before);
  // Loosely: the collector decides when; a leak of a session's objects would still show over many turns.
  const third = Math.floor(sizesMb.length / 3);
  const lowest = (part: number[]) => Math.min(...part);
  const growthMb = lowest(sizesMb.slice(-third)) - lowest(sizesMb.slice(third, 2 * third));
  if (third > 0) expect(growthMb).toBeLessThan(20);
}, 1_200_000);
