import { expect, it } from "vitest";
import type { NetworkEntry } from "@/lib/telemetry/network-log";
import { momentOf, requestName, requestStatus, requestTime } from "@/lib/telemetry/request-text";
import { requestOf } from "@/tests/support/dashboard/network-requests";
import { filterMessage, noFilter, passing, rowAtTime, typeCounts } from "./request-filter.ts";

const cart = requestOf();
const failed = requestOf({ url: "https://shop.test/a.PNG", resourceType: "Image", status: 404 });

it("passes by address, failure and type", () => {
  expect(passing(noFilter)).toBeUndefined();
  const shown = (filter: Partial<typeof noFilter>) =>
    [cart, failed].filter(passing({ ...noFilter, ...filter }) ?? (() => true));
  expect(shown({ text: " a.png " })).toEqual([failed]);
  expect(shown({ failedOnly: true })).toEqual([failed]);
  expect(shown({ hiddenTypes: new Set(["image"]) })).toEqual([cart]);
  expect(filterMessage({ text: "x", failedOnly: true, hiddenTypes: new Set(["image"]) })).toBe(
    "address contains “x”, failed only, some types hidden",
  );
  expect(typeCounts([cart, failed, cart])).toEqual([
    ["fetch", 2],
    ["image", 1],
  ]);
});

it("finds the request that began or ended last until a moment", () => {
  const rows: NetworkEntry[] = [
    requestOf({ startMs: 100, endMs: 900 }),
    requestOf({ startMs: 200, endMs: 300 }),
    requestOf({ startMs: 400, endMs: undefined }),
  ].map((request) => ({ kind: "request", request }));
  rows.splice(1, 0, { kind: "ended", reason: null });
  expect([99, 100, 250, 350, 899, 900, 5_000].map((ms) => rowAtTime(rows, ms))).toEqual([
    undefined,
    0,
    2,
    2,
    3,
    0,
    0,
  ]);
});

it.each([
  ["https://shop.test/js/checkout.js?v=2", "checkout.js?v=2"],
  ["https://shop.test/api/cart?id=1", "/api/cart?id=1"],
  ["https://shop.test/", "shop.test"],
  ["data:image/png;base64,AAAA", "data:image/png;base64,AAAA"],
  ["no address", "no address"],
])("names %s in short", (url, name) => expect(requestName(url)).toBe(name));

it.each([
  [{}, "200", false],
  [{ status: 502 }, "502", true],
  [{ status: undefined, error: "net::ERR_FAILED" }, "failed", true],
  [{ status: undefined, error: "net::ERR_ABORTED", isCanceled: true }, "cancelled", false],
  [{ status: undefined, endMs: undefined }, "pending", false],
  [{ status: undefined }, "redirect", false],
])("says how a request is: %o", (given, text, isBad) => {
  expect(requestStatus(requestOf(given))).toEqual({ text, isBad });
});

it("has the time from sending to the end, and the moment at which a failure is seen", () => {
  expect(requestTime(requestOf({ startMs: 0, endMs: 1_204.4 }))).toBe("1,204 ms");
  expect(requestTime(requestOf({ endMs: undefined }))).toBe("");
  expect(momentOf(cart)).toBe(1_000);
  expect(momentOf(failed)).toBe(1_200);
});
