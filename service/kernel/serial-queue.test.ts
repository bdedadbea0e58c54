import { expect, it } from "vitest";
import { SerialQueue } from "./serial-queue.ts";

it("runs acts one after the other, also after one that failed", async () => {
  const turns = new SerialQueue();
  const log: string[] = [];
  const act = (name: string) => async () => {
    log.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} ends`);
    return name;
  };
  const failing = turns.take(async () => {
    await act("a")();
    throw new Error("a failed");
  });
  const others = Promise.all([turns.take(act("b")), turns.take(act("c"))]);
  await expect(failing).rejects.toThrow("a failed");
  expect(await others).toEqual(["b", "c"]);
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});
