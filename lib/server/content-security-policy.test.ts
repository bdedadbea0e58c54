import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toastStyleHashes } from "./content-security-policy.ts";

const hashOf = (css: string) => `sha256-${createHash("sha256").update(css).digest("base64")}`;

describe("content security policy", () => {
  it("T25 allows exactly the style that the installed toast library adds", () => {
    const source = readFileSync("node_modules/sonner/dist/index.mjs", "utf8");
    const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\);/.exec(source)?.[1];
    const css = z.string().parse(JSON.parse(literal ?? "null"));
    expect([hashOf(""), hashOf(css)]).toEqual([...toastStyleHashes]);
  });
});
