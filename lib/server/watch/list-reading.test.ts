import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ListRead, type PageRead, pageSize, partlyOf, readList } from "./list-reading.ts";

const toldOf = ({ ids, partly }: ListRead) => partlyOf(ids.size, partly);

/** Pages of a list that `change` may alter before each page behind the first. */
function paged(items: string[], change: (items: string[], asked: number) => void = () => {}) {
  let asked = 0;
  return async (offset: number): Promise<PageRead> => {
    if (asked > 0) change(items, asked);
    asked += 1;
    const ids = items.slice(offset, offset + pageSize);
    return { atMs: asked, ids, count: ids.length, hasMore: offset + ids.length < items.length };
  };
}
const named = (count: number) => Array.from({ length: count }, (_, at) => `s${at}`);

describe("a list read by its pages", () => {
  it("holds every id once, as of its first page", async () => {
    const read = await readList(paged(named(345)), 20);
    expect([...read.ids]).toEqual(named(345));
    expect(read).toMatchObject({ atMs: 1, pages: 4, partly: null });
    expect(await readList(paged([]), 20)).toMatchObject({ pages: 1, partly: null });
  });

  it("is not whole beyond its bound, nor with an item that could not be read", async () => {
    expect(await readList(paged(named(345)), 2)).toMatchObject({ pages: 2, partly: "cut" });
    const unreadable = async (): Promise<PageRead> => ({ atMs: 1, ids: ["a"], count: 2, hasMore: false });
    expect(await readList(unreadable, 20)).toMatchObject({ partly: "unreadable" });
  });

  it("says how much was read where that is not everything", async () => {
    expect(toldOf(await readList(paged(named(345)), 20))).toBeNull();
    expect(toldOf(await readList(paged(named(345)), 2))).toEqual({ read: 190, why: "cut" });
    const leaving = paged(named(345), (items) => items.splice(0, 100));
    expect(toldOf(await readList(leaving, 20))).toMatchObject({ why: "moved" });
  });

  it("ends with an upstream that knows no offset", async () => {
    const same = async (): Promise<PageRead> => ({ atMs: 1, ids: ["a", "b"], count: 2, hasMore: true });
    expect(await readList(same, 20)).toMatchObject({ pages: 20, partly: "cut" });
  });

  it("never calls a reading whole that missed what was there all the time", async () => {
    const steps = fc.array(
      fc.record({ gone: fc.integer({ min: 0, max: 30 }), come: fc.integer({ min: 0, max: 30 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 500 }), steps, async (count, changes) => {
        const items = named(count);
        const stayed = new Set(items);
        const read = await readList(
          paged(items, (list, asked) => {
            const { gone, come } = changes[asked - 1] ?? { gone: 0, come: 0 };
            for (const id of list.splice(0, gone)) stayed.delete(id);
            list.unshift(...Array.from({ length: come }, (_, at) => `new ${asked} ${at}`));
          }),
          20,
        );
        if (read.partly === null) expect([...stayed].filter((id) => !read.ids.has(id))).toEqual([]);
      }),
    );
  });
});
