import { createServer, type ServerResponse } from "node:http";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { listenOnFreePort } from "../../../tests/support/programs/free-port.ts";
import { waitUntil } from "../../../tests/support/wait-until.ts";
import { openDeploymentProgress } from "./deployment-progress.ts";
import { openProcessOutput } from "./process-output.ts";
import { outputLimits } from "./stream-limits.ts";

const served = new Set<ServerResponse>();
const api = await listenOnFreePort(
  createServer((request, response) => {
    if (request.url?.includes("/gone/")) return void response.writeHead(404).end("{}");
    served.add(response);
    response.once("close", () => served.delete(response));
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  }),
);
afterAll(() => api.close());
vi.mock("../kernel/env.ts", async (original) => ({
  ...(await original<object>()),
  env: () => ({ apiBaseUrl: api.url }),
  readApiToken: () => "output-count-test-token",
}));

let stop = new AbortController();
afterEach(async () => {
  stop.abort();
  stop = new AbortController();
  await waitUntil("all have left", () => served.size === 0);
});

const follow = (username: string, id = "s1") =>
  openProcessOutput({
    params: { id, process_id: "p1" },
    operator: { sid: username, username },
    signal: stop.signal,
  });
const followDeployment = (username: string) =>
  openDeploymentProgress({
    params: { id: "d1" },
    operator: { sid: username, username },
    signal: stop.signal,
  });
const refusal = expect.objectContaining({ status: 503, code: "too_many_streams", retryAfterSeconds: 5 });

it("gives an operator outputs of commands and deployments up to a limit, and another one once one is left (T45)", async () => {
  const [first, ...others] = await Promise.all(
    Array.from({ length: outputLimits.perOperator - 1 }, () => follow("ann")),
  );
  await followDeployment("ann");
  await expect(follow("ann")).rejects.toEqual(refusal);
  await expect(followDeployment("ann")).rejects.toEqual(refusal);
  expect(served.size).toBe(outputLimits.perOperator);
  await follow("bob");
  await first?.cancel();
  await waitUntil("one has left", () => served.size === outputLimits.perOperator);
  await follow("ann");
  await expect(follow("ann")).rejects.toEqual(refusal);
  expect(others).toHaveLength(outputLimits.perOperator - 2);
});

it("counts no output that was refused or whose client has left (T50)", async () => {
  for (let time = 0; time <= outputLimits.perOperator; time += 1)
    await expect(follow("cleo", "gone")).rejects.toMatchObject({ status: 404 });
  const open = await Promise.all(Array.from({ length: outputLimits.perOperator }, () => follow("cleo")));
  stop.abort();
  stop = new AbortController();
  await waitUntil("all have left", () => served.size === 0);
  expect(open).toHaveLength(outputLimits.perOperator);
  await follow("cleo");
});
