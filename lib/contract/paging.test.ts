import { expect, test } from "vitest";
import { pagingHeaderNames, pagingHeaders, pagingOf, readPaging } from "./paging.ts";

/** The position in response headers; absent ones are null, as in Headers, or undefined, as in a record. */
const read = (headers: Record<string, string>, absent: null | undefined = null) =>
  readPaging((name) => headers[name] ?? absent);

test("a page in the middle and the last page are written and read", () => {
  const middle = pagingOf({ limit: 20, offset: 40, count: 20, hasMore: true });
  expect(middle).toEqual({ limit: 20, offset: 40, hasMore: true, nextOffset: 60 });
  const headers = pagingHeaders(middle);
  expect(headers).toEqual({ "x-limit": "20", "x-offset": "40", "x-has-more": "true", "x-next-offset": "60" });
  expect(Object.keys(headers)).toEqual([...pagingHeaderNames]);
  expect(read(headers)).toEqual(middle);

  const last = pagingOf({ limit: 20, offset: 60, count: 3, hasMore: false });
  expect(last).toEqual({ limit: 20, offset: 60, hasMore: false, nextOffset: 0 });
  expect(read(pagingHeaders(last))).toEqual(last);
});

test("a list without paging headers is complete", () => {
  expect(read({})).toBeUndefined();
  expect(read({}, undefined)).toBeUndefined();
});

test.each([
  ["does not advance", { "x-has-more": "true", "x-offset": "40", "x-next-offset": "40" }],
  ["goes back", { "x-has-more": "true", "x-offset": "40", "x-next-offset": "20" }],
  ["is no number", { "x-has-more": "true", "x-offset": "40", "x-next-offset": "60x" }],
  ["is too long a number", { "x-has-more": "true", "x-next-offset": "1".repeat(16) }],
  ["is given on the last page", { "x-has-more": "false", "x-offset": "40", "x-next-offset": "60" }],
])("a next offset that %s is not followed", (_, headers) => {
  expect(read(headers)).toMatchObject({ hasMore: false, nextOffset: 0 });
});

test("headers that are absent or invalid have their defaults", () => {
  expect(read({ "x-has-more": "true", "x-next-offset": "20" })).toEqual({
    limit: 20,
    offset: 0,
    hasMore: true,
    nextOffset: 20,
  });
  expect(read({ "x-has-more": "false", "x-limit": "a5", "x-offset": "-1" })).toMatchObject({
    limit: 20,
    offset: 0,
  });
});
