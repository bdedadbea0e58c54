import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logFault, maxAddressLength, readLayout, writeLayout } from "./pane-address.ts";
import {
  addPane,
  chromiumLog,
  closePane,
  groupsOf,
  isMergeable,
  layoutOf,
  maxSkewMs,
  maxSources,
  mergePanes,
  movePane,
  openPane,
  type Pane,
  type PaneLayout,
  paneOf,
  panesOf,
  paneTitle,
  shiftPane,
  sourceCount,
  splitPane,
} from "./pane-layout.ts";

const log = (path: string): Pane => paneOf({ source: "path", path });
const names = (layout: PaneLayout) =>
  layout.map((column) =>
    column.map(({ panes, open }) => panes.map((pane, at) => (at === open ? "*" : "") + paneTitle(pane))),
  );

const a = paneOf(chromiumLog);
const b = log("/b");
const c = log("/c");
const three = addPane(addPane(layoutOf(a), b, { as: "below", group: undefined }), c, {
  as: "tab",
  group: undefined,
});

describe("a pane layout", () => {
  it("adds panes as tabs, below and to the right", () => {
    expect(names(three)).toEqual([[["*chromium"], ["/b", "*/c"]]]);
    const wide = addPane(three, log("/d"), { as: "right", group: groupsOf(three)[0] });
    expect(names(wide)).toEqual([[["*chromium"], ["/b", "*/c"]], [["*/d"]]]);
    expect(names(addPane([], a, { as: "right", group: undefined }))).toEqual([[["*chromium"]]]);
  });
  it("removes empty groups and columns, and opens a neighbour of a closed pane", () => {
    expect(names(closePane(three, c))).toEqual([[["*chromium"], ["*/b"]]]);
    expect(names(closePane(three, a))).toEqual([[["/b", "*/c"]]]);
    expect(names(closePane(openPane(three, b), b))).toEqual([[["*chromium"], ["*/c"]]]);
    expect(closePane(layoutOf(a), a)).toEqual([]);
  });
  it("moves a pane, and removes a group that becomes empty", () => {
    expect(names(movePane(three, b, { as: "right", group: groupsOf(three)[1] }))).toEqual([
      [["*chromium"], ["*/c"]],
      [["*/b"]],
    ]);
    expect(names(movePane(three, a, { as: "tab", group: groupsOf(three)[1] }))).toEqual([
      [["/b", "/c", "*chromium"]],
    ]);
  });
  it("merges panes into the first, and splits them again", () => {
    const merged = mergePanes(three, [c, a]);
    expect(names(merged)).toEqual([[["*chromium + 1"], ["*/b"]]]);
    const [first] = panesOf(merged);
    expect(first && names(splitPane(merged, first))).toEqual([[["*chromium", "/c"], ["*/b"]]]);
    expect(mergePanes(three, [a])).toBe(three);
  });

  it("contains a log once in a merged pane, even if several panes had it", () => {
    const [both] = panesOf(mergePanes(three, [c, a]));
    const again = addPane(layoutOf(paneOf(chromiumLog)), both ?? a, { as: "below", group: undefined });
    const [merged] = panesOf(mergePanes(again, panesOf(again)));
    expect(merged?.sources).toHaveLength(2);
  });
  it("limits the time shift", () => {
    expect(panesOf(shiftPane(three, a, -250))[0]?.skewMs).toBe(-250);
    expect(panesOf(shiftPane(three, a, 1e9))[0]?.skewMs).toBe(maxSkewMs);
  });
});

const source = fc
  .oneof(
    fc.record({
      source: fc.constant("supervisor" as const),
      process: fc.string({ minLength: 1, maxLength: 30 }),
    }),
    fc.record({
      source: fc.constant("path" as const),
      path: fc.string({ maxLength: 30 }).map((rest) => `/${rest}`),
    }),
  )
  .filter((each) => logFault(each) === undefined);
const pane = fc.record({
  sources: fc.array(
    fc.record({
      session: fc.option(fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,20}$/), { nil: undefined }),
      log: source,
    }),
    { minLength: 1, maxLength: 2 },
  ),
  skewMs: fc.integer({ min: -maxSkewMs, max: maxSkewMs }),
});
const group = fc
  .array(pane, { minLength: 1, maxLength: 2 })
  .chain((panes) => fc.record({ panes: fc.constant(panes), open: fc.nat(panes.length - 1) }));
const layout = fc.array(fc.array(group, { minLength: 1, maxLength: 2 }), { maxLength: 2 });

describe("a layout in the address", () => {
  it("is short and readable", () => {
    const [first, second] = panesOf(three);
    const shown = first && second ? shiftPane(mergePanes(three, [first, second]), c, -250) : [];
    expect(writeLayout(shown)).toBe("s.chromium*m*p./b*g*p./c*k.-250");
    expect(writeLayout(openPane(three, c))).toBe("s.chromium*g*p./b*p./c*o");
    expect(writeLayout([])).toBe("-");
    expect(writeLayout(layoutOf(paneOf(chromiumLog, "abc")))).toBe("S.abc.chromium");
  });
  it("round-trips", () => {
    fc.assert(
      fc.property(
        layout.filter(
          (each) => sourceCount(each) <= maxSources && writeLayout(each).length <= maxAddressLength,
        ),
        (each) => {
          expect(readLayout(writeLayout(each))).toEqual({ layout: each, ignored: [] });
        },
      ),
    );
  });
  it("reports invalid parts and keeps the rest", () => {
    const read = readLayout("s.chromium*zz*p.no-slash*S.%.x*k.99999999*p./b");
    expect(names(read.layout)).toEqual([[["*chromium", "/b"]]]);
    expect(read.ignored).toHaveLength(4);
    expect(readLayout("x".repeat(maxAddressLength + 1)).ignored).toHaveLength(1);
    const many = readLayout(Array.from({ length: 20 }, () => "s.x").join("*"));
    expect(sourceCount(many.layout)).toBe(maxSources);
    expect(many.ignored).toHaveLength(20 - maxSources);
  });
  it("has no path that the live stream refuses", () => {
    expect(["/a//b", "/a/../b"].map((path) => logFault({ source: "path", path }))).toEqual([
      "The path must not contain //.",
      "The path must not contain ...",
    ]);
    const read = readLayout("p./a//b*p./a/../b*p./a%09b*s.a%09b*p./b");
    expect(names(read.layout)).toEqual([[["*/b"]]]);
    expect(read.ignored).toHaveLength(4);
  });
  it("has views of telemetry, of which requests are not merged with other logs", () => {
    const text = "t.console*m*s.chromium*t.network*o*T.abc.activity";
    expect(writeLayout(readLayout(text).layout)).toBe(text);
    const read = readLayout("s.chromium*m*t.network*m*p./b*t.nothing");
    expect(names(read.layout)).toEqual([["*chromium", "Network", "/b"]].map((panes) => [panes]));
    expect(read.ignored.map(({ message }) => message)).toEqual([
      "Network cannot be merged",
      "Network cannot be merged",
      "“t.nothing” is not a pane",
    ]);
    expect(panesOf(read.layout).map(isMergeable)).toEqual([true, false, true]);
  });
  it("survives arbitrary input", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const { layout: read } = readLayout(text);
        expect(sourceCount(read)).toBeLessThanOrEqual(maxSources);
        expect(readLayout(writeLayout(read)).layout).toEqual(read);
      }),
    );
  });
});
