// The IP addresses that webhooks may be sent to. Refuses everything that may be this host, its network or cloud metadata;
// of IPv6 only global unicast without embedded IPv4 addresses is allowed.
import { BlockList, isIP } from "node:net";

const refused = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  refused.addSubnet(net, bits, "ipv4");

const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");
// Ranges within it: protocol assignments with Teredo, documentation, and 6to4 (embedded IPv4).
const notGlobal = new BlockList();
notGlobal.addSubnet("2001::", 23, "ipv6");
notGlobal.addSubnet("2001:db8::", 32, "ipv6");
notGlobal.addSubnet("2002::", 16, "ipv6");
notGlobal.addSubnet("3fff::", 20, "ipv6");

/** True for addresses of the public internet; false for others and for texts that are no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused.check(address, "ipv4");
  if (family === 6) return globalUnicast.check(address, "ipv6") && !notGlobal.check(address, "ipv6");
  return false;
}

/** True for 127.0.0.0/8 and ::1. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) === 4 ? address.startsWith("127.") : address === "::1";
