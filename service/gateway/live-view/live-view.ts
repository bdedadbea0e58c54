// The live view of sessions: its sockets, each a viewer of the session's one screencast.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { Problem } from "../../domain/problem.ts";
import type { Session } from "../../domain/session.ts";
import { endViewer, serveViewer } from "./viewer.ts";

const maxMessageBytes = 64 * 1024;

export class LiveView {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });

  /** Makes the connection a viewer of `session`. */
  serve(session: Session, readOnly: boolean, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (accepted) => {
      serveViewer(accepted, session, session.screencast, readOnly);
    });
  }

  /** A page cannot see the status of a refused socket: it is let in to be told, and closed. */
  refuse(problem: Problem, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (accepted) => {
      endViewer(accepted, sentence(problem));
    });
  }
}

/** What an operator reads about an address that does not open. */
export function sentence(problem: Problem): string {
  switch (problem.status) {
    case 404:
      return "This session has ended.";
    case 401:
      return "This address is not valid, or not any more. Open the live view again from the session.";
    default:
      return "The live view cannot be shown.";
  }
}
