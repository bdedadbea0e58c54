import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { Access } from "../kernel/access.ts";
import { Problem } from "../kernel/problem.ts";
import { SessionTokens } from "../sessions/session-tokens.ts";
import { nodeTarget } from "./fleet-routing.ts";

const tokens = new SessionTokens(new Uint8Array(32), new ManualClock());
const deps = {
  access: new Access([{ token: "of-a-client", scope: "all" }]),
  tokens,
  key: "of-services",
  goneNodeOf: async () => undefined,
  nodeOf() {
    throw new Problem(503, "node_unreachable", "the node of the session s1 is not connected");
  },
};
const targetOf = async (url: string, token?: string) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return await nodeTarget(deps, { url, headers } as IncomingMessage);
};

test("a session whose node is not known yet is not answered here, and strangers do not learn of it", async () => {
  const unknown = { status: 503, code: "node_unreachable" };
  const jwt = tokens.sign({ sessionId: "s1", purpose: "cdp", lease: "l1", readOnly: false });
  await expect(targetOf("/browsers/s1/process/exec", "of-a-client")).rejects.toMatchObject(unknown);
  await expect(targetOf(`/browser/cdp?jwt=${jwt}`)).rejects.toMatchObject(unknown);
  for (const token of [undefined, "of-another"])
    await expect(targetOf("/browsers/s1/process/exec", token)).rejects.toMatchObject({ status: 401 });
  expect(await targetOf("/browser/cdp?jwt=none")).toBeUndefined();
  expect(await targetOf("/browsers", "of-a-client")).toBeUndefined();
});
