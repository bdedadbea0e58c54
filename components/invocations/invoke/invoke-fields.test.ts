import { describe, expect, it } from "vitest";
import { payloadMaxBytes } from "@/lib/contract/invocations";
import {
  checkFields,
  emptyFields,
  faultsOfDetails,
  type InvokeFields,
  payloadWarning,
  startFields,
} from "./invoke-fields.ts";

const filled: InvokeFields = { ...emptyFields, app_name: "shop", action_name: "search" };
const faultsOf = (part: Partial<InvokeFields>, jsonFault?: string) => {
  const checked = checkFields({ ...filled, ...part }, jsonFault);
  return checked.ok ? {} : checked.faults;
};

describe("checkFields", () => {
  it("refuses a payload whose secrets are hidden: running it again would send the mark instead of the value", () => {
    expect(faultsOf({ payload: '{"password":"[redacted]"}' })).toEqual({
      payload: "Secrets are hidden. Enter their values in place of [redacted].",
    });
  });

  it("builds the contract's request without empty fields", () => {
    expect(checkFields(filled, undefined)).toEqual({
      ok: true,
      body: {
        app_name: "shop",
        version: "latest",
        action_name: "search",
        async: true,
        async_timeout_seconds: 900,
      },
    });
    expect(
      checkFields({ ...filled, version: " v1 ", payload: " 1 ", mode: "sync", timeout: "x" }, undefined),
    ).toEqual({
      ok: true,
      body: { app_name: "shop", version: "v1", action_name: "search", payload: " 1 ", async: false },
    });
    expect(checkFields({ ...filled, payload: "\n ", timeout: "" }, undefined)).toEqual({
      ok: true,
      body: { app_name: "shop", version: "latest", action_name: "search", async: true },
    });
  });

  it("reports each invalid field", () => {
    expect(Object.keys(faultsOf({ app_name: " ", version: "", action_name: "\t" }))).toEqual([
      "app_name",
      "version",
      "action_name",
    ]);
  });

  it.each(["9", "3601", "10.5", "ten", "-10", "1e9"])(
    "rejects %s as the timeout of an async invocation",
    (timeout) => {
      expect(faultsOf({ timeout })).toEqual({
        async_timeout_seconds: "Enter whole seconds from 10 to 3,600.",
      });
    },
  );
  it.each(["10", "3600", " 60 "])("accepts %s as the timeout of an async invocation", (timeout) => {
    expect(faultsOf({ timeout })).toEqual({});
  });

  it("measures the payload in bytes", () => {
    const long = (bytes: number) => `"${"é".repeat((bytes - 2) / 2)}"`;
    expect(faultsOf({ payload: long(payloadMaxBytes) })).toEqual({});
    expect(faultsOf({ payload: long(payloadMaxBytes + 2) }).payload).toBe(
      "The payload has 4,500,002 bytes. The API takes up to 4,500,000.",
    );
  });
  it("reports why the payload is invalid JSON, unless it is empty", () => {
    expect(faultsOf({ payload: "{" }, "ends too early")).toEqual({ payload: "ends too early" });
    expect(faultsOf({ payload: " " }, "ends too early")).toEqual({});
  });
});

describe("payloadWarning", () => {
  it("warns above what every API accepts, not below and not if it is an error", () => {
    expect(payloadWarning("x".repeat(64_000))).toBeUndefined();
    expect(payloadWarning("x".repeat(64_001))).toContain("64.0 kB");
    expect(payloadWarning("x".repeat(payloadMaxBytes + 1))).toBeUndefined();
  });
});

describe("faultsOfDetails", () => {
  it("assigns details that begin with a field name, and leaves the rest", () => {
    expect(
      faultsOfDetails([
        "payload must be text that parses as JSON: bad",
        "body.async_timeout_seconds Too big",
        "payload is a second fault",
        "application shop was not found",
        "",
      ]),
    ).toEqual({
      payload: "Refused by the API: must be text that parses as JSON: bad",
      async_timeout_seconds: "Refused by the API: Too big",
    });
  });
});

describe("startFields", () => {
  it("prefers the invocation, then the address", () => {
    const invocation = {
      id: "i1",
      app_name: "shop",
      version: "v3",
      action_name: "search",
      payload: '{"a":1}',
    };
    expect(startFields({ version: "v4" }, invocation)).toMatchObject({
      app_name: "shop",
      version: "v4",
      action_name: "search",
      payload: '{"a":1}',
    });
    expect(startFields({}, undefined)).toEqual(emptyFields);
    expect(startFields({}, { id: "i2", payload: null })).toEqual(emptyFields);
  });
});
