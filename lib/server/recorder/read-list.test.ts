import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ListRead, type PageRead, pageSize, partlyOf, readList } from "./read-list.ts";

const incompletenessOf = ({ ids, partly }: ListRead) => partlyOf(ids.size, partly);

/** Pages of a list; `change` may modify it before each page after the first. */
function paged(items: string[], change: (items: string[], pageIndex: number) => void = () => {}) {
  let pageIndex = 0;
  return async (offset: number): Promise<PageRead> => {
    if (pageIndex > 0) change(items, pageIndex);
    pageIndex += 1;
    const ids = items.slice(offset, offset + pageSize);
    return { atMs: pageIndex, ids, count: ids.length, hasMore: offset + ids.length < items.length };
  };
}
const named = (count: number) => Array.from({ length: count }, (_, at) => `s${at}`);

describe("readList", () => {
  it("returns every id once, with the time of the first page", async () => {
    const read = await readList(paged(named(345)), 20);
    expect([...read.ids]).toEqual(named(345));
    expect(read).toMatchObject({ atMs: 1, pages: 4, partly: null });
    expect(await readList(paged([]), 20)).toMatchObject({ pages: 1, partly: null });
  });

  it("is not complete beyond the page limit, nor with an unreadable item", async () => {
    expect(await readList(paged(named(345)), 2)).toMatchObject({ pages: 2, partly: "cut" });
    const unreadable = async (): Promise<PageRead> => ({ atMs: 1, ids: ["a"], count: 2, hasMore: false });
    expect(await readList(unreadable, 20)).toMatchObject({ partly: "unreadable" });
  });

  it("reports how much was read of an incomplete list", async () => {
    expect(incompletenessOf(await readList(paged(named(345)), 20))).toBeNull();
    expect(incompletenessOf(await readList(paged(named(345)), 2))).toEqual({ read: 190, why: "cut" });
    const leaving = paged(named(345), (items) => items.splice(0, 100));
    expect(incompletenessOf(await readList(leaving, 20))).toMatchObject({ why: "moved" });
  });

  it("ends with an upstream that ignores the offset", async () => {
    const same = async (): Promise<PageRead> => ({ atMs: 1, ids: ["a", "b"], count: 2, hasMore: true });
    expect(await readList(same, 20)).toMatchObject({ pages: 20, partly: "cut" });
  });

  it("never reports a reading as complete that missed a permanent item", async () => {
    const steps = fc.array(
      fc.record({ gone: fc.integer({ min: 0, max: 30 }), come: fc.integer({ min: 0, max: 30 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 500 }), steps, async (count, changes) => {
        const items = named(count);
        const stayed = new Set(items);
        const read = await readList(
          paged(items, (list, pageIndex) => {
            const { gone, come } = changes[pageIndex - 1] ?? { gone: 0, come: 0 };
            for (const id of list.splice(0, gone)) stayed.delete(id);
            list.unshift(...Array.from({ length: come }, (_, at) => `new ${pageIndex} ${at}`));
          }),
          20,
        );
        if (read.partly === null) expect([...stayed].filter((id) => !read.ids.has(id))).toEqual([]);
      }),
    );
  });
});
