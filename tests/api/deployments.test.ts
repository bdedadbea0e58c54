// An archive goes through the dashboard to the service, is deployed, and its action runs.
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { envVarPart } from "../../lib/bff/deployment-upload.ts";
import { deployment } from "../../lib/contract/deployments.ts";
import { startDashboard, type Visitor } from "../support/dashboard/dashboard.ts";
import { lightChromium } from "../support/programs/launch-options.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { zipOf } from "../support/zip.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium });
const dashboard = await startDashboard({
  apiBaseUrl: service.url,
  token: service.bearer,
  variables: { RECORDER: "off" },
});
afterAll(() => dashboard.stop());
const operator = await dashboard.signedIn("operator");

const code = (greeting: string) => `
  import { app } from "fleetdeck";
  export const greeter = app("greeter").action("greet", () => "${greeting} " + process.env.WHO);
`;
const archive = (greeting: string) => zipOf([{ name: "src/app.ts", content: code(greeting) }]);

async function deploy(
  visitor: Visitor,
  content: Uint8Array,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const type = "application/octet-stream";
  form.append("file", new File([new Uint8Array(content)], "greeter.zip", { type }));
  const answer = await fetch(`${dashboard.url}/api/deployments`, {
    method: "POST",
    headers: { cookie: visitor.cookieHeader(), origin: dashboard.url, ...headers },
    body: form,
  });
  const json: unknown = await answer.json();
  return { status: answer.status, json, text: JSON.stringify(json) };
}

async function eventsOf(visitor: Visitor, id: string): Promise<unknown[]> {
  const reply = await visitor.get(`/api/deployments/${id}/events`);
  expect([reply.status, reply.headers["content-type"]]).toEqual([200, "text/event-stream; charset=utf-8"]);
  return reply.text
    .split("\n\n")
    .filter((part) => part.startsWith("data: "))
    .map((part) => JSON.parse(part.slice("data: ".length)));
}

const fields = {
  version: "v1",
  entrypoint_rel_path: "src/app.ts",
  [envVarPart("WHO")]: "a value that is nobody's business",
};

describe("an archive", () => {
  it("is deployed once, followed to its end, and invoked (T01, T39)", async () => {
    const key = { "idempotency-key": crypto.randomUUID() };
    const made = await deploy(operator, archive("Hello"), fields, key);
    expect(made.status, made.text).toBe(201);
    expect(made.text).not.toContain("nobody's business");
    const { id } = deployment.parse(made.json);
    expect(await deploy(operator, archive("Hello"), fields, key)).toEqual(made);

    const events = await eventsOf(operator, id);
    expect(events).toContainEqual({ app: "greeter", version: "v1", actions: ["greet"] });
    expect(events.at(-1)).toMatchObject({ status: "running" });
    expect(JSON.stringify(events)).not.toContain("nobody's business");

    const body = { app_name: "greeter", version: "v1", action_name: "greet", async: false };
    const invoked = await operator.send("POST", "/api/invocations", body);
    expect(invoked.json).toMatchObject({
      status: "succeeded",
      output: '"Hello a value that is nobody\'s business"',
    });

    const taken = await deploy(operator, archive("Hi"), fields);
    expect(taken).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("already deployed") },
    });
    expect((await deploy(operator, archive("Hi"), { ...fields, force: "true" })).status).toBe(201);

    const admin = await dashboard.admin();
    const audit = await admin.get("/api/audit?action=createDeployment");
    const rows = z.array(z.object({ phase: z.string(), target: z.string() })).parse(audit.json);
    expect(rows.filter(({ phase }) => phase === "intended")).toHaveLength(3);
    expect(rows).toContainEqual({ phase: "answered", target: "greeter.zip v1" });
    expect(audit.text).not.toContain("nobody's business");
  });

  it("that has no application fails, and its events say why", async () => {
    const made = await deploy(operator, zipOf([{ name: "app.ts", content: "export const x = 1;" }]), {
      version: "none",
      entrypoint_rel_path: "app.ts",
    });
    expect(made.status, made.text).toBe(201);
    const events = await eventsOf(operator, deployment.parse(made.json).id);
    expect(events.at(-1)).toMatchObject({ status: "failed", reason: expect.stringMatching(/./) });
  });

  it("of a viewer, of another form or without a file never reaches the service (T12, T34)", async () => {
    const count = async () =>
      z.array(z.unknown()).parse((await service.ask("GET", "/deployments?limit=100")).json()).length;
    const before = await count();
    const viewer = await dashboard.signedIn("viewer");
    expect((await deploy(viewer, archive("Hello"), fields)).status).toBe(403);
    expect((await viewer.get("/api/deployments/none/events")).status).toBe(403);
    expect((await deploy(operator, archive("Hello"), { ...fields, source: "{}" })).status).toBe(400);
    expect((await deploy(operator, new Uint8Array(), fields)).status).toBe(400);
    expect((await operator.send("POST", "/api/deployments", {})).status).toBe(415);
    expect((await operator.get("/api/deployments/none/events")).status).toBe(404);
    expect(await count()).toBe(before);
  });
});
