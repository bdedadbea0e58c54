import { expect, test } from "vitest";
import { readLayout, writeLayout } from "./pane-address.ts";
import { lastLayout, serializeLayout } from "./stored-layout.ts";

/** Two panes of the page's own session and one of another. */
const panes = "s.chromium*p./tmp/a.log*P.other./tmp/b.log";
const stored = serializeLayout("one", { layout: readLayout(panes).layout, lock: true });
const textOf = (session: string, text: string | undefined) => {
  const { layout, lock } = lastLayout(session, text);
  return { panes: writeLayout(layout), lock };
};

test("the last layout is restored completely for its own session", () => {
  expect(textOf("one", stored)).toEqual({ panes: writeLayout(readLayout(panes).layout), lock: true });
});

test("for another session only panes of the page's own session are restored", () => {
  const { panes: back, lock } = textOf("two", stored);
  expect(lock).toBe(true);
  expect(back).toContain("/tmp/a.log");
  expect(back).not.toContain("other");
  expect(back).not.toContain("/tmp/b.log");
});

test.each([undefined, "no JSON", "{}"])("invalid text (%s) gives the default pane", (text) => {
  expect(textOf("one", text)).toEqual({ panes: "s.chromium", lock: false });
});
