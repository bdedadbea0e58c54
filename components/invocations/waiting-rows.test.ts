import { describe, expect, it } from "vitest";
import type { Invocation } from "@/lib/contract/invocations";
import { admit, splitWaiting } from "./waiting-rows.ts";

const run = (id: string, second: number, status = "running"): Invocation => ({
  id,
  status,
  started_at: `2026-01-01T00:00:${String(second).padStart(2, "0")}.000000001Z`,
});

describe("rows that wait", () => {
  const first = [run("c", 3), run("b", 2), run("a", 1)];

  it("shows everything at first", () => {
    expect(splitWaiting(first, undefined)).toEqual({ shown: first, waiting: 0 });
  });

  it("patches what is on screen and holds back what is newer", () => {
    const fresh = [run("e", 5), run("d", 4), run("c", 3, "failed"), run("b", 2)];
    const { shown, waiting } = splitWaiting(fresh, admit(first));
    expect(shown.map(({ id, status }) => `${id} ${status}`)).toEqual(["c failed", "b running"]);
    expect(waiting).toBe(2);
  });

  it("keeps a queued row on screen when its start moves", () => {
    const { shown, waiting } = splitWaiting([run("b", 9), run("c", 3), run("a", 1)], admit(first));
    expect(shown.map(({ id }) => id)).toEqual(["b", "c", "a"]);
    expect(waiting).toBe(0);
  });

  it("fills the page from behind when a row no longer matches", () => {
    const { shown, waiting } = splitWaiting([run("c", 3), run("a", 1), run("older", 0)], admit(first));
    expect(shown.map(({ id }) => id)).toEqual(["c", "a", "older"]);
    expect(waiting).toBe(0);
  });

  it("draws a repeated row once", () => {
    expect(splitWaiting([run("c", 3), run("b", 2), run("c", 3)], undefined).shown).toHaveLength(2);
  });
});
