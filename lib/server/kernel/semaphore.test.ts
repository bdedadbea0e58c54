import { expect, it } from "vitest";
import { Semaphore } from "./semaphore.ts";

it("lets so many in at a time, the others in their order", async () => {
  const slots = new Semaphore(2);
  const order: number[] = [];
  const leaves: (() => void)[] = [];
  const all = [0, 1, 2, 3].map(async (at) => {
    leaves[at] = await slots.enter();
    order.push(at);
  });
  await Promise.all(all.slice(0, 2));
  expect(order).toEqual([0, 1]);
  leaves[1]?.();
  leaves[1]?.();
  await all[2];
  expect(order).toEqual([0, 1, 2]);
  leaves[0]?.();
  await all[3];
  expect(order).toEqual([0, 1, 2, 3]);
});
