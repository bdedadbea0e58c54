// Upgrades of connections. One path is served, the relay of live views; every other is refused before anything reads it.
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { isShuttingDown } from "../lib/server/kernel/shutdown.ts";
import { refuseUpgrade, upgradeHandlerOf } from "../lib/server/kernel/upgrades.ts";
import { type Refusal, stripInternalHeaders } from "./request-guard.ts";

/** Offers of other protocols (h2c, which some clients send with every request) are ignored, as RFC 9110 allows. */
export const offersWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === "websocket";

/** Serves the upgrades of a server. `pathOf`: the target of a request below the base path. `refusalOf`: as of every other
 *  request. `others`: what happens to those that nothing serves here; "leave" lets another listener have them. */
export function serveUpgrades(
  server: Pick<Server, "on">,
  {
    pathOf,
    refusalOf,
    others,
  }: {
    pathOf: (target: string | undefined) => string | undefined;
    refusalOf: (request: IncomingMessage) => Refusal | undefined;
    others: "end" | "leave";
  },
): void {
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const handle = upgradeHandlerOf(pathOf(request.url));
    if (handle === undefined) {
      if (others === "end") socket.destroy();
      return;
    }
    const refusal = refusalOf(request);
    if (refusal !== undefined) return refuseUpgrade(socket, refusal.status);
    if (isShuttingDown()) return refuseUpgrade(socket, 503);
    stripInternalHeaders(request.headers);
    void handle({ request, socket, head });
  });
}
