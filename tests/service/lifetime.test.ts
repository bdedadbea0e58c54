// Sessions come and go; what stays behind must not grow. `tests/nightly` has many more of them, and the memory.
import { afterAll, beforeAll, expect, test } from "vitest";
import { browser } from "../../lib/contract/browsers.ts";
import { killNow } from "../../service/instance/process-tree.ts";
import { type CycledService, startCycledService } from "../support/cycled-service.ts";

const patience = { timeout: 20_000, interval: 50 };

let service: CycledService;
beforeAll(async () => {
  service = await startCycledService();
});
afterAll(() => service.stop());

test("sessions, created and deleted, leave no process, handle or folder behind", async () => {
  // What is made once is not what piles up.
  await service.cycle(0);
  const before = await service.left();
  expect(before).toMatchObject({ browsers: 0, folders: [] });
  for (let turn = 1; turn < 6; turn += 1) await service.cycle(turn);
  await expect.poll(service.left, patience).toEqual(before);
});

test("sessions whose browsers are killed are reported ended, and leave as little", async () => {
  const before = await service.left();
  const others = await service.children();
  const ids = await Promise.all([service.create(), service.create({ headless: true })]);
  const main = (await service.children()).filter((pid) => !others.includes(pid));
  expect(main).toHaveLength(2);
  for (const pid of main) killNow(pid);
  for (const id of ids) {
    await expect.poll(async () => (await service.call("GET", `/browsers/${id}`)).status, patience).toBe(404);
    const ended = await service.call("GET", `/browsers/${id}?include_deleted=true`);
    expect(browser.parse(await ended.json()).deleted_at).toBeDefined();
  }
  await expect.poll(service.left, patience).toEqual(before);
});
