// A receiver of webhooks on this machine: it keeps what came and answers as it is told.
import { createServer, type IncomingHttpHeaders } from "node:http";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface HookReceiver {
  port: number;
  url: string;
  received: Received[];
  /** How the next requests are answered: a status, or never. */
  answer: (how: number | "never" | "flood") => void;
  close: () => Promise<void>;
}

export async function startHookReceiver(): Promise<HookReceiver> {
  const received: Received[] = [];
  let how: number | "never" | "flood" = 200;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => {
      body += part.toString();
    });
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body });
      if (how === "never") return;
      if (how !== "flood") {
        response.writeHead(how, how >= 300 && how < 400 ? { location: "/elsewhere" } : {});
        response.end("thanks");
        return;
      }
      const pour = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
        if (!response.destroyed) response.once("drain", pour);
      };
      pour();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The receiver has no port.");
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    answer: (next) => {
      how = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
