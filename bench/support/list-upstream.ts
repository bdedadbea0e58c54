// A child process: an API that answers every list of invocations with the same 100 and every other request with an
// empty list. It counts its requests and reports the count on each message.
import { createServer } from "node:http";
import { pagingHeaders } from "../../lib/contract/paging.ts";

const count = 100;
const invocations = Array.from({ length: count }, (_, at) => ({
  id: `inv_${at.toString(36).padStart(12, "0")}`,
  app_name: "storefront",
  version: `v${at % 4}`,
  action_name: "search",
  status: at % 9 === 0 ? "failed" : "succeeded",
  started_at: new Date(Date.UTC(2026, 10, 21) - at * 1_000).toISOString(),
  finished_at: new Date(Date.UTC(2026, 10, 21) - at * 1_000 + 700).toISOString(),
  status_reason: null,
  payload: JSON.stringify({ query: `term ${at}`, note: "x".repeat(120) }),
  output: JSON.stringify({ ok: true, found: "y".repeat(120) }),
}));
const body = JSON.stringify(invocations);
const headers = {
  "content-type": "application/json",
  ...pagingHeaders({ limit: count, offset: 0, hasMore: false, nextOffset: 0 }),
};
let requests = 0;

const server = createServer((request, response) => {
  const lists = request.url?.startsWith("/invocations") === true;
  requests += 1;
  response.writeHead(200, headers).end(lists ? body : "[]");
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.send?.({ port: address?.port });
});
process.on("message", () => process.send?.({ requests }));
process.once("disconnect", () => process.exit(0));
