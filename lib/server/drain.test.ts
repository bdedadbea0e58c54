import { expect, it } from "vitest";
import { beforeClose, writeLast } from "./drain.ts";

it("waits for all that must be written before the store closes, once, whatever fails", async () => {
  const written: string[] = [];
  beforeClose(() => Promise.reject(new Error("the disk is full")));
  beforeClose(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    written.push("late");
  });
  await writeLast();
  expect(written).toEqual(["late"]);
  await writeLast();
  expect(written).toEqual(["late"]);
});
