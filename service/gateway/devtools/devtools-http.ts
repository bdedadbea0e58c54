// What a Chromium with a DevTools port answers over HTTP, for clients that look up the WebSocket addresses there
// (https://chromedevtools.github.io/devtools-protocol/, "HTTP endpoints"). The addresses are the session's own.
import { z } from "zod";
import type { DevTools } from "../../chromium/devtools.ts";

/** The path of all DevTools addresses. */
export const devtoolsPath = "/browser/cdp";

const version = z.object({
  product: z.string(),
  protocolVersion: z.string(),
  revision: z.string(),
  userAgent: z.string(),
  jsVersion: z.string(),
});

/** The session's public address below `devtoolsPath`; `search`: its jwt as a query. */
export interface DevToolsAddress {
  /** With scheme and host, such as `ws://127.0.0.1:4600/browser/cdp`. */
  base: string;
  search: string;
}

/** The answer of `/json/version`. */
export async function versionAnswer(devtools: DevTools, { base, search }: DevToolsAddress): Promise<object> {
  const { product, protocolVersion, revision, userAgent, jsVersion } = await devtools.ask(
    version,
    "Browser.getVersion",
  );
  return {
    Browser: product,
    "Protocol-Version": protocolVersion,
    "User-Agent": userAgent,
    "V8-Version": jsVersion,
    "WebKit-Version": `537.36 (${revision})`,
    webSocketDebuggerUrl: `${base}${search}`,
  };
}

/** The answer of `/json/list`: pages and workers with an address each. */
export async function listAnswer(
  devtools: DevTools,
  { base, search }: DevToolsAddress,
): Promise<readonly object[]> {
  return (await devtools.targets()).map(({ targetId, type, title, url }) => ({
    description: "",
    id: targetId,
    title,
    type,
    url,
    webSocketDebuggerUrl: `${base}/devtools/page/${targetId}${search}`,
  }));
}

/** A request at a DevTools address. */
export interface DevToolsRequest {
  jwt: string | null;
  /** What follows the address, such as `/json/version`; empty for the address itself. */
  rest: string;
}

/**
 * Reads an address with its jwt as a query or, for clients that lose the query when they append a path, as the segment
 * after `devtoolsPath`. Clients that replace the path keep the query: `/json` is at the root, too. Undefined for any
 * other path.
 */
export function readDevToolsUrl({ pathname, searchParams }: URL): DevToolsRequest | undefined {
  const jwt = searchParams.get("jwt");
  if (/^\/json(\/|$)/.test(pathname)) return { jwt, rest: pathname };
  const [, inPath, rest] = addressForm.exec(pathname) ?? [];
  return rest === undefined ? undefined : { jwt: inPath ?? jwt, rest };
}

const addressForm = new RegExp(`^${devtoolsPath}(?:/([\\w-]+\\.[\\w-]+\\.[\\w-]+))?((?:/.*)?)$`);

/** The target of a WebSocket, by what follows its address: null for the browser, undefined for what is none. */
export function targetOfPath(rest: string): string | null | undefined {
  if (rest === "" || rest === "/" || /^\/devtools\/browser(\/[\w-]*)?$/.test(rest)) return null;
  return /^\/devtools\/page\/(\w{1,64})$/.exec(rest)?.[1];
}
