import { expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { invocationRoutes } from "./invocation-routes.ts";
import type { Invocations } from "./invocations.ts";

test("a synchronous invocation knows when its client leaves", async () => {
  const row = { id: "i1", action_name: "search", status: "failed", status_reason: "left", output: null };
  const invocations = {
    createAndWait: (_: unknown, left: AbortSignal) =>
      new Promise((resolve) => left.addEventListener("abort", () => resolve(row))),
  };
  const routes = invocationRoutes(invocations as unknown as Invocations);
  const route = routes.find(({ operation }) => operation === operations.createInvocation);
  const client = new AbortController();
  const answer = route?.handle({ body: { async: false }, signal: client.signal } as never);
  client.abort();
  expect(await answer).toMatchObject({ status: 200, body: { id: "i1", status: "failed" } });
});
