// An API with the operations that the specification shows and no other: in front of the service, everything else is 404.
import { createServer } from "node:http";
import { allOperations } from "../../lib/contract/operations.ts";
import { listenAnywhere, passOn } from "./pass-on.ts";

const shown = allOperations
  .filter((operation) => operation.shown)
  .map(({ method, path }) => ({ method, path: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`) }));

/** Starts on a free port of loopback. */
export async function startShownRelay(
  targetUrl: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((incoming, answer) => {
    const { method = "GET", url = "/" } = incoming;
    const [path = ""] = url.split("?");
    if (!shown.some((each) => each.method === method && each.path.test(path))) {
      incoming.resume();
      answer.writeHead(404, { "content-type": "application/json" });
      answer.end(JSON.stringify({ code: "not_found", message: "no such operation" }));
      return;
    }
    passOn(targetUrl, incoming, answer);
  });
  return await listenAnywhere(server);
}
