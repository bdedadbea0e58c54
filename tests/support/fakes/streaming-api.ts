// The little of the API that streams behind reverse proxies need.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { WebSocketServer } from "ws";

/** An API with `session1`, one log that is followed and one live view, and which counts the bytes of uploads. */
export function createStreamingApi() {
  const followers = new Set<ServerResponse>();
  const uploads: number[] = [];
  const answer = (incoming: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(incoming.url ?? "", "http://api");
    const json = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const liveView = `http://${incoming.headers.host}/browser/remote?jwt=x`;
    if (pathname === "/browsers/session1" && incoming.method === "GET")
      json(200, { session_id: "session1", browser_live_view_url: liveView });
    else if (pathname === "/browser/remote") json(201, { url: liveView });
    else if (incoming.method === "POST") {
      let bytes = 0;
      incoming.on("data", (part: Buffer) => {
        bytes += part.length;
      });
      incoming.on("end", () => {
        uploads.push(bytes);
        response.writeHead(201).end();
      });
    } else if (pathname.endsWith("/logs/stream")) {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      if (searchParams.get("follow") === "true") followers.add(response);
      else response.end();
    } else response.writeHead(200, { "content-type": "application/json" }).end("[]");
  };
  const write = (message: string) => {
    const event = { event: "log", timestamp: new Date().toISOString(), message };
    for (const follower of followers) follower.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  const server = createServer(answer);
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (incoming, socket, head) =>
    sockets.handleUpgrade(incoming, socket, head, (accepted) => {
      accepted.on("message", (data) => accepted.send(`received ${data}`));
      accepted.send("hello");
    }),
  );
  return { server, followers, uploads, write };
}
