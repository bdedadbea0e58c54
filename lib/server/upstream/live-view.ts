// The signed address of a live view: fetched on demand, checked, returned once and never stored.
import "server-only";
import { z } from "zod";
import { operations } from "../../contract/operations/operations.ts";
import { env } from "../kernel/env.ts";
import { containsSecret } from "../kernel/known-secrets.ts";
import { Problem } from "../kernel/problem.ts";
import { retrieveRaw } from "./call.ts";

const withAddress = z.looseObject({
  browser_live_view_url: z.string().nullish(),
  deleted_at: z.string().nullish(),
});

/** True for an address on the API's own host and without credentials; over http only when the API uses http too. */
export function isOwnLiveView(address: string, apiBaseUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const api = new URL(apiBaseUrl);
  const scheme = url.protocol === "https:" || (url.protocol === "http:" && api.protocol === "http:");
  return scheme && url.host === api.host && url.username === "" && url.password === "";
}

/** The live view address of a browser. Throws a Problem: 404 without one, 409 after the session's end, 502 for an
 *  unreadable answer or an address outside the API's host; or an UpstreamFailure. */
export async function liveViewOf(id: string): Promise<string> {
  const raw = await retrieveRaw(operations.retrieveBrowser, { params: { id } });
  const read = withAddress.safeParse(raw);
  if (!read.success) throw new Problem(502, "upstream_bad_answer", "The API's answer cannot be read.");
  const { browser_live_view_url: address, deleted_at: deletedAt } = read.data;
  if (deletedAt) throw new Problem(409, "browser_deleted", "This session has ended; it has no live view.");
  if (!address) throw new Problem(404, "no_live_view", "This session has no live view.");
  const refused = (why: string) =>
    new Problem(502, "live_view_refused", `The API names a live view ${why}; it is not opened.`);
  if (!isOwnLiveView(address, env().apiBaseUrl)) throw refused("outside its own host");
  if (containsSecret(address)) throw refused("whose address has the dashboard's own token");
  return address;
}
