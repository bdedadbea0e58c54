import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:tls";
import { expect, it, onTestFinished } from "vitest";
import { addressThrough } from "./probe.ts";

/** The server names that a proxy without a certificate is greeted with. */
async function namesSentTo(hostOf: (listens: AddressInfo) => string): Promise<readonly string[]> {
  const names: string[] = [];
  const proxy = createServer({
    SNICallback: (name, next) => {
      names.push(name);
      next(null);
    },
  });
  proxy.listen(0, "localhost");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const listens = proxy.address();
  if (listens === null || typeof listens === "string") throw new Error("the proxy has no port");
  const endpoint = { protocol: "https", host: hostOf(listens), port: listens.port } as const;
  await expect(addressThrough(endpoint, AbortSignal.timeout(10_000))).rejects.toThrow();
  return names;
}

it("names a proxy in its TLS greeting, but not one at an IP address, as TLS has no such names", async () => {
  expect(await namesSentTo(() => "localhost")).toEqual(["localhost"]);
  expect(await namesSentTo(({ address }) => address)).toEqual([]);
});
