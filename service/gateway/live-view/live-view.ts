// WebSockets of the live view; each is a viewer of the session's one screencast.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Clock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { type Problem, unauthorized } from "../../kernel/problem.ts";
import type { Session } from "../../sessions/session.ts";
import type { TokenClaims } from "../../sessions/session-tokens.ts";
import { LiveViewLeases } from "./live-view-leases.ts";
import { pingViewer } from "./ping-viewer.ts";
import { endViewer, serveViewer } from "./viewer.ts";
import { ViewersInControl } from "./viewers-in-control.ts";

const maxMessageBytes = 64 * 1024;

export class LiveView {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });

  readonly leases: LiveViewLeases;

  readonly #viewers = new ViewersInControl();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.leases = new LiveViewLeases(clock);
  }

  /** Accepts the connection as a viewer of `session`, until its address is ended. */
  serve(session: Session, claims: TokenClaims, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (accepted) => {
      if (claims.viewLease !== undefined) {
        const lease = this.leases.enter(claims.viewLease);
        if (lease === undefined) return endViewer(accepted, problemText(endedAddress()));
        endWith(accepted, lease);
      }
      reportViewer(accepted, session);
      pingViewer(accepted, this.#clock);
      serveViewer(accepted, session, {
        readOnly: claims.readOnly,
        viewers: this.#viewers,
        clock: this.#clock,
      });
    });
  }

  /** Accepts, sends the reason and closes: browsers hide the HTTP status of a refused WebSocket from the page. */
  refuse(problem: Problem, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (accepted) => {
      endViewer(accepted, problemText(problem));
    });
  }
}

/** Problem 401 of an address that was ended, or not renewed. */
export const endedAddress = () => unauthorized("this address of the live view has expired");

/** Disconnects a viewer whose address is ended. */
function endWith(socket: WebSocket, { signal, leave }: { signal: AbortSignal; leave: () => void }): void {
  const end = () => endViewer(socket, problemText(endedAddress()));
  signal.addEventListener("abort", end, { once: true });
  socket.once("close", () => {
    signal.removeEventListener("abort", end);
    leave();
  });
}

/** Adds the beginning and the end of a viewer's connection to the telemetry of the session. */
function reportViewer(socket: WebSocket, { telemetry, holding }: Session): void {
  const viewer = { session_id: newId() };
  const startMs = performance.now();
  const source = (event: string) => ({ kind: "kernel_api", event }) as const;
  const end = telemetry.connected({
    category: "connection",
    type: "live_view_connect",
    source: source("live_view_connect"),
    data: viewer,
  });
  const ended = () => {
    holding.removeEventListener("abort", ended);
    end({
      category: "connection",
      type: "live_view_disconnect",
      source: source("live_view_disconnect"),
      data: { ...viewer, duration_ms: Math.round(performance.now() - startMs) },
    });
  };
  // Not only when the socket has closed: by then the telemetry may be that of the next holder.
  holding.addEventListener("abort", ended, { once: true });
  socket.once("close", ended);
}

/** The message for an operator whose address cannot be opened. */
export function problemText(problem: Problem): string {
  switch (problem.status) {
    case 404:
      return "This session has ended.";
    case 401:
      return "This address is not valid, or has expired. Open the live view again from the session.";
    default:
      return "The live view cannot be shown.";
  }
}
