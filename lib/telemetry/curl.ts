import type { NetworkRequest } from "./network-requests.ts";

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A request as a command for a POSIX shell. Hidden values are left as they are: `[redacted]`. */
export function curlOf({ url, method, requestHeaders = {}, postData }: NetworkRequest): string {
  const headers = Object.entries(requestHeaders)
    // Names of HTTP/2 such as `:authority` are no headers.
    .filter(([name]) => !name.startsWith(":"))
    .map(([name, value]) => `-H ${quoted(`${name}: ${String(value)}`)}`);
  const isUsual = method === undefined || method === (postData === undefined ? "GET" : "POST");
  return [
    `curl ${quoted(url)}`,
    ...(isUsual ? [] : [`-X ${quoted(method)}`]),
    ...headers,
    ...(postData === undefined ? [] : [`--data-raw ${quoted(postData)}`]),
  ].join(" \\\n  ");
}
