// Two hundred sessions come and go: nothing stays behind, and the service needs no more memory for the last ones.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LeakTestService, startLeakTestService } from "../support/service/leak-test-service.ts";

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
  for (let turn = 0; turn < turns / 2; turn += 1) await service.cycle(turn);
  const halfwayMb = await service.heldMb();
  for (let turn = 0; turn < turns / 2; turn += 1) await service.cycle(turn);
  await expect.poll(service.left, { timeout: 60_000, interval: 50 }).toEqual(before);
  // Caches may still fill; a session's objects, some 100 KB each, would show over a hundred of them.
  expect((await service.heldMb()) - halfwayMb).toBeLessThan(4);
}, 1_200_000);
