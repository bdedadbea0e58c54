import { expect, test } from "vitest";
import { withTitlePrefix } from "./title-prefix.ts";

const page = "Invocations · Fleetdeck";

test("puts notes before the title, replaces and removes them", () => {
  const one = withTitlePrefix(page, "", ["3 failed"]);
  expect(one.title).toBe("(3 failed) Invocations · Fleetdeck");
  const two = withTitlePrefix(one.title, one.prefix, ["4 failed", "1 watched invocation ended"]);
  expect(two.title).toBe("(4 failed, 1 watched invocation ended) Invocations · Fleetdeck");
  expect(withTitlePrefix(two.title, two.prefix, [])).toEqual({ title: page, prefix: "" });
});

test("goes before a title set by a navigation, and leaves the page's own brackets alone", () => {
  const { prefix } = withTitlePrefix(page, "", ["3 failed"]);
  expect(withTitlePrefix("Overview · Fleetdeck", prefix, ["3 failed"]).title).toBe(
    "(3 failed) Overview · Fleetdeck",
  );
  expect(withTitlePrefix("(draft) Audit", prefix, []).title).toBe("(draft) Audit");
});
