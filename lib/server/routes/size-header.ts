// How many bytes come, told under a name of ours: the framework lets no content-length of a route through.
import { bffHeaders } from "../../bff/headers.ts";
import { headerOf, type Opened } from "../upstream/send.ts";

/** The header that says it; nothing where the upstream does not say, or not as a number. */
export function sizeHeader({ headers }: Pick<Opened, "headers">): Record<string, string> {
  const length = headerOf(headers, "content-length");
  return length !== undefined && /^\d{1,15}$/.test(length) ? { [bffHeaders.sizeBytes]: length } : {};
}
