// Sessions come and go; what stays behind must not grow. `tests/nightly` has many more of them, and the memory.
import { afterAll, beforeAll, expect, test } from "vitest";
import { browser } from "../../lib/contract/browsers.ts";
import { killNow } from "../../service/kernel/process-tree.ts";
import { type LeakTestService, startLeakTestService } from "../support/service/leak-test-service.ts";

let service: LeakTestService;
beforeAll(async () => {
  service = await startLeakTestService();
});
afterAll(() => service.stop());

type Left = Awaited<ReturnType<LeakTestService["left"]>>;

/** What is there at rest, and maybe some handles that are about to close. */
async function leftAtRest(): Promise<Left> {
  await expect.poll(service.left).toMatchObject({ children: 0, browsers: 0, folders: [], temporary: [] });
  return await service.left();
}

/** Resolves when no more is there than before. */
const nothingMore = (before: Left) =>
  expect
    .poll(async () => {
      const now = await service.left();
      const known = [...before.handles];
      const isMore = (handle: string) => {
        const at = known.indexOf(handle);
        if (at !== -1) known.splice(at, 1);
        return at === -1;
      };
      return { ...now, handles: now.handles.filter(isMore) };
    })
    .toEqual({ ...before, handles: [] });

test("sessions, created and deleted, leave no process, handle or folder behind", async () => {
  // What is made once is not what piles up.
  await service.cycle(0);
  const before = await leftAtRest();
  for (let turn = 1; turn < 6; turn += 1) await service.cycle(turn);
  await nothingMore(before);
});

test("sessions whose browsers are killed are reported ended, and leave nothing behind either", async () => {
  const before = await leftAtRest();
  const ids = await Promise.all([service.create(), service.create({ headless: true })]);
  const main = await service.children();
  expect(main).toHaveLength(2);
  for (const pid of main) killNow(pid);
  for (const id of ids) {
    await expect.poll(async () => (await service.call("GET", `/browsers/${id}`)).status).toBe(404);
    const ended = await service.call("GET", `/browsers/${id}?include_deleted=true`);
    expect(browser.parse(await ended.json()).deleted_at).toBeDefined();
  }
  await nothingMore(before);
});
