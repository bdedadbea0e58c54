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

/** The target of a WebSocket path: null for the browser, undefined for a path that is none of DevTools. */
export function targetOfPath(pathname: string): string | null | undefined {
  if (!pathname.startsWith(devtoolsPath)) return undefined;
  const rest = pathname.slice(devtoolsPath.length);
  if (rest === "" || /^\/devtools\/browser(\/[\w-]*)?$/.test(rest)) return null;
  return /^\/devtools\/page\/(\w{1,64})$/.exec(rest)?.[1];
}
