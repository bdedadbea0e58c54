import { expect, it, vi } from "vitest";
import { z } from "zod";
import { ensureTrustedTypes } from "./ensure-trusted-types.ts";

const origin = "https://fleet.example";
const rule = z.function({ input: [z.string()], output: z.nullable(z.string()) });

it("lets a document without the layout's script load the framework's own files and nothing else", () => {
  vi.stubGlobal("location", { origin });
  const createPolicy = vi.fn();
  ensureTrustedTypes({ defaultPolicy: null, createPolicy });
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith("default", expect.anything());
  const rules: unknown = createPolicy.mock.calls[0]?.[1];
  const { createScriptURL, createHTML } = z.object({ createScriptURL: rule, createHTML: rule }).parse(rules);
  for (const own of ["/_next/static/chunks/a.js", "https://fleet.example/_next/static/a.js"])
    expect(createScriptURL(own)).toBe(own);
  for (const other of [
    "https://evil.example/_next/static/a.js",
    "/api/pictures/1",
    "/_next/static/../../api/pictures/1",
    "data:text/javascript,1",
    "//evil.example/_next/static/x",
  ])
    expect(createScriptURL(other)).toBeNull();
  expect(createHTML("<script></script>")).toBe("<script></script>");
  expect(createHTML("a{color:red}")).toBe("a{color:red}");
  expect(createHTML("<img src=x onerror=alert(1)>")).toBeNull();
});

it("leaves the policy that the layout's script has made", () => {
  const createPolicy = vi.fn();
  ensureTrustedTypes({ defaultPolicy: {}, createPolicy });
  ensureTrustedTypes(undefined);
  expect(createPolicy).not.toHaveBeenCalled();
});
