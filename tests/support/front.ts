// What stands in front of replicas, as a proxy of a house would: one origin, every request to the next replica that
// takes connections. Each replica has a door of its own besides, for a test that means that one.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { listenAnywhere, passOn } from "./pass-on.ts";

export interface Front {
  /** The one origin. */
  url: string;
  /** By replica: what comes through it reaches that one only, as if through `url`. */
  doors: readonly string[];
  close: () => Promise<void>;
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Listens in front of the replicas on these ports of loopback, which need not be there yet. */
export async function startFront(ports: readonly number[]): Promise<Front> {
  let turn = 0;
  const toNext = async (incoming: IncomingMessage, answer: ServerResponse) => {
    turn += 1;
    for (let tried = 0; tried < ports.length; tried += 1) {
      const port = ports[(turn + tried) % ports.length] ?? 0;
      if (await takesConnections(port)) return passOn(`http://127.0.0.1:${port}`, incoming, answer);
    }
    answer.destroy();
  };
  const front = await listenAnywhere(
    createServer((incoming, answer) => {
      toNext(incoming, answer).catch(() => answer.destroy());
    }),
  );
  const doors = await Promise.all(
    ports.map((port) =>
      listenAnywhere(
        createServer((incoming, answer) => {
          incoming.headers.host = new URL(front.url).host;
          if (incoming.headers.origin !== undefined) incoming.headers.origin = front.url;
          passOn(`http://127.0.0.1:${port}`, incoming, answer);
        }),
      ),
    ),
  );
  return {
    url: front.url,
    doors: doors.map(({ url }) => url),
    close: async () => {
      await Promise.all([front, ...doors].map((each) => each.close()));
    },
  };
}
