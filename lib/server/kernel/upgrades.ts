// Connections that leave HTTP, such as WebSockets. The custom server receives them, and what serves them is loaded with the
// framework's bundle: it registers here.
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { perProcess } from "./per-process.ts";

/** A request for another protocol, its connection, and the bytes that came after the request. */
export interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

/** Takes over the connection. Never rejects. */
type UpgradeHandler = (upgrade: Upgrade) => Promise<void>;

/** By path. */
const handlers = perProcess("upgrades", () => new Map<string, UpgradeHandler>());

/** Registers what serves the upgrades at a path. */
export function onUpgrade(path: string, handle: UpgradeHandler): void {
  handlers().set(path, handle);
}

/** What serves the upgrades at the path of a request target; undefined: nothing does. */
export const upgradeHandlerOf = (target: string | undefined): UpgradeHandler | undefined =>
  handlers().get(target?.split("?", 1)[0] ?? "");

/** Answers an upgrade with an error status and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.on("error", () => socket.destroy());
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`;
  socket.end(`${head}\r\nConnection: close\r\nCache-Control: no-store\r\nContent-Length: 0\r\n\r\n`);
}
