import { expect, it } from "vitest";
import type { PageRequest } from "@/lib/telemetry/page-request";
import { placeRequests } from "./place-requests.ts";

const axis = { fromMs: 0, toMs: 1_000 };
const request = (fromMs: number, toMs?: number, more: Partial<PageRequest> = {}): PageRequest => ({
  sessionId: "s1",
  seq: fromMs,
  method: "GET",
  url: "https://a.test/",
  fromMs,
  toMs,
  outcome: "200",
  isFailed: false,
  name: undefined,
  ...more,
});
const failed = { outcome: "502", isFailed: true };

it("places requests that overlap in rows of their own, as far as there are rows", () => {
  const placed = placeRequests(
    [request(0, 500), request(100, 300), request(200, 400), request(250, 260), request(600, 700)],
    axis,
    10,
  );
  expect(placed.map(({ from, to, row }) => [from, to, row])).toEqual([
    [0, 0.5, 0],
    [0.1, 0.3, 1],
    [0.2, 0.4, 2],
    [0.25, 0.26, 1],
    [0.6, 0.7, 0],
  ]);
});

it("draws an open request to the end of the axis, a redirect at its time, and the rest within the axis", () => {
  const placed = placeRequests(
    [
      request(-50, 100),
      request(200, undefined, { outcome: "redirect" }),
      request(300, undefined, { outcome: "pending" }),
      request(900, 2_000),
    ],
    axis,
    10,
  );
  expect(placed.map(({ from, to }) => [from, to])).toEqual([
    [0, 0.1],
    [0.2, 0.2],
    [0.3, 1],
    [0.9, 1],
  ]);
});

it("draws so many, failed ones first, then the newest, in order of time", () => {
  const requests = [0, 1, 2, 3, 4, 5].map((at) => request(at * 100, at * 100, at === 1 ? failed : {}));
  const startsOf = (most: number) => placeRequests(requests, axis, most).map((each) => each.request.fromMs);
  expect(startsOf(3)).toEqual([100, 400, 500]);
  expect(startsOf(1)).toEqual([100]);
  expect(startsOf(6)).toHaveLength(6);
});
