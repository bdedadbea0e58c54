import { expect, it } from "vitest";
import { startChild } from "./child.ts";

it("rejects a request to a process that has ended", async () => {
  const child = startChild("list-upstream.ts");
  child.kill();
  await child.ended;
  await expect(child.request("count")).rejects.toThrow(/ended|closed/i);
});
