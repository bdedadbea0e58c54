// What the built dashboard answers is what its OpenAPI document says.
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createApiToken } from "../../lib/server/auth/api-tokens.ts";
import { sendRequest } from "../support/dashboard/dashboard.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";

const { api, dashboard } = await faultyDashboardForTests({
  token: "openapi-tests-token-1",
  variables: { RECORDER: "off" },
});
const { token } = await createApiToken(
  await dashboard.store(),
  { name: "generated-client", role: "admin", expires_in_days: 1 },
  "a test",
  Date.now(),
);
const get = (path: string) =>
  sendRequest(dashboard.url, path, { headers: { authorization: `Bearer ${token}` } });

const content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));
const shape = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        "x-fleetdeck-people-only": z.boolean().optional(),
        responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
      }),
    ),
  ),
  components: z.looseObject({ schemas: z.looseObject({ Error: z.record(z.string(), z.unknown()) }) }),
});
const document = shape.parse((await get("/api/openapi.json")).json);

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
/** Why a value is not of a schema of the document; undefined for one that is. */
function faultOf(schema: Record<string, unknown>, value: unknown): string | undefined {
  const isValid = ajv.compile({ ...schema, components: document.components });
  return isValid(value) ? undefined : ajv.errorsText(isValid.errors);
}

const queries: Record<string, string> = {
  "/browsers/{id}/fs/list_files": "?path=/tmp",
  "/browsers/{id}/fs/file_info": "?path=/tmp/a",
  "/history/proxies": "?since_ms=0",
  "/alerts": "?state=open",
  "/history/timeline": "?from_ms=0&to_ms=1000",
  "/insight/similar_failures": "?reason_key=closed",
  "/logs": "?session_id=session1",
  "/search/logs": "?q=timeout",
  "/inventory/found": "?text=session1",
  "/inventory/session_origins": "?session_id=session1",
  "/pictures": "?session_id=session1",
  "/pictures/last": "?session_id=session1",
};
const reads = Object.entries(document.paths).flatMap(([path, { get: read }]) => {
  const schema = read?.responses["200"]?.content?.["application/json"]?.schema;
  return schema === undefined || read?.["x-fleetdeck-people-only"] === true ? [] : [{ path, schema }];
});

describe("the OpenAPI document", () => {
  it.each(reads)("describes the answer of GET $path", async ({ path, schema }) => {
    const address = path
      .replaceAll("{id_or_name}", "profile1")
      .replace("/logs/{id}", "/logs/1")
      .replace(/\{process_id\}/, "process1")
      .replace(/\{\w+\}/g, "session1");
    const { status, json } = await get(`/api${address}${queries[path] ?? ""}`);
    const error = { $ref: "#/components/schemas/Error" };
    // Nothing is stored in this dashboard: what is not found has the body of an error.
    expect([200, 404]).toContain(status);
    expect(faultOf(status === 200 ? schema : error, json)).toBeUndefined();
  });

  it("describes errors: of input, of a role, of the upstream", async () => {
    api.fail("/proxies/broken", { kind: "body", status: 500, text: "{}" });
    for (const [path, status] of [
      ["/proxies/broken", 502],
      ["/alerts?state=none", 400],
      ["/accounts", 403],
    ] as const) {
      const reply = await get(`/api${path}`);
      expect(reply.status, path).toBe(status);
      expect(faultOf({ $ref: "#/components/schemas/Error" }, reply.json), path).toBeUndefined();
      const template = path.replace("broken", "{id}").replace(/\?.*/, "");
      expect(Object.keys(document.paths[template]?.get?.responses ?? {}), path).toContain(String(status));
    }
  });
});
