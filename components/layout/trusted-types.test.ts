import { expect, it } from "vitest";
import { z } from "zod";
import { defaultTrustedTypes } from "./trusted-types.ts";

const origin = "https://fleet.example";
const currentScript = { text: "the text of the first script" };
const rule = z.function({ input: [z.string()], output: z.nullable(z.string()) });

/** The policy that the script makes on a page of `https://fleet.example`. */
function policy() {
  let made: unknown;
  const trustedTypes = {
    createPolicy: (_name: string, rules: unknown) => {
      made = rules;
    },
  };
  const page = { window: { trustedTypes }, trustedTypes, location: { origin }, document: { currentScript } };
  new Function(...Object.keys(page), defaultTrustedTypes)(...Object.values(page));
  return z.object({ createScriptURL: rule, createHTML: rule, createScript: rule }).parse(made);
}

it("lets the framework load its own files and nothing else (T24, T25)", () => {
  const { createScriptURL, createHTML, createScript } = policy();
  for (const own of ["/_next/static/chunks/a.js", "https://fleet.example/_next/static/a.js"])
    expect(createScriptURL(own)).toBe(own);
  for (const other of [
    "https://evil.example/_next/static/a.js",
    "/api/pictures/1",
    "data:text/javascript,1",
    "//evil.example/_next/static/x",
  ])
    expect(createScriptURL(other)).toBeNull();
  expect(createHTML("<script></script>")).toBe("<script></script>");
  expect(createHTML("a{color:red}")).toBe("a{color:red}");
  expect(createHTML("<img src=x onerror=alert(1)>")).toBeNull();
  expect(createScript(currentScript.text)).toBe(currentScript.text);
  expect(createScript(`${currentScript.text};alert(1)`)).toBeNull();
});

it("stands in a page as it is: React escapes none of it", () => {
  expect(defaultTrustedTypes).not.toMatch(/["'<>&]/);
});
