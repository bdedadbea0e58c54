import { once } from "node:events";
import { createServer } from "node:http";
import { z } from "zod";

/** A site of one page for every address; `/cookie` also sets one cookie of the session and one that lasts. */
export async function startSite() {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    if (request.url === "/cookie") {
      response.setHeader("set-cookie", ["short=1; path=/", "long=1; path=/; max-age=9999"]);
    }
    response.end(`<title>${request.url}</title><body style="height: 5000px">`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
