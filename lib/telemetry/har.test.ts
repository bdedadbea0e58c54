import { expect, it } from "vitest";
import { harOf } from "./har.ts";
import type { NetworkRequest } from "./network-requests.ts";

const startMs = Date.parse("2026-11-23T03:08:59.436Z");
const request: NetworkRequest = {
  seq: 1,
  startMs,
  endMs: startMs + 1204,
  url: "https://shop.test/api/address?id=7&q=a%20b",
  method: "POST",
  resourceType: "Fetch",
  initiator: "script",
  requestHeaders: { "Content-Type": "application/json", authorization: "[redacted]" },
  postData: '{"é":1}',
  status: 502,
  statusText: "Bad Gateway",
  mimeType: "application/json",
  responseHeaders: { "content-length": "11468", "set-cookie": "[redacted]\n[redacted]" },
  body: '{"error":',
  isCut: true,
  error: undefined,
  isCanceled: false,
};
const entryOf = (change: Partial<NetworkRequest>) => harOf([{ ...request, ...change }]).log.entries[0];

it("is an archive of version 1.2 with every required field", () => {
  const browser = { name: "Chromium", version: "144" };
  const creator = { name: "test", version: "2" };
  expect(harOf([request], { creator, browser, comment: "c" })).toEqual({
    log: {
      version: "1.2",
      creator,
      browser,
      comment: "c",
      entries: [
        {
          startedDateTime: "2026-11-23T03:08:59.436Z",
          time: 1204,
          request: {
            method: "POST",
            url: request.url,
            httpVersion: "unknown",
            cookies: [],
            headers: [
              { name: "Content-Type", value: "application/json" },
              { name: "authorization", value: "[redacted]" },
            ],
            queryString: [
              { name: "id", value: "7" },
              { name: "q", value: "a b" },
            ],
            postData: {
              mimeType: "application/json",
              text: '{"é":1}',
              comment: "Headers or body were cut when they were captured.",
            },
            headersSize: -1,
            bodySize: -1,
          },
          response: {
            status: 502,
            statusText: "Bad Gateway",
            httpVersion: "unknown",
            cookies: [],
            headers: [
              { name: "content-length", value: "11468" },
              { name: "set-cookie", value: "[redacted]" },
              { name: "set-cookie", value: "[redacted]" },
            ],
            content: {
              size: 11_468,
              mimeType: "application/json",
              text: '{"error":',
              comment: "Headers or body were cut when they were captured.",
            },
            redirectURL: "",
            headersSize: -1,
            bodySize: 11_468,
          },
          cache: {},
          timings: { send: 0, wait: 1204, receive: 0 },
          _resourceType: "fetch",
          _initiator: { type: "script" },
        },
      ],
    },
  });
});

it("gives the bytes of bodies that are whole, without a comment", () => {
  const entry = entryOf({ isCut: false, body: "é" });
  expect(entry?.request.bodySize).toBe(8);
  expect(entry?.response.content).toEqual({ size: 2, mimeType: "application/json", text: "é" });
});

it.each([
  ["failed", { status: undefined, error: "net::ERR_FAILED" }, { time: 1204, error: "net::ERR_FAILED" }],
  ["open", { status: undefined, endMs: undefined }, { time: 0, comment: "Its end was not captured." }],
  [
    "begun before the capture",
    { startMs: undefined },
    { time: 0, comment: "Sent before its capture began: the time is that of its end." },
  ],
  [
    "redirected",
    { status: undefined },
    { time: 1204, comment: "A redirect: its response was not captured." },
  ],
] as const)("says of a request that is %s what is known", (_, change, expected) => {
  const entry = entryOf({ responseHeaders: undefined, body: undefined, ...change });
  expect({ time: entry?.time, comment: entry?.comment, error: entry?.response._error }).toEqual({
    comment: undefined,
    error: undefined,
    ...expected,
  });
  expect(entry?.response).toMatchObject({ headers: [], content: { size: -1 }, bodySize: -1 });
});

it("takes an address that is none", () => {
  expect(entryOf({ url: "not an address" })?.request.queryString).toEqual([]);
});
