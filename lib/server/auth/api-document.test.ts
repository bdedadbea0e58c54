import { globSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { z } from "zod";
import { ownOperations } from "../../bff/operations/operations.ts";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations/operations.ts";
import { decodeQuery } from "../../contract/request.ts";
import { accessList } from "./access-list.ts";
import { apiDocument } from "./api-document.ts";

const operation = z.looseObject({
  operationId: z.string(),
  description: z.string().optional(),
  security: z.array(z.record(z.string(), z.unknown())),
  "x-fleetdeck-role": z.string().optional(),
  "x-fleetdeck-audit": z.string().optional(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean(),
        schema: z.object({ type: z.string().optional() }),
      }),
    )
    .default([]),
  responses: z.record(z.string(), z.unknown()),
});
const shape = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** The document as a client reads it. */
const read = () =>
  JSON.parse(
    JSON.stringify(apiDocument({ publicUrl: "https://fleet.example", signInCookie: "fleetdeck.session" })),
  );
const { paths } = shape.parse(read());

it("is a valid OpenAPI 3.1 document", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(read());
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe("3.1");
});

it("has every route of app/api, and no others", () => {
  const files = globSync("app/api/**/route.ts").map((file) =>
    file
      .replace(/^app\/api/, "")
      .replace(/\/route\.ts$/, "")
      .replace(/\[(\w+)\]/g, "{$1}"),
  );
  expect(Object.keys(paths).sort()).toEqual(files.sort());
});

it("says of each operation which role it needs and how it is audited, as the access list does", () => {
  const rows = accessList().filter(({ address }) => !address.startsWith("topic "));
  for (const { address, name, role, audit } of rows) {
    const [method = "", path = ""] = address.split(" ");
    const described = paths[path]?.[method.toLowerCase()];
    expect(described?.operationId).toBe(name);
    if (path.startsWith("/auth/")) continue;
    expect(described, name).toMatchObject({ "x-fleetdeck-role": role, "x-fleetdeck-audit": audit });
    expect(described?.security.length === 0, name).toBe(role === "public");
  }
});

it("has the errors of roles, of API tokens and of the upstream, and what an act may carry", () => {
  const flush = paths["/browser_pools/{id_or_name}/flush"]?.post;
  expect(Object.keys(flush?.responses ?? {})).toEqual(
    expect.arrayContaining(["204", "400", "401", "403", "409", "422", "429", "500", "502", "503", "504"]),
  );
  expect(flush?.parameters.map(({ name }) => name)).toEqual([
    "id_or_name",
    "idempotency-key",
    "x-fleetdeck-reason",
    "x-fleetdeck-batch",
  ]);
  expect(flush?.description).toBe("Needs the operator role. Audited.");
  expect(paths["/tokens"]?.post?.security).toEqual([{ signIn: [] }]);
  expect(paths["/livez"]?.get?.security).toEqual([]);
});

it("has what every operation may answer, also one without input and of the lowest role", () => {
  const described = Object.values(paths).flatMap((methods) => Object.entries(methods));
  const ofRoutes = described.filter(([, { security }]) => security.length > 0);
  expect(ofRoutes.length).toBeGreaterThan(100);
  for (const [method, { operationId, responses }] of ofRoutes)
    expect(Object.keys(responses), operationId).toEqual(
      expect.arrayContaining(["400", "401", "403", ...(method === "get" ? [] : ["413", "415"])]),
    );
});

it("has lists in queries only where a client that repeats the parameter is understood", () => {
  const byId = new Map<string, Operation>(Object.entries({ ...operations, ...ownOperations }));
  const lists = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, parameters }) =>
      parameters
        .filter((each) => each.in === "query" && each.schema.type === "array")
        .map(({ name }) => ({ operationId, name })),
    );
  expect(lists.length).toBeGreaterThan(10);
  for (const { operationId, name } of lists) {
    const found = byId.get(operationId);
    if (found === undefined) throw new Error(`There is no operation ${operationId}.`);
    const search = new URLSearchParams([
      [name, "one"],
      [name, "two"],
    ]);
    expect(() => decodeQuery(found.query, search, "ignore"), `${operationId} ${name}`).not.toThrow(
      "more than once",
    );
  }
});

it("has the topics of the live stream, without which it refuses a client", () => {
  expect(paths["/live"]?.get?.parameters).toEqual([
    { name: "topic", in: "query", required: true, schema: { type: "array" } },
  ]);
});
