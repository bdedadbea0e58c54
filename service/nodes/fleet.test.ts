import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { Access } from "../kernel/access.ts";
import { systemClock } from "../kernel/clock.ts";
import { standardPaces } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import { SessionTokens } from "../sessions/session-tokens.ts";
import { Fleet } from "./fleet.ts";

test("a node that asks again for what an earlier service gave it is not refused before the service has started", async () => {
  const fleet = new Fleet({
    databaseUrl: "postgres://127.0.0.1:9/none",
    key: "of-services",
    term: "1",
    access: new Access([], "of-services"),
    tokens: new SessionTokens(new Uint8Array(32), systemClock),
    paces: standardPaces.sharedState,
    publicUrl: () => "",
    warn() {},
    report() {},
  });
  const app = Fastify();
  onTestFinished(async () => void (await Promise.all([app.close(), fleet.close()])));
  app.setErrorHandler((error, _, reply) => {
    if (!(error instanceof Problem)) throw error;
    return reply.code(error.status).send(error.toBody());
  });
  fleet.register(app, { saveProfile: async () => {} });
  const answer = await app.inject({
    method: "POST",
    url: "/node/runs/claim",
    headers: { authorization: "Bearer of-services" },
    payload: { invocationId: "i1", node: "n1" },
  });
  expect([answer.statusCode, answer.json()]).toEqual([503, { code: "standby", message: expect.any(String) }]);
});
