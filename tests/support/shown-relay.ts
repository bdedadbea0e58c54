// An API with the operations that the specification shows and no other: in front of the service, everything else is 404.
import { createServer, request } from "node:http";
import { allOperations } from "../../lib/contract/operations.ts";

const shown = allOperations
  .filter((operation) => operation.shown)
  .map(({ method, path }) => ({ method, path: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`) }));

/** Starts on a free port of loopback. */
export async function startShownRelay(
  targetUrl: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((incoming, answer) => {
    const { method = "GET", url = "/", headers } = incoming;
    const [path = ""] = url.split("?");
    if (!shown.some((each) => each.method === method && each.path.test(path))) {
      incoming.resume();
      answer.writeHead(404, { "content-type": "application/json" });
      answer.end(JSON.stringify({ code: "not_found", message: "no such operation" }));
      return;
    }
    const onward = request(`${targetUrl}${url}`, { method, headers }, (upstream) => {
      answer.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    answer.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
