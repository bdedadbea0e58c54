// The signed address of a session's DevTools endpoint: fetched on demand, checked, returned once and never stored.
import "server-only";
import { z } from "zod";
import type { CdpAddress } from "../../bff/operations/browsers.ts";
import { operations } from "../../contract/operations/operations.ts";
import { containsSecret } from "../kernel/known-secrets.ts";
import { Problem } from "../kernel/problem.ts";
import { retrieveRaw } from "./call.ts";

const withAddress = z.looseObject({ cdp_ws_url: z.string().nullish(), deleted_at: z.string().nullish() });
const claims = z.looseObject({ exp: z.number().int().positive().max(1e10) });

/** When the `jwt` of an address expires (RFC 7519 `exp`), epoch milliseconds; null where it does not say. The signature
 *  is the API's and is not verified here. */
export function expiryOf(address: string): number | null {
  const [, payload = ""] = (new URL(address).searchParams.get("jwt") ?? "").split(".");
  try {
    const read = claims.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
    return read.success ? read.data.exp * 1000 : null;
  } catch {
    return null;
  }
}

/** True for an address of a WebSocket without user and password. Its host need not be the API's. */
export function isCdpAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return /^wss?:$/.test(protocol) && username === "" && password === "";
}

/** The DevTools address of a session. Throws a Problem: 404 without one, 409 after the session's end, 502 for an
 *  unreadable answer or an address that is none; or an UpstreamFailure. */
export async function cdpAddressOf(id: string): Promise<CdpAddress> {
  const read = withAddress.safeParse(await retrieveRaw(operations.retrieveBrowser, { params: { id } }));
  if (!read.success) throw new Problem(502, "upstream_bad_answer", "The API's answer cannot be read.");
  const { cdp_ws_url: url, deleted_at: deletedAt } = read.data;
  if (deletedAt) throw new Problem(409, "browser_deleted", "This browser has ended.");
  if (!url) throw new Problem(404, "no_cdp_address", "The API reports no CDP address of this browser.");
  if (!isCdpAddress(url) || containsSecret(url))
    throw new Problem(
      502,
      "cdp_address_refused",
      "The CDP address from the API is not valid, so it is not shown.",
    );
  return { url, expires_at_ms: expiryOf(url) };
}
