import { describe, expect, it } from "vitest";
import { browserFilters } from "./browsers.ts";
import type { Operation } from "./operation.ts";
import { operations } from "./operations/operations.ts";
import { decodeQuery, encodeQuery, fillPath, InvalidInput, toRequest } from "./request.ts";

/** The issues of the InvalidInput that `work` throws. */
function issuesFrom(work: () => unknown): InvalidInput["issues"] {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidInput) return error.issues;
    throw error;
  }
  throw new Error("nothing was thrown");
}
const pathsFrom = (work: () => unknown) => {
  const issues = issuesFrom(work);
  for (const { message } of issues) expect(message).not.toBe("");
  return issues.map(({ path }) => path);
};

const filters = operations.listInvocations.query;

describe("the request of an operation", () => {
  it("has its method, its filled path and its query, and nothing else without a body", () => {
    expect(
      toRequest(operations.listInvocations, { query: { limit: 5, app_name: "shop & co" } }),
    ).toStrictEqual({ method: "GET", path: "/invocations?app_name=shop%20%26%20co&limit=5" });
    expect(toRequest(operations.listInvocations, {})).toStrictEqual({ method: "GET", path: "/invocations" });
    expect(toRequest(operations.checkProxy, { params: { id: "p 1/2" } })).toStrictEqual({
      method: "POST",
      path: "/proxies/p%201%2F2/check",
    });
  });

  it("has a JSON body as text, also when the body may be left out", () => {
    const body = { src_path: "/a", dest_path: "/b" };
    expect(toRequest(operations.moveFile, { params: { id: "s1" }, body })).toStrictEqual({
      method: "PUT",
      path: "/browsers/s1/fs/move",
      body: JSON.stringify(body),
    });
    const bodiless = allWithOptionalJson();
    expect(bodiless.length).toBeGreaterThan(0);
    for (const operation of bodiless) {
      const params = Object.fromEntries(Object.keys(operation.params.shape).map((name) => [name, "x"]));
      expect(toRequest(operation, { params })).not.toHaveProperty("body");
    }
  });

  it("has raw bytes with their content type, and refuses anything but bytes", () => {
    const target = { params: { id: "s1" }, query: { path: "/a" } };
    const content = new Uint8Array([1, 2]);
    expect(toRequest(operations.writeFile, { ...target, body: content })).toStrictEqual({
      method: "PUT",
      path: "/browsers/s1/fs/write_file?path=%2Fa",
      bytes: { contentType: "application/octet-stream", content },
    });
    expect(toRequest(operations.writeFile, target)).not.toHaveProperty("bytes");
    const untyped: Operation = operations.writeFile;
    const text = { ...target, body: "text" };
    expect(pathsFrom(() => toRequest(untyped, text))).toEqual(["body"]);
  });

  it("leaves a multipart body to the sender", () => {
    const body = { extensions: [{ name: "a", zip_file: new Uint8Array() }] };
    expect(toRequest(operations.uploadBrowserExtensions, { params: { id: "s1" }, body })).toStrictEqual({
      method: "POST",
      path: "/browsers/s1/extensions",
    });
  });

  it("names each part that violates the operation", () => {
    const { checkProxy, moveFile, listInvocations } = operations;
    expect(pathsFrom(() => toRequest(checkProxy, { params: { id: "" } }))).toEqual(["params.id"]);
    expect(pathsFrom(() => toRequest(listInvocations, { query: { limit: 101 } }))).toEqual(["query.limit"]);
    const body = { src_path: "a", dest_path: "b" };
    expect(pathsFrom(() => toRequest(moveFile, { params: { id: "s1" }, body }))).toEqual([
      "body.src_path",
      "body.dest_path",
    ]);
  });
});

function allWithOptionalJson(): Operation[] {
  return Object.values<Operation>(operations).filter(
    ({ body, query }) => body?.kind === "json" && !body.required && Object.keys(query.shape).length === 0,
  );
}

it("lists all issues in the message of the error, separated from each other", () => {
  const error = new InvalidInput([
    { path: "query.limit", message: "too big" },
    { path: "body", message: "missing" },
  ]);
  expect(error.name).toBe("InvalidInput");
  expect(error.message).toBe("query.limit: too big; body: missing");
});

it.each([{}, { id: "" }, { id: "." }, { id: ".." }])("refuses the path parameters %j by name", (params) => {
  expect(pathsFrom(() => fillPath("/proxies/{id}/check", params))).toEqual(["params.id"]);
});

describe("a query", () => {
  it("is encoded in alphabetical order, without undefined values", () => {
    const query = {
      version: "1",
      limit: 2,
      app_name: "a",
      action_name: undefined,
      deployment_id: "d",
      offset: 0,
    };
    expect(encodeQuery(filters, query)).toBe("app_name=a&deployment_id=d&limit=2&offset=0&version=1");
    expect(encodeQuery(filters, {})).toBe("");
  });

  it("is not encoded with values out of bounds or unknown keys", () => {
    expect(pathsFrom(() => encodeQuery(filters, { limit: 0 }))).toEqual(["query.limit"]);
    expect(() => encodeQuery(filters, { page: 2 })).toThrow(InvalidInput);
  });

  it("is not encoded with half of a surrogate pair", () => {
    const pathsOf = (query: Record<string, unknown>) => pathsFrom(() => encodeQuery(browserFilters, query));
    expect(pathsOf({ query: "a\ud800" })).toEqual(["query.query"]);
    expect(pathsOf({ tags: { team: "\udfff" } })).toEqual(["query.tags[team]"]);
    expect(pathsOf({ tags: { "\ud800": "web" } })).toEqual(["query.tags[\ufffd]"]);
  });

  it.each([
    ["limit=5", { limit: 5 }],
    ["offset=0&limit=100", { offset: 0, limit: 100 }],
    ["app_name=a%20b", { app_name: "a b" }],
    ["", {}],
  ])("%j is read", (text, value) => {
    expect(decodeQuery(filters, new URLSearchParams(text), "refuse")).toEqual(value);
  });

  it.each([
    ["limit=0", "query.limit"],
    ["limit=101", "query.limit"],
    ["limit=", "query.limit"],
    ["offset=-1", "query.offset"],
    ["status=done", "query.status"],
    ["app_name=a&app_name=a", "query.app_name"],
    ["page=2", "query.page"],
    ["toString=1", "query.toString"],
  ])("%j is refused, naming %s", (text, path) => {
    expect(pathsFrom(() => decodeQuery(filters, new URLSearchParams(text), "refuse"))).toEqual([path]);
  });

  it("may have unknown keys when they are ignored, but not twice", () => {
    const search = new URLSearchParams("page=2&limit=5");
    expect(decodeQuery(filters, search, "ignore")).toEqual({ limit: 5 });
    const twice = new URLSearchParams("page=2&page=3");
    expect(pathsFrom(() => decodeQuery(filters, twice, "ignore"))).toEqual(["query.page"]);
  });

  it("has a parameter for each entry of a map", () => {
    const search = new URLSearchParams("tags[team]=web&tags[a%5Db]=1%262&limit=5");
    const value = { tags: { team: "web", "a]b": "1&2" }, limit: 5 };
    expect(decodeQuery(browserFilters, search, "refuse")).toEqual(value);
    const text = encodeQuery(browserFilters, value);
    expect(decodeQuery(browserFilters, new URLSearchParams(text), "refuse")).toEqual(value);
    expect(encodeQuery(browserFilters, { tags: {} })).toBe("");
  });

  it.each([
    ["tags=x", "query.tags"],
    ["tags[a]=1&tags[a]=2", "query.tags[a]"],
    ["limit[a]=5", "query.limit[a]"],
  ])("%j is refused where a map is taken, naming %s", (text, path) => {
    expect(pathsFrom(() => decodeQuery(browserFilters, new URLSearchParams(text), "refuse"))).toEqual([path]);
  });
});
