// The custom server passes the address of the client's socket to the handlers in a header that only this process can
// write: it contains a key generated at start. Forwarded-for headers are never trusted.
import { randomBytes, timingSafeEqual } from "node:crypto";
import { perProcess } from "./per-process.ts";

export const peerHeader = "x-fleetdeck-peer";

const key = () => perProcess("peer-key", () => randomBytes(16).toString("hex"));

/** The header's value for a socket address. */
export const peerValue = (address: string): string => `${key()} ${address}`;

/** The socket address behind a request, or "unknown" when it did not come through the custom server. */
export function peerOf(headers: Headers): string {
  const value = headers.get(peerHeader) ?? "";
  const expected = key();
  const given = Buffer.from(value.slice(0, expected.length));
  if (given.length !== expected.length || !timingSafeEqual(given, Buffer.from(expected))) return "unknown";
  return value.slice(expected.length + 1);
}
