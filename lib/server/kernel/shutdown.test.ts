import { expect, it } from "vitest";
import { beforeClose, flushBeforeClose } from "./shutdown.ts";

it("runs every final write once and waits for it, even if another one fails", async () => {
  const written: string[] = [];
  beforeClose(() => Promise.reject(new Error("the disk is full")));
  beforeClose(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    written.push("late");
  });
  await flushBeforeClose();
  expect(written).toEqual(["late"]);
  await flushBeforeClose();
  expect(written).toEqual(["late"]);
});
