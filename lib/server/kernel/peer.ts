// The custom server passes the client's address (`client-address.ts`) to the handlers in a header that only this process
// can write: it contains a key generated at start.
import { randomBytes, timingSafeEqual } from "node:crypto";
import { perProcess } from "./per-process.ts";

export const peerHeader = "x-fleetdeck-peer";

const key = perProcess("peer-key", () => randomBytes(16).toString("hex"));

/** The header's value for a client's address. */
export const peerValue = (address: string): string => `${key()} ${address}`;

/** The address of the client behind a request, or "unknown" when it did not come through the custom server. */
export function peerOf(headers: Headers): string {
  const value = headers.get(peerHeader) ?? "";
  const expected = key();
  const given = Buffer.from(value.slice(0, expected.length));
  if (given.length !== expected.length || !timingSafeEqual(given, Buffer.from(expected))) return "unknown";
  return value.slice(expected.length + 1);
}
