// Every operation of the dashboard, by every role, with input that fits it, nearly fits it and is nothing of the kind. The
// API behind it answers well, so that the dashboard has no excuse for an answer of 500.
import { Agent } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { ownOperations } from "../../../lib/bff/operations/operations.ts";
import { roles } from "../../../lib/bff/roles.ts";
import type { Operation } from "../../../lib/contract/operation.ts";
import { operations } from "../../../lib/contract/operations/operations.ts";
import { operationRoles } from "../../../lib/server/auth/operation-roles.ts";
import { type FaultyApi, startFaultyApi } from "../fakes/faulty-api.ts";
import { bodiesOf, limitBody, paramsOf, queriesOf } from "../http-fuzz.ts";
import { type RawAnswer, sendRawRequest } from "../programs/raw-http.ts";
import { expectTemplateHits } from "../repeated-requests.ts";
import { type RunningDashboard, startDashboard } from "./dashboard.ts";

const token = "dashboard-fuzz-token-1";
/** It would end the sign-in that the other requests use. */
const excluded = new Set(["signOut"]);
const byId = new Map<string, Operation>(Object.entries({ ...operations, ...ownOperations }));
const tested = Object.keys(operationRoles).flatMap((id) => {
  const operation = byId.get(id);
  return operation === undefined || excluded.has(id) ? [] : [operation];
});
/** What the API behind the dashboard has, and what the dashboard's own lists may have. */
const ids = [
  "session1",
  "inv1",
  "pool1",
  "proxy1",
  "profile1",
  "replay1",
  "process1",
  "app1",
  "1",
  "2",
  "log-pane",
];
const problem = z.object({ code: z.string(), message: z.string(), request_id: z.string() });
/** Answers that blame the API. */
const blamesApi = /^(upstream_\w+|operation_absent|live_view_refused)$/;

let api: FaultyApi;
let dashboard: RunningDashboard;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const cookies = new Map<string, string>();
/** Answers by what they are, printed at the end. */
const answered = new Map<string, number>();

function count({ status }: RawAnswer): void {
  const kind = status >= 500 ? "5xx that blame the API" : `${Math.floor(status / 100)}xx`;
  answered.set(kind, (answered.get(kind) ?? 0) + 1);
}

function describeAnswers(): string {
  const sum = [...answered.values()].reduce((total, each) => total + each, 0);
  const kinds = [...answered].sort(([one], [other]) => one.localeCompare(other));
  return `fuzz: ${sum} answers: ${kinds.map(([kind, each]) => `${each} ${kind}`).join(", ")}`;
}

async function start(): Promise<void> {
  api = await startFaultyApi({ token });
  dashboard = await startDashboard({ apiBaseUrl: api.url, token, variables: { RECORDER: "off" } });
  for (const role of roles) cookies.set(role, (await dashboard.signedIn(role)).cookieHeader());
}

async function stop(): Promise<void> {
  agent.destroy();
  console.log(describeAnswers());
  await dashboard.stop();
  await api.close();
  expectTemplateHits(api);
}

/** Whether a client or a server may shorten the address, so that another operation or a page is reached. */
const isShortened = (address: string) => address.split("/").some((part) => part === "." || part === "..");

function expectOrderly(answer: RawAnswer, what: string): void {
  expect(answer.body, what).not.toMatch(/node_modules|\n\s+at .+:\d+:\d+/);
  if (answer.status < 400) return;
  expect(answer.headers.get("content-type"), `${what}: ${answer.body}`).toMatch(/^application\/json/);
  const { code } = problem.parse(JSON.parse(answer.body));
  if (answer.status >= 500) expect(code, `${what}: ${answer.body}`).toMatch(blamesApi);
}

/** One request of a random role, with input from the operation's own schemas or none of the kind. */
const requestsTo = (operation: Operation) =>
  fc.record({
    role: fc.constantFrom(...roles, "anonymous"),
    params: paramsOf(operation),
    query: queriesOf(operation),
    body: bodiesOf(operation).map((body) => limitBody(operation, body)),
  });

/** Tests of every operation, in the file that calls this; about `requests` requests altogether. */
export function describeDashboardFuzz({ seed, requests }: { seed: number; requests: number }): void {
  describe.concurrent("the dashboard", () => {
    beforeAll(start);
    afterAll(stop);
    test.each(tested)("$id answers whatever comes to whoever sends it", (operation) => {
      const headOnly = Object.values(operation.answers).some((answer) => answer?.kind === "events");
      return fc.assert(
        fc.asyncProperty(requestsTo(operation), async ({ role, params, query, body }) => {
          const address = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
            const choice = params[name];
            return encodeURIComponent(
              typeof choice === "string" ? choice : (ids[(choice?.at ?? 0) % ids.length] ?? ""),
            );
          });
          const path = `/api${address}${query === "" ? "" : `?${query}`}`;
          const headers = {
            origin: dashboard.url,
            cookie: cookies.get(role) ?? "",
            ...(body.type === undefined ? {} : { "content-type": body.type }),
          };
          const request = { method: operation.method, path, headers, body: body.body, headOnly };
          const answer = await sendRawRequest(dashboard.url, request, agent);
          const what = `${role} ${operation.method} ${path}`;
          if (isShortened(address)) expect(answer.status, what).toBeLessThan(500);
          else expectOrderly(answer, what);
          count(answer);
        }),
        { seed, numRuns: Math.ceil(requests / tested.length) },
      );
    });
  });
}
