// The address of the client behind a request. X-Forwarded-For and X-Forwarded-Proto count only from proxies that
// TRUSTED_PROXIES names: everybody else could write any address into them.
import { BlockList, isIP } from "node:net";

/** Answers whether an address belongs to a trusted proxy. */
export type TrustedProxies = (address: string) => boolean;

export interface Client {
  /** An IP address, IPv4 written as IPv4; "unknown" when the connection is gone. */
  address: string;
  /** True when a trusted proxy reports that the client used plain http. */
  isPlainHttp: boolean;
}

type Family = "ipv4" | "ipv6";

/** An IP address in its shortest form, without a zone, and a mapped one as IPv4; undefined for other texts. */
function parseAddress(text: string): { address: string; family: Family } | undefined {
  const bare = text.trim().replace(/%.*$/, "");
  if (isIP(bare) === 4) return { address: bare, family: "ipv4" };
  if (isIP(bare) !== 6) return undefined;
  const address = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (mapped === null) return { address, family: "ipv6" };
  const bytes = Buffer.from(
    mapped
      .slice(1)
      .map((group) => group.padStart(4, "0"))
      .join(""),
    "hex",
  );
  return { address: bytes.join("."), family: "ipv4" };
}

/**
 * The network of an address, the unit in which clients are throttled: an IPv4 address itself, the /64 of an IPv6 address
 * (RFC 6177: the least that a site is given). Any other text is a network of its own.
 */
export function networkOf(address: string): string {
  const read = parseAddress(address);
  if (read?.family !== "ipv6") return read?.address ?? address;
  const [head = "", tail = ""] = read.address.split("::", 2);
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = read.address.includes("::")
    ? [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail)]
    : groups(head);
  return `${all.slice(0, 4).join(":")}::/64`;
}

function readNetwork(text: string) {
  const [, host = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const read = parseAddress(host);
  if (read === undefined) return undefined;
  const most = read.family === "ipv4" ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  return prefix > most ? undefined : { ...read, prefix };
}

const entriesOf = (list: string): string[] =>
  list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/** What is wrong with a list of proxies, or undefined. */
export function trustedProxiesFault(list: string): string | undefined {
  for (const entry of entriesOf(list)) {
    const network = readNetwork(entry);
    if (network === undefined)
      return `must be addresses or networks such as 10.0.0.0/8, separated by commas; ${JSON.stringify(entry.slice(0, 64))} is neither`;
    if (network.prefix === 0) return `must not trust every address, as ${entry} does; name the proxies`;
  }
  return undefined;
}

/** The proxies of a comma-separated list of addresses and networks; `trustedProxiesFault` has accepted it. */
export function trustedProxies(list: string): TrustedProxies {
  const known = new BlockList();
  for (const entry of entriesOf(list)) {
    const network = readNetwork(entry);
    if (network !== undefined) known.addSubnet(network.address, network.prefix, network.family);
  }
  return (address) => {
    const read = parseAddress(address);
    return read !== undefined && known.check(read.address, read.family);
  };
}

/** An entry of X-Forwarded-For without the port that some gateways add, and an IPv6 address without its brackets. */
function withoutPort(entry: string): string {
  const text = entry.trim();
  return /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? /^\[([\da-f:.]+)\](?::\d{1,5})?$/i.exec(text)?.[1] ?? text;
}

/**
 * The client of a request that arrived from `peer`. Of the addresses in X-Forwarded-For, in which each proxy appends
 * whom it serves, that is the rightmost one that is no trusted proxy. What stands left of an entry that is no address
 * does not count.
 */
export function clientOf(
  peer: string | undefined,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  isTrusted: TrustedProxies,
): Client {
  let address = parseAddress(peer ?? "")?.address ?? "unknown";
  if (!isTrusted(address)) return { address, isPlainHttp: false };
  const listOf = (name: string) => String(headers[name] ?? "").split(",");
  for (const entry of listOf("x-forwarded-for").reverse()) {
    const read = parseAddress(withoutPort(entry));
    if (read === undefined) break;
    address = read.address;
    if (!isTrusted(address)) break;
  }
  return { address, isPlainHttp: listOf("x-forwarded-proto").at(-1)?.trim().toLowerCase() === "http" };
}
