import { expect, test } from "vitest";
import { lastLayout, layoutWords } from "./kept-layout.ts";
import { readLayout, writeLayout } from "./pane-address.ts";

/** Two panes of the page's own session and one of another. */
const panes = "s.chromium*p./tmp/a.log*P.other./tmp/b.log";
const kept = layoutWords("one", { layout: readLayout(panes).layout, lock: true });
const textOf = (session: string, words: string | undefined) => {
  const { layout, lock } = lastLayout(session, words);
  return { panes: writeLayout(layout), lock };
};

test("the last layout comes back whole on its own session", () => {
  expect(textOf("one", kept)).toEqual({ panes: writeLayout(readLayout(panes).layout), lock: true });
});

test("on another session only the panes of the page's own logs come back", () => {
  const { panes: back, lock } = textOf("two", kept);
  expect(lock).toBe(true);
  expect(back).toContain("/tmp/a.log");
  expect(back).not.toContain("other");
  expect(back).not.toContain("/tmp/b.log");
});

test.each([undefined, "no JSON", "{}"])("what cannot be read (%s) is the usual pane", (words) => {
  expect(textOf("one", words)).toEqual({ panes: "s.chromium", lock: false });
});
