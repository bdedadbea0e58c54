import { expect, it, vi } from "vitest";
import { z } from "zod";
import { ensureTrustedTypes } from "./ensure-trusted-types.ts";

const origin = "https://fleet.example";
const rule = z.function({ input: [z.string()], output: z.nullable(z.string()) });

it("lets a document without the layout's script load the framework's own files and nothing else", () => {
  vi.stubGlobal("location", { origin, href: `${origin}/browsers/s1` });
  vi.stubGlobal("document", { documentElement: { id: "__next_error__" } });
  const createPolicy = vi.fn();
  ensureTrustedTypes({ createPolicy });
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith("default", expect.anything());
  const rules: unknown = createPolicy.mock.calls[0]?.[1];
  const { createScriptURL, createScript, createHTML } = z
    .object({ createScriptURL: rule, createScript: rule, createHTML: rule })
    .parse(rules);
  for (const own of ["/_next/static/chunks/a.js", "https://fleet.example/_next/static/a.js"])
    expect(createScriptURL(own)).toBe(own);
  for (const other of [
    "https://evil.example/_next/static/a.js",
    "/api/pictures/1",
    "/_next/static/../../api/pictures/1",
    "data:text/javascript,1",
    "//evil.example/_next/static/x",
    "x.js",
    "?q",
  ])
    expect(createScriptURL(other)).toBeNull();
  expect(createScript("alert(1)")).toBe("");
  expect(createHTML("<script></script>")).toBe("<script></script>");
  expect(createHTML("a{color:red}")).toBe("a{color:red}");
  expect(createHTML("<img src=x onerror=alert(1)>")).toBeNull();
});

it("leaves the policy of every other document to the layout's script, also before that has run", () => {
  vi.stubGlobal("document", { documentElement: { id: "" } });
  const createPolicy = vi.fn();
  ensureTrustedTypes({ createPolicy });
  ensureTrustedTypes(undefined);
  expect(createPolicy).not.toHaveBeenCalled();
});
