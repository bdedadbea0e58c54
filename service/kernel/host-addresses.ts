// Addresses at which this machine itself answers, or what is attached to it: loopback, link-local (where clouds have the
// credentials of a machine) and those of its interfaces.
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

const always = new BlockList();
always.addSubnet("0.0.0.0", 8, "ipv4");
always.addSubnet("127.0.0.0", 8, "ipv4");
always.addSubnet("169.254.0.0", 16, "ipv4");
always.addSubnet("::", 127, "ipv6");
always.addSubnet("fe80::", 10, "ipv6");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** The addresses of this machine's interfaces other than loopback and, of IPv6, those of one link. */
export function interfaceAddresses(wanted: "IPv4" | "IPv6" = "IPv4"): string[] {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return all
    .filter(({ family, internal, address }) => family === wanted && !internal && !/^fe80:/i.test(address))
    .map(({ address }) => address);
}

/** Whether this is an IP address of this machine, also in brackets or with IPv4 written as IPv6; false for names. */
export function isHostAddress(address: string): boolean {
  const { plain, family } = parsed(address);
  if (family === undefined) return false;
  if (always.check(plain, family)) return true;
  const own = new BlockList();
  for (const entry of Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])) {
    own.addAddress(entry.address.replace(/%.*$/, ""), entry.family === "IPv6" ? "ipv6" : "ipv4");
  }
  return own.check(plain, family);
}

/** Whether this is an IP address of loopback, in the same spellings; false for names. */
export function isLoopback(address: string): boolean {
  const { plain, family } = parsed(address);
  return family !== undefined && loopback.check(plain, family);
}

/** The address without brackets and zone, and its family; without a family it is none. */
function parsed(address: string): { plain: string; family: "ipv4" | "ipv6" | undefined } {
  const plain = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  if (isIP(plain) === 0) return { plain, family: undefined };
  return { plain, family: isIP(plain) === 6 ? "ipv6" : "ipv4" };
}
