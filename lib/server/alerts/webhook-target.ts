// Checks a webhook's address when it is saved and again for each connection, because a name may resolve to another address
// by then.
import { isIP } from "node:net";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

export interface TargetRules {
  /** Allows loopback, and plain http there. */
  loopback: boolean;
}

/** Resolves a name to all its addresses; rejects when it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Thrown for an address that is not allowed; the message does not contain the address's path. */
export class TargetRefused extends Error {
  override readonly name = "TargetRefused";
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, "");
const namesLoopback = (hostname: string) => hostname === "localhost" || isLoopbackAddress(bare(hostname));

/** Throws TargetRefused unless every address is allowed. */
export function checkAddresses(addresses: readonly string[], { loopback }: TargetRules): void {
  if (addresses.length === 0) throw new TargetRefused("the host has no address");
  for (const address of addresses) {
    if (isPublicAddress(address) || (loopback && isLoopbackAddress(address))) continue;
    throw new TargetRefused("the host resolves to an address that is not public");
  }
}

/** Parses an address and checks its text; throws TargetRefused. */
export function readTarget(text: string, rules: TargetRules): URL {
  if (!URL.canParse(text))
    throw new TargetRefused("must be an absolute URL such as https://hooks.example.com/x");
  const url = new URL(text);
  const local = rules.loopback && namesLoopback(url.hostname);
  if (url.protocol !== "https:" && !(local && url.protocol === "http:"))
    throw new TargetRefused("must start with https://");
  if (url.username !== "" || url.password !== "")
    throw new TargetRefused("must not contain a user name or password");
  if (url.hash !== "") throw new TargetRefused("must not contain a fragment");
  // Connections to literal addresses use no lookup, so they are checked here.
  const literal = bare(url.hostname);
  if (isIP(literal) !== 0) checkAddresses([literal], rules);
  return url;
}

/** Parses an address and checks what its host resolves to; throws TargetRefused. */
export async function checkTarget(text: string, rules: TargetRules, resolve: Resolve): Promise<URL> {
  const url = readTarget(text, rules);
  if (isIP(bare(url.hostname)) !== 0) return url;
  let addresses: readonly string[];
  try {
    addresses = await resolve(url.hostname);
  } catch {
    throw new TargetRefused("the host cannot be found");
  }
  checkAddresses(addresses, rules);
  return url;
}
