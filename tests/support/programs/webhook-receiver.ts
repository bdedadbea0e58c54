// A local webhook receiver that records requests and sends scripted responses.
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { listenOnFreePort } from "./free-port.ts";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The signature that a request must have by the Standard Webhooks scheme; `secret` is `whsec_` and base64. */
export function expectedSignature({ headers, body }: Received, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
}

export interface WebhookReceiver {
  port: number;
  url: string;
  received: Received[];
  /** How the next requests are answered: a status, or never. */
  answer: (how: number | "never" | "flood") => void;
  close: () => Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
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
  const { url, close } = await listenOnFreePort(server);
  return {
    port: Number(new URL(url).port),
    url: `${url}/hook`,
    received,
    answer: (next) => {
      how = next;
    },
    close,
  };
}
