// Opens the WebSocket of a relayed live view as its page does: without cookies, from a document without an origin.
import { WebSocket } from "ws";
import { z } from "zod";
import type { Visitor } from "../dashboard/dashboard.ts";
import { waitUntil } from "../wait-until.ts";

/** The address of a session's live view, as the dashboard gives it to an operator. */
export async function liveViewAddress(visitor: Visitor, sessionId: string): Promise<string> {
  const reply = await visitor.send("POST", `/api/browsers/${sessionId}/live-view`);
  return z.object({ url: z.string() }, `${reply.status} ${reply.text}`).parse(reply.json).url;
}

interface SocketOptions {
  /** "null" unless given; undefined: none. */
  origin?: string | undefined;
  headers?: Record<string, string>;
}

/** The address of the socket that the page at `address` opens. */
export const liveViewSocketOf = (address: string) => address.replace("/live-view?", "/live-view/socket?");

/** Opens a WebSocket at the dashboard; resolves to it with what it receives, or to the status of a refusal, 0 for a
 *  connection that was closed without an answer. */
export function openSocket(base: string, target: string, { headers, ...given }: SocketOptions = {}) {
  const origin = "origin" in given ? given.origin : "null";
  const socket = new WebSocket(`${base.replace("http", "ws")}${target}`, {
    // Certificates of tests are signed by themselves.
    rejectUnauthorized: false,
    headers: { ...(origin === undefined ? {} : { origin }), ...headers },
  });
  const messages: string[] = [];
  let pictures = 0;
  let closed = false;
  socket.on("message", (data, isBinary) => {
    if (isBinary) {
      pictures += 1;
      // As the page does once it has drawn one.
      socket.send('{"type":"ready"}');
    } else messages.push(String(data));
  });
  socket.once("close", () => {
    closed = true;
  });
  const viewer = { socket, messages, isClosed: () => closed, pictures: () => pictures };
  return new Promise<typeof viewer | number>((resolve) => {
    socket.once("open", () => resolve(viewer));
    socket.once("unexpected-response", (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.on("error", () => resolve(0));
  });
}

/** A viewer at the address of a live view, once it is connected. */
export async function viewLive(base: string, address: string) {
  const viewer = await openSocket(base, liveViewSocketOf(address));
  if (typeof viewer === "number") throw new Error(`the live view was refused with ${viewer}`);
  await waitUntil("the viewer is connected", () => viewer.messages.some((text) => text.includes("hello")));
  return viewer;
}
