// Local forwarders to proxies with credentials, which Chromium does not accept on its command line. One per proxy, open
// while it is in use.
import { anonymizeProxy, closeAnonymizedProxy } from "proxy-chain";
import type { ProxyEndpoint } from "./probe.ts";

/** The open forwarders by proxy id. */
export class Forwarders {
  readonly #open = new Map<string, Promise<string>>();

  /** The proxy's address without credentials, for a browser: of its forwarder if it has credentials, else its own. */
  async urlFor(proxyId: string, endpoint: ProxyEndpoint): Promise<string> {
    if (!endpoint.credentials) return urlOf(endpoint);
    const open = this.#open.get(proxyId) ?? anonymizeProxy({ url: urlOf(endpoint) });
    this.#open.set(proxyId, open);
    try {
      return await open;
    } catch (error) {
      this.#open.delete(proxyId);
      throw error;
    }
  }

  /** Closes the proxy's forwarder and every connection through it. */
  async close(proxyId: string): Promise<void> {
    const open = this.#open.get(proxyId);
    this.#open.delete(proxyId);
    if (open) await closeAnonymizedProxy(await open, true);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.close(id)));
  }
}

function urlOf({ protocol, host, port, credentials }: ProxyEndpoint): string {
  const login = credentials
    ? `${encodeURIComponent(credentials.username)}:${encodeURIComponent(credentials.password)}@`
    : "";
  return `${protocol}://${login}${host.includes(":") ? `[${host}]` : host}:${port}`;
}
