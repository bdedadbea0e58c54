import type { NetworkRequest } from "@/lib/telemetry/network-requests";

/** A request that was answered. */
export const requestOf = (given: Partial<NetworkRequest> = {}): NetworkRequest => ({
  seq: 1,
  startMs: 1_000,
  endMs: 1_200,
  url: "https://shop.test/api/cart",
  method: "GET",
  resourceType: "Fetch",
  initiator: undefined,
  requestHeaders: undefined,
  postData: undefined,
  status: 200,
  statusText: "OK",
  mimeType: undefined,
  responseHeaders: undefined,
  body: undefined,
  isCut: false,
  error: undefined,
  isCanceled: false,
  ...given,
});
