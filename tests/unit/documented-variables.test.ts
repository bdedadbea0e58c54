import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (path: string) => readFileSync(path, "utf8");

/** The variables in the first column of the table of README.md with that head; `A`, `…_FILE` names A and A_FILE. */
function documentedFor(program: string): string[] {
  const [, from = ""] = read("README.md").split(new RegExp(`^\\| ${program} .*\\n`, "m"));
  const [table = ""] = from.split(/\n(?!\|)/, 1);
  const rows = table.split("\n").filter((row) => row.startsWith("| `"));
  return rows.flatMap((row) => {
    const names = [...(row.split("|")[1] ?? "").matchAll(/`([A-Z…][A-Z_…]*)`/g)].map(([, name = ""]) => name);
    return names.map((name) => (name.startsWith("…") ? `${names[0]}${name.slice(1)}` : name));
  });
}

/** The variables that a reader of the environment names. */
const readIn = (path: string): string[] =>
  [...read(path).matchAll(/(?:^ {2}|\bfrom\.|[{,] )([A-Z][A-Z_]{3,})\b(?=[:.\s,|)?])/gm)].map(
    ([, name = ""]) => name,
  );

const unique = (names: readonly string[]) => [...new Set(names)].toSorted();

describe("README.md has each variable once", () => {
  it("that the dashboard reads, and no other", () => {
    const documented = documentedFor("Dashboard");
    // Those of OpenTelemetry are in docs/metrics.md.
    const own = documented.filter((name) => name !== "OTEL_…");
    expect(unique(documented)).toEqual(documented.toSorted());
    const readers = ["lib/server/kernel/env.ts", "lib/server/kernel/oidc-env.ts"];
    const files = ["API_TOKEN_FILE", "AUDIT_KEY_FILE"];
    expect(own.toSorted()).toEqual(unique([...readers.flatMap(readIn), ...files]));
  });

  it("that the service reads, and no other", () => {
    const documented = documentedFor("Service");
    expect(unique(documented)).toEqual(documented.toSorted());
    expect(documented.toSorted()).toEqual(unique(readIn("service/kernel/env.ts")));
  });
});
