import { expect, test } from "vitest";
import { pagingOf } from "../contract/paging.ts";
import { BffError, type Page } from "./bff.ts";
import { createPageSizeCache, readInSmallerPages, readPages } from "./read-pages.ts";

const limit = 3;

/** A list of numbers served in pages; `served` may change it between two pages. */
function pages(list: number[], served: (offset: number) => void = () => {}) {
  const requests: number[] = [];
  const read = async (offset: number): Promise<Page<{ id: string }>> => {
    requests.push(offset);
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
  return { read, requests };
}
const idOf = ({ id }: { id: string }) => id;
const ids = (page: Page<{ id: string }>) => page.items.map(idOf).join();

test("reads to the end of the list, with the age of the oldest page", async () => {
  const { read, requests } = pages([7, 6, 5, 4, 3, 2, 1]);
  const all = await readPages(read, { atMost: 100, idOf });
  expect(ids(all)).toBe("7,6,5,4,3,2,1");
  expect(requests).toEqual([0, 3, 6]);
  expect(all.paging?.hasMore).toBe(false);
  expect(all.observedAtMs).toBe(994);
});

test("stops at the limit and reports that there is more", async () => {
  const { read, requests } = pages([7, 6, 5, 4, 3, 2, 1]);
  const some = await readPages(read, { atMost: 6, idOf });
  expect(ids(some)).toBe("7,6,5,4,3,2");
  expect(requests).toEqual([0, 3]);
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

const mostBytes = 5;

/** A list of items by their sizes, whose answers are bounded. */
function api(sizes: readonly number[]) {
  const requests: [limit: number, offset: number][] = [];
  const read = async ({
    limit,
    offset,
  }: {
    limit: number;
    offset: number;
  }): Promise<Page<{ id: string }>> => {
    requests.push([limit, offset]);
    const cut = sizes.slice(offset, offset + limit);
    if (cut.reduce((sum, size) => sum + size, 0) > mostBytes)
      throw new BffError(502, "upstream_too_large", "Too large.");
    return {
      items: cut.map((_, index) => ({ id: String(offset + index) })),
      bad: [],
      observedAtMs: 1000 + offset,
      stale: undefined,
      requestId: undefined,
      paging: pagingOf({ limit, offset, count: cut.length, hasMore: offset + limit < sizes.length }),
    };
  };
  return { read, requests };
}
test("sends one request when everything fits", async () => {
  const { read, requests } = api([1, 1, 1]);
  const memory = createPageSizeCache(() => 0);
  expect(ids(await readInSmallerPages(read, { limit: 3, offset: 0, question: "q", memory, idOf }))).toBe(
    "0,1,2",
  );
  expect(requests).toEqual([[3, 0]]);
});

test("reads around huge items, and starts the next read with the fitting size", async () => {
  const { read, requests } = api([1, 4, 1, 1, 4, 1, 1, 1, 1, 1]);
  let nowMs = 0;
  const memory = createPageSizeCache(() => nowMs);
  const question = { limit: 8, offset: 0, question: "q", memory, idOf };
  const page = await readInSmallerPages(read, question);
  expect(ids(page)).toBe("0,1,2,3,4,5,6,7");
  expect(page).toMatchObject({ observedAtMs: 1000, paging: { limit: 8, hasMore: true, nextOffset: 8 } });
  const first = requests.length;
  await readInSmallerPages(read, question);
  expect(requests[first]?.[0], "the second reading").toBeLessThan(8);
  await readInSmallerPages(read, { ...question, question: "another" });
  nowMs = 60_001;
  const before = requests.length;
  await readInSmallerPages(read, question);
  expect(requests[before], "after a while").toEqual([8, 0]);
});

test("reports an oversized item as bad in its place, and ends with the list", async () => {
  const { read } = api([1, 1, 9, 1]);
  const page = await readInSmallerPages(read, {
    limit: 20,
    offset: 1,
    question: "q",
    memory: createPageSizeCache(() => 0),
    idOf,
  });
  expect(ids(page)).toBe("1,3");
  expect(page.bad).toMatchObject([{ index: 1, fault: expect.stringContaining("too large") }]);
  expect(page.paging).toMatchObject({ hasMore: false, offset: 1, limit: 20 });
});

test("searches for one oversized item, in every read, instead of reading each item by itself", async () => {
  const memory = createPageSizeCache(() => 0);
  for (const bad of [0, 1, 57, 99]) {
    // 100 items that fit, but for one.
    const { read, requests } = api(Array.from({ length: 100 }, (_, at) => (at === bad ? 9 : 0)));
    const question = { limit: 100, offset: 0, question: "q", memory, idOf };
    for (const reading of [1, 2]) {
      requests.length = 0;
      const page = await readInSmallerPages(read, question);
      expect(page.items).toHaveLength(99);
      expect(page.bad).toMatchObject([{ index: bad }]);
      expect(requests.length, `bad ${bad}, reading ${reading}`).toBeLessThanOrEqual(15);
    }
  }
});

test.each([2, 4, 10])(
  "needs two requests per item, and one once it is known, when one of %i is oversized",
  async (every) => {
    const { read, requests } = api(Array.from({ length: 100 }, (_, at) => (at % every === 1 ? 9 : 0)));
    const memory = createPageSizeCache(() => 0);
    for (const most of [210, 110]) {
      requests.length = 0;
      const page = await readInSmallerPages(read, { limit: 100, offset: 0, question: "q", memory, idOf });
      expect([page.items.length + page.bad.length, page.bad.length]).toEqual([100, 100 / every]);
      expect(requests.length).toBeLessThanOrEqual(most);
    }
  },
);

test("throws other failures, and a page of oversized items only", async () => {
  const memory = createPageSizeCache(() => 0);
  const down = () => Promise.reject(new BffError(503, "upstream_down", "Down."));
  await expect(
    readInSmallerPages<{ id: string }>(down, { limit: 5, offset: 0, question: "q", memory, idOf }),
  ).rejects.toMatchObject({ code: "upstream_down" });
  const { read } = api([9]);
  await expect(
    readInSmallerPages(read, { limit: 1, offset: 0, question: "q", memory, idOf }),
  ).rejects.toMatchObject({ code: "upstream_too_large" });
});
