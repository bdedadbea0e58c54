import { expect, test } from "vitest";
import { pagingOf } from "../contract/paging.ts";
import type { Page } from "./bff.ts";
import { readPages } from "./read-pages.ts";

const limit = 3;

/** A list of numbers served in pages; `served` may change it between two pages. */
function pages(list: number[], served: (offset: number) => void = () => {}) {
  const asked: number[] = [];
  const read = async (offset: number): Promise<Page<{ id: string }>> => {
    asked.push(offset);
    const items = list.slice(offset, offset + limit).map((n) => ({ id: String(n) }));
    const hasMore = offset + limit < list.length;
    const observedAtMs = 1000 - offset;
    served(offset);
    return {
      items,
      bad: [],
      observedAtMs,
      stale: undefined,
      requestId: undefined,
      paging: pagingOf({ limit, offset, count: items.length, hasMore }),
    };
  };
  return { read, asked };
}
const idOf = ({ id }: { id: string }) => id;
const ids = (page: Page<{ id: string }>) => page.items.map(idOf).join();

test("reads to the end of the list, with the age of the oldest page", async () => {
  const { read, asked } = pages([7, 6, 5, 4, 3, 2, 1]);
  const all = await readPages(read, { atMost: 100, idOf });
  expect(ids(all)).toBe("7,6,5,4,3,2,1");
  expect(asked).toEqual([0, 3, 6]);
  expect(all.paging?.hasMore).toBe(false);
  expect(all.observedAtMs).toBe(994);
});

test("stops at the limit and reports that there is more", async () => {
  const { read, asked } = pages([7, 6, 5, 4, 3, 2, 1]);
  const some = await readPages(read, { atMost: 6, idOf });
  expect(ids(some)).toBe("7,6,5,4,3,2");
  expect(asked).toEqual([0, 3]);
  expect(some.paging?.hasMore).toBe(true);
});

test("deduplicates items that new ones push to the next page", async () => {
  const list = [5, 4, 3, 2, 1];
  const { read } = pages(list, (offset) => offset === 0 && void list.unshift(6));
  expect(ids(await readPages(read, { atMost: 100, idOf }))).toBe("5,4,3,2,1");
});

test("reads a list without paging as one page", async () => {
  const { read } = pages([2, 1]);
  const plain = async (offset: number) => ({ ...(await read(offset)), paging: undefined });
  expect(ids(await readPages(plain, { atMost: 100, idOf }))).toBe("2,1");
});
