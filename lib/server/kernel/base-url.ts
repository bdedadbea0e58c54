// Which upstream addresses are allowed. Checked once at start, so that no request can influence it.
import { isLoopback } from "../../format/loopback.ts";

const metadataNames = new Set(["metadata.google.internal", "metadata.goog", "metadata", "instance-data"]);

function isMetadata(hostname: string): boolean {
  const host = hostname.replace(/\.$/, "");
  const bare = host.replace(/^\[|\]$/g, "");
  return (
    metadataNames.has(host) ||
    host.startsWith("169.254.") ||
    host === "100.100.100.200" ||
    host === "192.0.0.192" ||
    /^\[fe[89ab]/.test(host) ||
    bare === "fd00:ec2::254" ||
    bare.startsWith("::ffff:a9fe:")
  );
}

/**
 * The fault of an upstream address, worded as an instruction; undefined when the address may be used. `plainHttp`: http is
 * allowed to any host, because the network between is private.
 */
export function baseUrlFault(text: string, { plainHttp = false } = {}): string | undefined {
  if (!URL.canParse(text)) return "must be an absolute URL such as https://api.example.com";
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return "must start with https:// (or http:// on loopback)";
  if (url.username !== "" || url.password !== "")
    return "must not contain a user name or password; use API_TOKEN";
  if (url.search !== "" || text.includes("?")) return "must not contain a query";
  if (url.hash !== "" || text.includes("#")) return "must not contain a fragment";
  if (isMetadata(url.hostname)) return "must not name a metadata or link-local address";
  if (url.protocol === "http:" && !plainHttp && !isLoopback(url.hostname)) {
    return "must use https:// unless the host is a loopback address; on a private network set API_PLAIN_HTTP=allow";
  }
  return undefined;
}
