import { describe, expect, it } from "vitest";
import { ownOperations } from "../../bff/operations/operations.ts";
import { preferenceNames } from "../../bff/preferences.ts";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations/operations.ts";
import { readInput, readParams, targetOf } from "./route-input.ts";

const { checkProxy, createInvocation, listInvocations, moveFile, readFile, retrievePool, stopReplay } =
  operations;

/** The request of an operation with path parameters, query text and JSON body. */
function requestOf(operation: Operation, given: { query?: string; body?: unknown } = {}) {
  const { method } = operation;
  const body = given.body === undefined ? {} : { body: JSON.stringify(given.body) };
  return new Request(`https://fleet.example/api/x${given.query ?? ""}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(method === "GET" ? {} : body),
  });
}
const read = (operation: Operation, params: unknown, given: { query?: string; body?: unknown } = {}) =>
  readInput(operation, requestOf(operation, given), { params: Promise.resolve(params) });
const refusal = (...paths: string[]) => ({
  name: "InvalidInput",
  issues: paths.map((path) => ({ path, message: expect.stringMatching(/./) })),
});

describe("path parameters", () => {
  it.each(["a", "prx_1.2~3-4", "x".repeat(128), "..."])("%j is an id", (id) => {
    expect(readParams(checkProxy, { id, other: "ignored" })).toEqual({ id });
  });

  it.each(["", ".", "..", "a/b", "a b", "%2e", "ä", "x".repeat(129), undefined, 7, ["a"]])(
    "%j is no id",
    (id) => {
      expect(() => readParams(checkProxy, { id })).toThrow(expect.objectContaining(refusal("params.id")));
    },
  );

  it("may be names where the API takes one, with spaces and letters of any script", () => {
    expect(readParams(retrievePool, { id_or_name: "Zürich 発注" })).toEqual({ id_or_name: "Zürich 発注" });
    for (const name of ["", ".", "..", "a/b", "a?b", "a\nb", "x".repeat(256)]) {
      expect(() => readParams(retrievePool, { id_or_name: name })).toThrow("params.id_or_name");
    }
  });

  it("are what the operation says of them", () => {
    const { updatePreference, setFailureGroup, deleteStoredLog } = ownOperations;
    for (const name of preferenceNames) expect(readParams(updatePreference, { name })).toEqual({ name });
    for (const [operation, name, value] of [
      [updatePreference, "name", "x1"],
      [setFailureGroup, "key", "0123456789abcdef"],
      [deleteStoredLog, "id", "session1"],
    ] as const) {
      expect(() => readParams(operation, { [name]: value })).toThrow(
        expect.objectContaining(refusal(`params.${name}`)),
      );
    }
  });

  it.each([undefined, null, "id", 1])("are missing in %j", (given) => {
    expect(() => readParams(checkProxy, given)).toThrow("params.id");
    expect(readParams(listInvocations, given)).toEqual({});
  });
});

describe("the input of a read", () => {
  it("has the typed query values, and no query without one", async () => {
    expect(await read(listInvocations, {}, { query: "?limit=5&status=failed" })).toEqual({
      params: {},
      query: { limit: 5, status: "failed" },
    });
    expect(await read(listInvocations, {})).toEqual({ params: {} });
  });

  it("is refused without a query where the operation needs one", async () => {
    await expect(read(readFile, { id: "s1" })).rejects.toMatchObject(refusal("query.path"));
  });

  it("is refused with unknown, repeated and invalid query values", async () => {
    await expect(read(listInvocations, {}, { query: "?page=2" })).rejects.toMatchObject(
      refusal("query.page"),
    );
    await expect(read(listInvocations, {}, { query: "?limit=101" })).rejects.toMatchObject(
      refusal("query.limit"),
    );
    await expect(read(listInvocations, {}, { query: "?limit=1&limit=1" })).rejects.toMatchObject(
      refusal("query.limit"),
    );
  });

  it("refuses paths that leave their folder", async () => {
    const query = (path: string) => `?path=${encodeURIComponent(path)}`;
    expect(await read(readFile, { id: "s1" }, { query: query("/a/b.txt") })).toEqual({
      params: { id: "s1" },
      query: { path: "/a/b.txt" },
    });
    for (const path of ["/a/../b", "/a//b", "/a\0b"]) {
      await expect(read(readFile, { id: "s1" }, { query: query(path) })).rejects.toMatchObject(
        refusal("query.path"),
      );
    }
  });
});

describe("the input of a write", () => {
  const move = { src_path: "/a", dest_path: "/b" };

  it("has the body by the operation's schema, which is strict", async () => {
    expect(await read(moveFile, { id: "s1" }, { body: move })).toEqual({ params: { id: "s1" }, body: move });
    await expect(
      read(moveFile, { id: "s1" }, { body: { src_path: "a", dest_path: 1 } }),
    ).rejects.toMatchObject(refusal("body.src_path", "body.dest_path"));
    await expect(read(moveFile, { id: "s1" }, { body: { ...move, force: true } })).rejects.toMatchObject(
      refusal("body"),
    );
    await expect(read(createInvocation, {})).rejects.toMatchObject(refusal("body"));
  });

  it("refuses paths in the body that leave their folder", async () => {
    for (const [body, path] of [
      [{ ...move, src_path: "/a/../etc" }, "body.src_path"],
      [{ ...move, dest_path: "/b//c" }, "body.dest_path"],
    ] as const) {
      await expect(read(moveFile, { id: "s1" }, { body })).rejects.toMatchObject(refusal(path));
    }
  });

  it("does not judge values outside of the file operations as paths", async () => {
    const body = { app_name: "shop", version: "..//", action_name: "pay", payload: "//" };
    expect(await read(createInvocation, {}, { body })).toEqual({ params: {}, body });
  });

  it("has no body where the operation has none; only an empty object is accepted for it", async () => {
    const params = { id: "s1", replay_id: "r1" };
    for (const given of [{}, { body: {} }]) expect(await read(stopReplay, params, given)).toEqual({ params });
    for (const body of [{ force: true }, [], "text", null]) {
      await expect(read(stopReplay, params, { body })).rejects.toMatchObject(refusal("body"));
    }
  });

  it("may lack an optional body, but not have an invalid one", async () => {
    const optional = Object.values<Operation>(operations).filter(
      ({ method, body, path }) =>
        method !== "GET" && body?.kind === "json" && !body.required && !path.includes("_id}"),
    );
    expect(optional.length).toBeGreaterThan(0);
    for (const operation of optional) {
      const params = Object.fromEntries(Object.keys(operation.params.shape).map((name) => [name, "x"]));
      expect(await read(operation, params)).toEqual({ params });
      await expect(read(operation, params, { body: 7 })).rejects.toMatchObject(refusal("body"));
    }
  });
});

it.each([
  [{ params: {} }, ""],
  [{ params: { id: "s1" } }, "s1"],
  [{ params: { id: "s1", process_id: "7" } }, "s1/7"],
  [{ params: { id: "s1" }, query: { path: "/a b" } }, 's1 "/a b"'],
  [{ params: { id: "s1" }, query: { limit: 5 } }, "s1"],
  [{ params: { id: "s1" }, body: { src_path: "/a", dest_path: "/b" } }, "s1 /a → /b"],
  [{ params: { id: "s1" }, body: { path: "/a" } }, "s1 /a"],
  [{ params: { id: "s1" }, body: "text", query: "text" }, "s1"],
  [{}, ""],
  [null, ""],
  [{ params: { id: 7 } }, ""],
])("the audit's target of %j is %j", (input, target) => {
  expect(targetOf(input)).toBe(target);
});
