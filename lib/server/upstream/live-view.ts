// The signed address of a live view: fetched on demand, checked, returned once and never stored.
import "server-only";
import { z } from "zod";
import { operations } from "../../contract/operations/operations.ts";
import { env } from "../kernel/env.ts";
import { containsSecret } from "../kernel/known-secrets.ts";
import { deadlines } from "../kernel/paces.ts";
import { parsedJson } from "../kernel/parsed-json.ts";
import { Problem } from "../kernel/problem.ts";
import { retrieveRaw } from "./call.ts";
import { exchange, type Received } from "./send.ts";
import { UpstreamFailure } from "./upstream-failure.ts";

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
  if (deletedAt) throw new Problem(409, "browser_deleted", "This browser has ended.");
  if (!address) throw new Problem(404, "no_live_view", "This browser has no live view.");
  const refused = (why: string) =>
    new Problem(502, "live_view_refused", `The live view was not opened: ${why}.`);
  if (!isOwnLiveView(address, env().apiBaseUrl)) throw refused("the API's address is outside its own host");
  if (containsSecret(address)) throw refused("the API's address has the dashboard's own token");
  return address;
}

/** Sends to the address of a live view; undefined when it is not below the API's address. Throws an UpstreamFailure. */
export async function sendToLiveView(
  address: string,
  method: "GET" | "POST" | "PUT" | "DELETE",
  accept?: string,
): Promise<Received | undefined> {
  const base = env().apiBaseUrl.replace(/\/$/, "");
  if (!address.startsWith(`${base}/`)) return undefined;
  const line = { method, path: address.slice(base.length) };
  return await exchange(line, deadlines.upstream.liveView, accept === undefined ? {} : { accept });
}

const leased = z.looseObject({ url: z.string() });

/** Whether a failure says that the address takes no such request, as at an API without leases. */
const isRefusal = (error: unknown) =>
  error instanceof UpstreamFailure && [400, 403, 404, 405, 501].includes(error.status);

/** An address of the same live view that `endLiveView` ends; undefined where the API makes none. Throws an
 *  UpstreamFailure, or a Problem (502) for an address outside the API's host. */
export async function leaseLiveView(address: string): Promise<string | undefined> {
  let answer: Received | undefined;
  try {
    answer = await sendToLiveView(address, "POST");
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
  if (answer?.status !== 201) return undefined;
  const read = leased.safeParse(parsedJson(answer.bytes.toString("utf8")));
  if (!read.success) return undefined;
  if (!isOwnLiveView(read.data.url, env().apiBaseUrl))
    throw new Problem(
      502,
      "live_view_refused",
      "The live view was not opened: the API's address is outside its own host.",
    );
  return read.data.url;
}

/** Whether a failure says that a leased address has ended. The local service answers 401 then: such an address needs no other
 *  token. A failure of any other kind, as of an API that limits requests, passes. */
export const saysEnded = (error: unknown): boolean =>
  error instanceof UpstreamFailure &&
  (error.code === "upstream_unauthorized" || [400, 403, 404, 409, 410, 501].includes(error.status));

/** Keeps a leased address valid; false when the API says that it has ended. Other failures count as renewed: the next
 *  renewal shows. */
export async function renewLiveView(address: string): Promise<boolean> {
  try {
    await sendToLiveView(address, "PUT");
    return true;
  } catch (error) {
    return !saysEnded(error);
  }
}

/** Ends a leased address, unless it has ended: the API disconnects its viewers. Throws an UpstreamFailure when it does not. */
export async function endLiveView(address: string): Promise<void> {
  try {
    await sendToLiveView(address, "DELETE");
  } catch (error) {
    if (!saysEnded(error)) throw error;
  }
}
