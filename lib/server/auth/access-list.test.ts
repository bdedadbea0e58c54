import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { topicForms, topicKind } from "../../bff/live.ts";
import { accessList } from "./access-list.ts";
import { topicOpening, topicRefusal } from "./topic-access.ts";

const rows = accessList();
const row = (name: string) => rows.find((each) => each.name === name);

/** What app/api serves, as `GET /proxies/{id}`. */
const served = globSync("app/api/**/route.ts").flatMap((file) => {
  const path = file
    .replace(/^app\/api/, "")
    .replace(/\/route\.ts$/, "")
    .replace(/\[(\w+)\]/g, "{$1}");
  const exported = [...readFileSync(file, "utf8").matchAll(/^export const (\{[^}]*\}|\w+) =/gm)];
  return exported
    .flatMap(([, names = ""]) => [...names.matchAll(/\b(GET|POST|PUT|PATCH|DELETE)\b/g)])
    .map(([method]) => `${method} ${path}`);
});

describe("the list of routes and topics with their access (T08, T11, T12)", () => {
  it("has a row for each route that is served, and no others", () => {
    expect(served.length).toBeGreaterThan(90);
    expect(rows.map(({ address }) => address).filter((address) => !address.startsWith("topic "))).toEqual(
      expect.arrayContaining(served),
    );
    expect(rows.filter(({ address }) => !address.startsWith("topic "))).toHaveLength(served.length);
  });

  it("has a row for each form of topic", () => {
    const samples = ["fleet", "logs:a:supervisor:b", "logs:a:path:%2Fb", "telemetry:a", "invocation:a"];
    for (const [kind, form] of Object.entries(topicForms)) {
      const sample = samples.find((topic) => new RegExp(`^${form}$`).test(topic)) ?? "";
      expect(topicKind(sample)).toBe(kind);
      expect(row(kind)?.address).toMatch(/^topic /);
    }
  });

  it("requires the same for a file's lines as for the file", () => {
    expect(row("path")?.role).toBe(row("readFile")?.role);
    expect([row("path")?.audit, row("readFile")?.audit]).toEqual(["opening", "each"]);
    expect(topicRefusal("logs:a:path:%2Fetc%2Fpasswd", "viewer")).toBe(
      "Reading the files of a browser needs the operator role.",
    );
    expect(topicRefusal("logs:a:path:%2Fetc%2Fpasswd", "operator")).toBeUndefined();
    expect(topicOpening("logs:a:path:%2Fetc%2Fpasswd")).toEqual({
      action: "readFile",
      target: "a /etc/passwd",
    });
    expect(topicOpening("logs:a:supervisor:chromium")).toBeUndefined();
  });

  it("audits whatever changes something or takes content away", () => {
    const unaudited = rows.filter(({ address, audit }) => audit === "none" && !/^(GET|topic) /.test(address));
    expect(unaudited.map(({ name }) => name).sort()).toEqual([
      "callMcp",
      "previewEvidence",
      "signOut",
      "startProviderSignIn",
      "updatePreference",
    ]);
    const read = rows.filter(({ address, audit }) => audit !== "none" && /^(GET|topic) /.test(address));
    expect(read.map(({ name }) => name).sort()).toEqual([
      "downloadDirectoryZip",
      "downloadProfile",
      "downloadReplay",
      "exportActs",
      "exportEvidence",
      "lastPictures",
      "listPictures",
      "path",
      "providerSignIn",
      "readFile",
      "readPicture",
    ]);
  });
});
