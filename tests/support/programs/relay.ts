// A TCP relay between the dashboard and the API. It knows nothing of what flows through it; it lets a test cut, refuse,
// silence or slow the way between the two while both stay alive.
import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

export type RelayMode =
  | { kind: "pass" }
  /** New connections are reset at once; those that are open are cut when the mode begins. */
  | { kind: "refuse" }
  /** Connections open and stay open, and no byte moves: a host that died without a word. */
  | { kind: "blackhole" }
  /** Every chunk, in both directions, comes so much later. */
  | { kind: "delay"; ms: number };

export interface Relay {
  /** Address to use instead of the target's, without a slash at its end. */
  url: string;
  /** How many connections are open now. */
  readonly openCount: number;
  readonly mode: RelayMode;
  set: (mode: RelayMode) => void;
  /** Resets every open connection; new ones are handled according to the mode. */
  cut: () => void;
  /** Open connections stay open, and no byte moves on them any more; new ones are handled according to the mode. */
  silence: () => void;
  close: () => Promise<void>;
}

/** Starts a relay to `targetUrl` (http) on a free port of loopback. */
export async function startRelay(targetUrl: string): Promise<Relay> {
  const target = new URL(targetUrl);
  const links = new Set<Socket>();
  const waiting = new Set<() => void>();
  /** Grows with each silence; connections of before are silent. */
  let silences = 0;
  let mode: RelayMode = { kind: "pass" };

  /** Calls back when the next chunk may go on. */
  function forwardWhenAllowed(go: () => void): void {
    switch (mode.kind) {
      case "pass":
      case "refuse":
        go();
        return;
      case "blackhole":
        waiting.add(() => forwardWhenAllowed(go));
        return;
      case "delay":
        setTimeout(go, mode.ms);
    }
  }
  const gate = (since = silences) => {
    const forward = (go: () => void) => forwardWhenAllowed(() => since === silences && go());
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => forward(() => done(null, chunk)),
      flush: (done) => forward(() => done()),
    });
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (mode.kind === "refuse") {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true });
    for (const socket of [client, upstream]) {
      links.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.once("close", () => links.delete(socket));
    }
    const both = [pipeline(client, gate(), upstream), pipeline(upstream, gate(), client)];
    for (const way of both) {
      // When one end disappears, the other must be closed instead of waiting forever.
      way.catch(() => {
        client.destroy();
        upstream.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no port.");

  const cut = () => {
    for (const socket of links) socket.resetAndDestroy();
    links.clear();
  };
  const set = (next: RelayMode) => {
    mode = next;
    if (next.kind === "refuse") cut();
    const held = [...waiting];
    waiting.clear();
    for (const retry of held) retry();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    get openCount() {
      return links.size / 2;
    },
    get mode() {
      return mode;
    },
    set,
    cut,
    silence: () => {
      silences += 1;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
