import { createServer, type RequestListener } from "node:http";
import { afterAll } from "vitest";
import { listenOnFreePort } from "./free-port.ts";

/** One page for every address; `/cookie` also sets one cookie of the session and one that lasts. */
const anyPage: RequestListener = (request, response) => {
  response.setHeader("content-type", "text/html");
  if (request.url === "/cookie") {
    response.setHeader("set-cookie", ["short=1; path=/", "long=1; path=/; max-age=9999"]);
  }
  response.end(`<title>${request.url}</title><body style="height: 5000px">`);
};

/** Serves a site until the tests of the file have ended. */
export async function siteForTests(listener: RequestListener = anyPage): Promise<{ url: string }> {
  const { url, close } = await listenOnFreePort(createServer(listener));
  afterAll(close);
  return { url };
}
