import { expect, test } from "vitest";
import { readLayout, writeLayout } from "./pane-address.ts";
import { lastLayout, type SessionOfKind, serializeLayout } from "./stored-layout.ts";

/** Three panes of the page's own session and one of another. */
const panes = "s.chromium*p./tmp/a.log*t.network*P.other./tmp/b.log";
const one: SessionOfKind = { id: "one", kind: "shop/pay" };
const layout = (text: string) => ({ layout: readLayout(text).layout, lock: true });
const stored = serializeLayout(undefined, one, layout(panes));
const last = (session: SessionOfKind, text: string | undefined) => {
  const found = lastLayout(session, text);
  return { panes: writeLayout(found.layout), lock: found.lock };
};

test("the last layout is restored completely for its own session", () => {
  expect(last(one, stored)).toEqual({ panes: writeLayout(readLayout(panes).layout), lock: true });
});

test("for another session of the kind, panes of other sessions are left out", () => {
  expect(last({ id: "two", kind: "shop/pay" }, stored)).toEqual({
    panes: "s.chromium*p./tmp/a.log*t.network",
    lock: true,
  });
});

test("for a session of another kind, only what every session has is restored", () => {
  expect(last({ id: "two", kind: "shop/read" }, stored)).toEqual({
    panes: "s.chromium*t.network",
    lock: true,
  });
});

test("each kind has its own layout, and the last ones are stored", () => {
  const two = { id: "two", kind: "shop/read" };
  const both = serializeLayout(stored, two, layout("t.console"));
  expect(last({ ...two, id: "three" }, both).panes).toBe("t.console");
  expect(last({ ...one, id: "three" }, both).panes).toContain("/tmp/a.log");
  const many = Array.from({ length: 20 }, (_, index) => `kind ${index}`).reduce(
    (text: string | undefined, kind) => serializeLayout(text, { id: kind, kind }, layout("t.console")),
    both,
  );
  expect(JSON.parse(many ?? "")).toHaveLength(7);
  expect(last({ id: "x", kind: "kind 19" }, many).panes).toBe("t.console");
});

test.each([undefined, "no JSON", "{}"])("invalid text (%s) gives the default pane", (text) => {
  expect(last(one, text)).toEqual({ panes: "s.chromium", lock: false });
});
