/** The Host values of origins in lower case, with and without a default port. */
export function hostsOf(origins: readonly string[]): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const origin of origins) {
    const url = new URL(origin);
    hosts.add(url.host.toLowerCase());
    if (url.port === "") hosts.add(`${url.hostname}:${url.protocol === "https:" ? 443 : 80}`.toLowerCase());
  }
  return hosts;
}
