import { expect, test } from "vitest";
import { interfaceAddresses, isHostAddress, isLoopback } from "./host-addresses.ts";

test("loopback, link-local and this machine's own addresses are the host's, in every spelling", () => {
  const own = ["127.0.0.1", "127.9.9.9", "0.0.0.0", "169.254.169.254", "::1", "[::1]", "::", "fe80::1%eth0"];
  for (const address of [...own, "::ffff:127.0.0.1", ...interfaceAddresses()]) {
    expect([address, isHostAddress(address)]).toEqual([address, true]);
  }
  for (const address of ["93.184.215.14", "10.255.254.253", "2606:4700::1111", "localhost", ""]) {
    expect([address, isHostAddress(address)]).toEqual([address, false]);
  }
});

test("loopback differs from the machine's other addresses, in every spelling", () => {
  for (const address of ["127.0.0.1", "127.9.9.9", "::1", "[::1]", "::ffff:127.0.0.1"]) {
    expect([address, isLoopback(address)]).toEqual([address, true]);
  }
  for (const address of ["0.0.0.0", "169.254.169.254", "::", ...interfaceAddresses(), "localhost", ""]) {
    expect([address, isLoopback(address)]).toEqual([address, false]);
  }
});
