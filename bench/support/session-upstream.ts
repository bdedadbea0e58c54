// A child process: an API with living sessions whose browsers write logs, and whose pages make requests and change. It
// counts its open streams and what it has sent, and reports both on each message; one with `linesPerSecond` sets how fast
// each log grows from then on.
import { createServer, type ServerResponse } from "node:http";
import { pagingHeaders } from "../../lib/contract/paging.ts";
import { pngOf } from "../../tests/support/png.ts";

const sessionCount = 50;
let linesPerSecond = 2;
const requestsPerSecond = 5;
const pictureEverySeconds = 5;

const on = { enabled: true };
const createdAt = new Date().toISOString();
const sessions = Array.from({ length: sessionCount }, (_, at) => ({
  session_id: `session${String(at).padStart(3, "0")}`,
  created_at: createdAt,
  headless: true,
  stealth: false,
  timeout_seconds: 3_600,
  cdp_ws_url: "ws://127.0.0.1:1/",
  telemetry: { browser: { network: on, console: on, page: on, screenshot: on } },
}));
const picture = (number: number) => pngOf(320 + (number % 2), 200, 60_000).toString("base64");
const responseBody = JSON.stringify({ items: "x".repeat(2_000) });

let sent = { lines: 0, events: 0, streams: 0 };
const headers = {
  "content-type": "application/json",
  ...pagingHeaders({ limit: 100, offset: 0, hasMore: false, nextOffset: 0 }),
};

function every(response: ServerResponse, perSecond: number, write: (number: number) => void): void {
  let number = 0;
  const timer = setInterval(() => write(++number), 1_000 / perSecond);
  sent = { ...sent, streams: sent.streams + 1 };
  response.on("close", () => {
    clearInterval(timer);
    sent = { ...sent, streams: sent.streams - 1 };
  });
}

function followLog(response: ServerResponse): void {
  every(response, linesPerSecond, (number) => {
    sent = { ...sent, lines: sent.lines + 1 };
    const message = `[4242:4242:1123/000000:INFO:page.cc(${number % 90})] the page has shown item ${number} of its list`;
    response.write(
      `data: ${JSON.stringify({ event: "log", timestamp: new Date().toISOString(), message })}\n\n`,
    );
  });
}

function followTelemetry(response: ServerResponse): void {
  let seq = 0;
  const send = (category: string, type: string, data: object) => {
    seq += 1;
    const event = { category, type, ts: Date.now() * 1_000, source: { kind: "cdp" }, data };
    sent = { ...sent, events: sent.events + 1 };
    response.write(`id: ${seq}\ndata: ${JSON.stringify({ seq, event })}\n\n`);
  };
  const type = { "content-type": "application/json", date: new Date().toUTCString() };
  every(response, requestsPerSecond, (number) => {
    const request = {
      target_id: "t",
      request_id: `r${number}`,
      method: "GET",
      url: `https://shop.test/api/${number}`,
    };
    send("network", "network_request", {
      ...request,
      headers: { accept: "application/json", cookie: "a=1" },
    });
    send("network", "network_response", { ...request, status: 200, headers: type, body: responseBody });
    if (number % (requestsPerSecond * pictureEverySeconds) === 0)
      send("screenshot", "monitor_screenshot", { png: picture(number) });
  });
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://upstream");
  const [, noun, id, ...rest] = pathname.split("/");
  const what = rest.join("/");
  if (what === "logs/stream" || what === "telemetry/stream") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    if (what === "telemetry/stream") followTelemetry(response);
    else if (searchParams.get("follow") === "true") followLog(response);
    else response.end();
    return;
  }
  const session = sessions.find((each) => each.session_id === id);
  const body = noun !== "browsers" ? [] : id === undefined ? sessions : what === "" ? session : [];
  response.writeHead(200, headers).end(JSON.stringify(body));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.send?.({ port: address?.port });
});
process.on("message", (message) => {
  if (typeof message === "object" && message !== null && "linesPerSecond" in message)
    linesPerSecond = Number(message.linesPerSecond);
  process.send?.(sent);
});
process.once("disconnect", () => process.exit(0));
