// What a proxy connects to on this machine, where sessions are kept from this machine's network.
import { lookup } from "node:dns";
import { RequestError } from "proxy-chain";
import { isHostAddress, isLoopback } from "../kernel/host-addresses.ts";

/** The answer of a proxy that does not connect to this machine. */
export const hostRefused = () => new RequestError("this proxy does not connect to its own machine", 403);

/** Whether a session's proxy must not be at this address, with or without brackets: on this machine, but on loopback. */
export const isRefusedProxy = (address: string): boolean => isHostAddress(address) && !isLoopback(address);

/** Resolves names as dns.lookup does, but none to an address that `isRefused`. */
export const lookupExcept = (isRefused: (address: string) => boolean): typeof lookup =>
  Object.assign(
    (hostname: string, ...rest: unknown[]) => {
      const callback = rest.at(-1);
      const options = rest.length > 1 ? rest[0] : {};
      if (typeof callback !== "function") throw new TypeError("a lookup needs a callback");
      const all = typeof options === "object" && options !== null && "all" in options && options.all === true;
      lookup(hostname, { all: true }, (error, addresses) => {
        if (error) return callback(error);
        const elsewhere = addresses.filter(({ address }) => !isRefused(address));
        const [first] = elsewhere;
        if (!first) return callback(Object.assign(hostRefused(), { code: "EHOSTUNREACH" }));
        if (all) return callback(null, elsewhere);
        callback(null, first.address, first.family);
      });
    },
    { __promisify__: lookup.__promisify__ },
  );
