import { expect, it } from "vitest";
import { harnessNames, loadHarness } from "./harnesses.ts";

it("loads every harness without a second answer to the messages of its process", async () => {
  const before = process.listenerCount("message");
  for (const name of await harnessNames()) {
    await loadHarness(name);
    expect([name, process.listenerCount("message")]).toEqual([name, before]);
  }
});
