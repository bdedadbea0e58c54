// Downloads extensions from the Chrome Web Store as zip archives. Only the extension's id is taken from the caller's
// address; the request's URL is built here, and redirects are followed only to Google's hosts.
import type { StorePlatform } from "../../lib/contract/extensions.ts";
import { badRequest, notFound, Problem } from "../kernel/problem.ts";

export interface WebStoreDeps {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** For the whole download, redirects included. */
  timeoutMs?: number;
}

const standardTimeoutMs = 30_000;
const maxRedirects = 5;
const maxBytes = 50 * 1024 * 1024;
// The store serves an extension only to browser versions that it supports; a recent version is accepted by all.
const productVersion = "140.0.0.0";

const platforms = {
  linux: "os=linux&arch=x64&os_arch=x86_64",
  mac: "os=mac&arch=arm64&os_arch=arm64",
  win: "os=win&arch=x64&os_arch=x86_64",
} as const satisfies Record<StorePlatform, string>;

/** The id of the extension in the address of its store page; throws a Problem 400 for any other address. */
export function storeExtensionId(address: string): string {
  const wrong = badRequest(
    "query.url: give the address of an extension's page in the Chrome Web Store, such as https://chromewebstore.google.com/detail/<name>/<id>",
  );
  if (!URL.canParse(address)) throw wrong;
  const url = new URL(address);
  const pathOfHost = new Map([
    ["chromewebstore.google.com", /^\/detail\/(?:[^/]+\/)?([a-p]{32})\/?$/],
    ["chrome.google.com", /^\/webstore\/detail\/(?:[^/]+\/)?([a-p]{32})\/?$/],
  ]);
  const [, id] = pathOfHost.get(url.hostname)?.exec(url.pathname) ?? [];
  const plain = url.protocol === "https:" && url.port === "" && url.username === "" && url.password === "";
  if (!plain || id === undefined) throw wrong;
  return id;
}

/**
 * Downloads the extension's zip archive. Throws a Problem 400 for an address that is no store page, 404 for an extension
 * that the store does not serve, 502 when the store is unreachable, too slow, or sends something else.
 */
export async function downloadFromWebStore(
  deps: WebStoreDeps,
  address: string,
  os: StorePlatform,
): Promise<Buffer> {
  const id = storeExtensionId(address);
  const query = `response=redirect&${platforms[os]}&prod=chromiumcrx&prodversion=${productVersion}&acceptformat=crx2,crx3`;
  const first = `https://clients2.google.com/service/update2/crx?${query}&x=${encodeURIComponent(`id=${id}&uc`)}`;
  const signal = AbortSignal.timeout(deps.timeoutMs ?? standardTimeoutMs);
  try {
    const response = await fetchFollowing(deps, first, signal);
    if (response.status === 204 || response.status === 404) {
      await response.body?.cancel();
      throw notFound(`the extension ${id} in the Chrome Web Store`);
    }
    if (response.status !== 200) {
      await response.body?.cancel();
      throw unreachable(`it answered ${response.status}`);
    }
    return zipOf(await readBounded(response));
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw unreachable(signal.aborted ? "it did not answer in time" : reasonOf(error));
  }
}

async function fetchFollowing(
  { fetch }: WebStoreDeps,
  first: string,
  signal: AbortSignal,
): Promise<Response> {
  let url = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetch(url, { signal, redirect: "manual" });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = new URL(location, url);
    const known = /(^|\.)(google\.com|googleusercontent\.com|gvt1\.com)$/.test(next.hostname);
    if (next.protocol !== "https:" || next.port !== "" || !known)
      throw unreachable("it points to another host");
    url = next.href;
  }
  throw unreachable("it redirects too many times");
}

async function readBounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw unreachable(`the extension is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Removes the signed header of a packed extension (CRX2 or CRX3), which is a zip archive otherwise. */
function zipOf(packed: Buffer): Buffer {
  const zip = packed.subarray(headerBytes(packed));
  if (zip.toString("latin1", 0, 4) !== "PK\u0003\u0004")
    throw unreachable("what it sent is not an extension");
  return zip;
}

function headerBytes(packed: Buffer): number {
  if (packed.length < 16 || packed.toString("latin1", 0, 4) !== "Cr24") return 0;
  switch (packed.readUInt32LE(4)) {
    case 2:
      return 16 + packed.readUInt32LE(8) + packed.readUInt32LE(12);
    case 3:
      return 12 + packed.readUInt32LE(8);
    default:
      return 0;
  }
}

const unreachable = (why: string) =>
  new Problem(502, "bad_gateway", `the Chrome Web Store could not be used from here: ${why}`);

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
