// Passes the WebSocket of a live view on between an operator's browser and the API, byte by byte. The page that opens it has
// no origin and no cookies, so that the ticket in its address says whose it is; that sign-in is checked here and while it
// is connected.
import "server-only";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { liveViewQuery } from "../../bff/operations/browsers.ts";
import { hasRole } from "../../bff/roles.ts";
import { decodeQuery, InvalidInput } from "../../contract/request.ts";
import { endWithSignIn } from "../auth/end-with-sign-in.ts";
import { operationRoles } from "../auth/operation-roles.ts";
import { type Credential, recheck } from "../auth/require-operator.ts";
import { logFault } from "../kernel/log.ts";
import { deadlines } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { Problem } from "../kernel/problem.ts";
import { onShutdown } from "../kernel/shutdown.ts";
import { refuseUpgrade, type Upgrade } from "../kernel/upgrades.ts";
import { connectLiveView } from "../upstream/live-view-relay.ts";
import { readLiveViewTicket } from "./live-view-ticket.ts";

export const liveViewSocketPath = "/api/live-view/socket";

/** Connections at a time, of one sign-in and altogether. */
const mostOfSignIn = 12;
const mostOfProcess = 500;

/** The sign-in of each connection. */
const connections = perProcess("live-view-connections", () => new Set<Credential>());

/** The key of a WebSocket handshake. Throws a Problem for a request that is not one, or not from our page: that has no
 *  origin, which a browser says as `null`. */
function keyOf({ method, headers }: IncomingMessage): string {
  const key = headers["sec-websocket-key"] ?? "";
  const isHandshake =
    method === "GET" &&
    headers.upgrade?.toLowerCase() === "websocket" &&
    headers["sec-websocket-version"] === "13" &&
    /^[A-Za-z0-9+/]{22}==$/.test(key);
  if (!isHandshake) throw new Problem(400, "bad_request", "This is not a WebSocket handshake.");
  if (headers.origin !== "null")
    throw new Problem(403, "wrong_origin", "This request did not come from a live view.");
  return key;
}

/** Throws a Problem unless the sign-in is valid and has the role. */
async function authorize(credential: Credential): Promise<void> {
  const operator = await recheck(credential);
  if (operator === undefined) throw new Problem(401, "not_signed_in", "Sign in to continue.");
  if (!hasRole(operator.role, operationRoles.showLiveView))
    throw new Problem(403, "role_too_low", "A live view needs the operator role.");
}

/** Counts a connection until it closes. Throws a Problem at either limit. */
function enter(credential: Credential, socket: Duplex): void {
  const open = connections();
  const own = [...open].filter(
    ({ sid, tokenId }) => sid === credential.sid && tokenId === credential.tokenId,
  );
  if (own.length >= mostOfSignIn || open.size >= mostOfProcess)
    throw new Problem(503, "too_many_streams", "Too many live views are open. Close one.");
  open.add(credential);
  socket.once("close", () => open.delete(credential));
}

/** Passes bytes on at the pace of the slower side. When `from` ends, `to` gets what is left and then closes; when it breaks
 *  off, so does `to`. */
function pass(from: Duplex, to: Duplex): void {
  from.on("error", () => to.destroy());
  from.once("close", () => {
    if (from.readableEnded) setTimeout(() => to.destroy(), deadlines.live.farewellMs).unref();
    else to.destroy();
  });
  from.pipe(to);
}

async function relay({ request, socket, head }: Upgrade): Promise<void> {
  const key = keyOf(request);
  const { searchParams } = new URL(request.url ?? "/", "http://dashboard");
  const { view, readOnly } = decodeQuery(liveViewQuery, searchParams, "refuse");
  const ticket = readLiveViewTicket(view);
  if (ticket === undefined) throw new Problem(404, "no_live_view", "This is not the address of a live view.");
  await authorize(ticket.credential);
  enter(ticket.credential, socket);
  const api = await connectLiveView(ticket.address, { key, readOnly: readOnly === "true" });
  if (socket.destroyed) return void api.socket.destroy();
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${api.accept}\r\n\r\n`,
  );
  socket.write(api.head);
  api.socket.write(head);
  pass(socket, api.socket);
  pass(api.socket, socket);
  endWithSignIn(socket, ticket.credential, operationRoles.showLiveView);
  socket.once(
    "close",
    onShutdown(() => socket.destroy()),
  );
}

/** Serves one upgrade at `liveViewSocketPath`. */
export async function relayLiveView(upgrade: Upgrade): Promise<void> {
  const { socket } = upgrade;
  socket.on("error", () => socket.destroy());
  await relay(upgrade).catch((error: unknown) => {
    if (error instanceof InvalidInput) return refuseUpgrade(socket, 400);
    if (error instanceof Problem) return refuseUpgrade(socket, error.status);
    logFault("a live view could not be relayed", error);
    refuseUpgrade(socket, 500);
  });
}
