// Local forwarders to proxies with credentials, which Chromium does not accept on its command line. One per proxy, open
// while it is in use.
import { Server } from "proxy-chain";
import { hostRefused, isRefusedProxy, lookupExcept } from "./host-guard.ts";
import { exitHost } from "./local-exit.ts";
import type { ProxyEndpoint } from "./probe.ts";

/** The open forwarders by proxy id. */
export class Forwarders {
  readonly #open = new Map<string, Promise<Server>>();
  readonly #guarded: boolean;

  /** `guarded`: they connect to no address of this machine but loopback. */
  constructor({ guarded }: { guarded: boolean }) {
    this.#guarded = guarded;
  }

  /** The proxy's address without credentials, for a browser: of its forwarder if it has credentials, else its own. */
  async urlFor(proxyId: string, endpoint: ProxyEndpoint): Promise<string> {
    if (!endpoint.credentials) return urlOf(endpoint);
    const open = this.#open.get(proxyId) ?? this.#start(urlOf(endpoint));
    this.#open.set(proxyId, open);
    try {
      return `http://${exitHost}:${(await open).port}`;
    } catch (error) {
      this.#open.delete(proxyId);
      throw error;
    }
  }

  /** Closes the proxy's forwarder and every connection through it. */
  async close(proxyId: string): Promise<void> {
    const open = this.#open.get(proxyId);
    this.#open.delete(proxyId);
    if (open) await (await open).close(true);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.close(id)));
  }

  async #start(upstreamProxyUrl: string): Promise<Server> {
    // As it is connected to: an IPv4 address may also be written as one number.
    const { hostname } = new URL(upstreamProxyUrl);
    const server = new Server({
      host: exitHost,
      port: 0,
      prepareRequestFunction: () => {
        if (this.#guarded && isRefusedProxy(hostname)) throw hostRefused();
        return { upstreamProxyUrl, ...(this.#guarded ? { dnsLookup: lookupExcept(isRefusedProxy) } : {}) };
      },
    });
    await server.listen();
    return server;
  }
}

function urlOf({ protocol, host, port, credentials }: ProxyEndpoint): string {
  const login = credentials
    ? `${encodeURIComponent(credentials.username)}:${encodeURIComponent(credentials.password)}@`
    : "";
  return `${protocol}://${login}${host.includes(":") ? `[${host}]` : host}:${port}`;
}
