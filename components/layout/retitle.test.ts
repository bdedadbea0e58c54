import { expect, test } from "vitest";
import { retitle } from "./retitle.ts";

const page = "Invocations · Fleetdeck";

test("puts notes before the title, replaces them and takes them away", () => {
  const one = retitle(page, "", ["3 failed"]);
  expect(one.title).toBe("(3 failed) Invocations · Fleetdeck");
  const two = retitle(one.title, one.prefix, ["4 failed", "1 watched run over"]);
  expect(two.title).toBe("(4 failed, 1 watched run over) Invocations · Fleetdeck");
  expect(retitle(two.title, two.prefix, [])).toEqual({ title: page, prefix: "" });
});

test("goes before the title that a navigation has set, and leaves brackets of a page alone", () => {
  const { prefix } = retitle(page, "", ["3 failed"]);
  expect(retitle("Overview · Fleetdeck", prefix, ["3 failed"]).title).toBe("(3 failed) Overview · Fleetdeck");
  expect(retitle("(draft) Audit", prefix, []).title).toBe("(draft) Audit");
});
