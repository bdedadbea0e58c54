import fc from "fast-check";
import { expect, test } from "vitest";
import {
  anchorAt,
  drawnRange,
  RowSlots,
  rowPx,
  scrollHeightPx,
  shareOfRow,
  shareThatKeepsRows,
} from "./row-window.ts";

const lists = fc.record({
  rows: fc.integer({ min: 60, max: 800_000 }),
  viewportPx: fc.integer({ min: 100, max: 1000 }),
});
const shares = fc.double({ min: 0, max: 1, noNaN: true });

test("rows of equal height are positioned exactly as in a plain list", () => {
  fc.assert(
    fc.property(lists, shares, (list, share) => {
      const extent = { ...list, uneven: false };
      const topPx = share * (scrollHeightPx(extent) - list.viewportPx);
      const anchor = anchorAt(share, extent);
      const anchorTopPx = anchor.yPx - anchor.part * rowPx;
      expect(anchorTopPx).toBeCloseTo(anchor.index * rowPx - topPx, 1);
    }),
  );
});

test("the rendered rows fill the window, whatever their heights", () => {
  fc.assert(
    fc.property(lists, shares, fc.constantFrom(0, undefined), (list, share, beyondRows) => {
      const extent = { ...list, uneven: true };
      const anchor = anchorAt(share, extent);
      const [from, to] = drawnRange(anchor, extent, beyondRows);
      expect(from).toBeLessThanOrEqual(anchor.index);
      expect(to).toBeGreaterThan(anchor.index);
      expect(from === 0 || (anchor.index - from) * rowPx >= anchor.yPx).toBe(true);
      expect(to === list.rows || (to - anchor.index - 1) * rowPx >= list.viewportPx - anchor.yPx).toBe(true);
      expect(to - from).toBeLessThan(list.viewportPx / rowPx + 30);
    }),
  );
});

test("a revealed row is fully in the window, also a tall one", () => {
  fc.assert(
    fc.property(
      lists,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 5 }),
      (list, where, tall) => {
        const extent = { ...list, uneven: true };
        const index = Math.floor(where * (list.rows - 1));
        const anchor = anchorAt(shareOfRow(index, extent), extent);
        const heightPx = Math.min(tall * rowPx, list.viewportPx);
        // The pinned point may lie on the border to the next row.
        const topPx = anchor.yPx - (anchor.index - index + anchor.part) * heightPx;
        expect(topPx).toBeGreaterThanOrEqual(-0.1);
        expect(topPx + heightPx).toBeLessThanOrEqual(list.viewportPx + 0.1);
      },
    ),
  );
});

test("appended and evicted rows leave a paused list of equal rows in place", () => {
  const counts = fc.integer({ min: 0, max: 5000 });
  fc.assert(
    fc.property(lists, counts, counts, shares, (list, added, evicted, share) => {
      const visibleRows = list.viewportPx / rowPx;
      const extent = { ...list, uneven: false, rows: list.rows + added };
      fc.pre(extent.rows * rowPx < 15_000_000);
      const topPx = share * (list.rows * rowPx - list.viewportPx);
      const before = { topPx, rows: list.rows, evictedRows: 7, following: false };
      const after = { ...extent, rows: Math.max(extent.rows - evicted, 60) };
      const evictedRows = 7 + extent.rows - after.rows;
      const scrollablePx = scrollHeightPx(after) - list.viewportPx;
      const keptPx = shareThatKeepsRows(before, evictedRows, visibleRows, after) * scrollablePx;
      const wantedPx = topPx - (evictedRows - 7) * rowPx;
      expect(keptPx).toBeCloseTo(Math.min(Math.max(wantedPx, 0), Math.max(scrollablePx, 0)), 1);
    }),
  );
});

test("a million rows stay below the height that browsers can scroll, with both ends reachable", () => {
  const extent = { rows: 1_000_000, viewportPx: 800, uneven: true };
  expect(scrollHeightPx(extent)).toBeLessThan(16_000_000);
  expect(anchorAt(0, extent)).toMatchObject({ index: 0, part: 0, yPx: 0 });
  expect(anchorAt(1, extent)).toMatchObject({ index: 999_999, part: 1, yPx: 800 });
});

test("remaining rows keep their slots, no two share one, and an entirely new window reuses the old ones in order", () => {
  const moves = fc.array(
    fc.record({ from: fc.integer({ min: 0, max: 2000 }), rows: fc.integer({ min: 1, max: 200 }) }),
    { minLength: 2, maxLength: 20 },
  );
  fc.assert(
    fc.property(moves, (windows) => {
      const slots = new RowSlots();
      let before = new Map<number, number>();
      for (const { from, rows } of windows) {
        slots.move(from, from + rows);
        // As a repeated rendering does.
        slots.move(from, from + rows);
        const now = new Map<number, number>();
        for (let row = from; row < from + rows; row += 1) now.set(row, slots.of(row));
        expect(new Set(now.values()).size).toBe(rows);
        const stayed = [...now].filter(([row]) => before.has(row));
        for (const [row, place] of stayed) expect(place).toBe(before.get(row));
        if (stayed.length === 0)
          expect([...now.values()]).toEqual(Array.from({ length: rows }, (_, at) => at));
        before = now;
      }
    }),
  );
});
