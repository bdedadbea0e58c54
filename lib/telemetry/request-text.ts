// What the table and the details of a request say.
import { formatCount } from "../format/numbers.ts";
import { isFailed, type NetworkRequest } from "./network-requests.ts";

/** Short name of an address: its file with the query, or its path; the host where there is no path. */
export function requestName(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, host, pathname, search } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return url;
  const file = pathname.slice(pathname.lastIndexOf("/") + 1);
  if (pathname === "/") return host + search;
  return (file.includes(".") ? file : pathname) + search;
}

/** Path of an address without its query; the address where there is none. */
export function requestPath(url: string): string {
  const { protocol, pathname } = URL.canParse(url) ? new URL(url) : { protocol: "", pathname: "" };
  return protocol === "http:" || protocol === "https:" ? pathname : url;
}

/** How a request is at present: its status, or what it has instead. `isBad`: it failed. */
export function requestStatus(request: NetworkRequest): { readonly text: string; readonly isBad: boolean } {
  const { status, endMs, error, isCanceled } = request;
  const isBad = isFailed(request);
  if (isCanceled) return { text: "cancelled", isBad };
  if (error !== undefined) return { text: "failed", isBad };
  if (status !== undefined) return { text: String(status), isBad };
  return { text: endMs === undefined ? "pending" : "redirect", isBad };
}

/** DevTools' type of the resource in small letters; empty where it is not known. */
export const requestType = ({ resourceType = "" }: NetworkRequest): string => resourceType.toLowerCase();

/** From sending to the end, in milliseconds: `1,204 ms`; empty where one of both is not known. */
export function requestTime({ startMs, endMs }: NetworkRequest): string {
  return startMs === undefined || endMs === undefined ? "" : `${formatCount(endMs - startMs)} ms`;
}

/** The moment a request stands for: the end of a failed one, when it is seen elsewhere, else when it was sent. */
export function momentOf(request: NetworkRequest): number | undefined {
  const { startMs, endMs } = request;
  return isFailed(request) ? (endMs ?? startMs) : (startMs ?? endMs);
}
