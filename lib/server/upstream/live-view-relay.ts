// What a leased live view consists of, for passing it on: one page that loads nothing else, and the WebSocket at the same
// address with `/socket` behind its path.
import "server-only";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Duplex } from "node:stream";
import { containsSecret } from "../kernel/known-secrets.ts";
import { deadlines } from "../kernel/paces.ts";
import { sendToLiveView } from "./live-view.ts";
import { headerOf } from "./send.ts";
import { badAnswer, failureOfTransport, timedOut } from "./upstream-failure.ts";

const maxPageBytes = 256 * 1024;

/** The page, and the nonce of its own scripts and styles. */
export interface LiveViewPage {
  html: Buffer;
  nonce: string;
}

/** Reads the page of a leased live view. Throws an UpstreamFailure. */
export async function readLiveViewPage(address: string): Promise<LiveViewPage> {
  const answer = await sendToLiveView(address, "GET", "text/html");
  if (answer === undefined) throw badAnswer("a live view outside its own address");
  const { headers, bytes: html } = answer;
  const type = headerOf(headers, "content-type") ?? "";
  const policy = headerOf(headers, "content-security-policy") ?? "";
  const [, nonce] = /(?:^|; *)script-src 'nonce-([\w+/-]{16,88}={0,2})'/.exec(policy) ?? [];
  if (!/^text\/html\b/i.test(type) || nonce === undefined || html.length > maxPageBytes)
    throw badAnswer("a live view that is not a page with its own content security policy");
  if (containsSecret(html.toString("utf8"))) throw badAnswer("a live view with the dashboard's own token");
  return { html, nonce };
}

/** An open WebSocket of a live view, before its first frame is read. */
export interface LiveViewSocket {
  /** The `Sec-WebSocket-Accept` of the answer. */
  accept: string;
  socket: Duplex;
  /** What came right behind the answer. */
  head: Buffer;
}

/** Opens the WebSocket of a leased live view with the key that a client sent. Its frames are not read: whoever gets it
 *  passes on bytes. Throws an UpstreamFailure. */
export function connectLiveView(
  address: string,
  { key, readOnly }: { key: string; readOnly: boolean },
): Promise<LiveViewSocket> {
  const url = new URL(address);
  url.pathname += "/socket";
  if (readOnly) url.searchParams.set("readOnly", "true");
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const opening = send(url, {
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": key,
        "user-agent": "fleetdeck",
      },
    });
    const late = setTimeout(() => opening.destroy(timedOut()), deadlines.upstream.liveView.headersMs);
    const refused = (failure: Error) => {
      clearTimeout(late);
      opening.destroy();
      reject(failure);
    };
    opening.on("error", (error) => refused(failureOfTransport(error)));
    opening.once("response", () => refused(badAnswer("a live view without a WebSocket")));
    opening.once("upgrade", ({ headers }: IncomingMessage, socket: Duplex, head: Buffer) => {
      clearTimeout(late);
      const accept = headerOf(headers, "sec-websocket-accept") ?? "";
      if (/^[A-Za-z0-9+/]{27}=$/.test(accept)) return resolve({ accept, socket, head });
      socket.destroy();
      reject(badAnswer("a live view whose WebSocket handshake is not valid"));
    });
    opening.end();
  });
}
