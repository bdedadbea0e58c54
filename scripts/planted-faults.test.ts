import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { applyFault, needsBuild, readPlantedFaults, suiteOf } from "./planted-faults.mjs";

const list = (body: string) => `# Faults\n\nWhat this is.\n\n${body}`;
const one = `## 1. A role is not looked at
In \`lib/a.ts\`, caught by \`lib/a.test.ts\` ("a viewer is refused").

\`\`\`diff
 if (
-  holds(role)
+  true
 )
\`\`\`
`;

describe("readPlantedFaults", () => {
  test("returns the file, the test and the change", () => {
    expect(readPlantedFaults(list(one))).toEqual([
      {
        number: 1,
        title: "A role is not looked at",
        file: "lib/a.ts",
        test: "lib/a.test.ts",
        name: "a viewer is refused",
        before: "if (\n  holds(role)\n)",
        after: "if (\n  true\n)",
      },
    ]);
  });

  test.each([
    ["a number out of order", one.replace("## 1", "## 2"), /expected number 1/],
    ["a malformed location", one.replace("caught by", "seen by"), /expected In/],
    ["a diff that changes nothing", one.replace("+  true", "+  holds(role)"), /changes something/],
  ])("rejects %s", (_, body, message) => {
    expect(() => readPlantedFaults(list(body))).toThrow(message);
  });
});

test("a fault is planted only where its lines occur exactly once", () => {
  const [fault] = readPlantedFaults(list(one));
  if (fault === undefined) throw new Error("nothing was read");
  expect(applyFault("a;\nif (\n  holds(role)\n) b;", fault)).toBe("a;\nif (\n  true\n) b;");
  expect(() => applyFault("a;", fault)).toThrow(/stand 0 times in lib\/a\.ts/);
  expect(() => applyFault(`${fault.before}${fault.before}`, fault)).toThrow(/stand 2 times/);
});

test.each([
  ["lib/format/bytes.test.ts", "unit", false],
  ["components/ui/field.component.test.tsx", "component", false],
  ["tests/security/roles.test.ts", "integration", true],
  ["tests/service/pools.test.ts", "integration", false],
  ["tests/screens/pools.spec.ts", "screens", true],
  ["tests/e2e/pools.spec.ts", "e2e", true],
])("%s belongs to the suite %s", (path, suite, built) => {
  expect(suiteOf(path)).toBe(suite);
  expect(needsBuild({ file: "lib/server/kernel/env.ts", test: path })).toBe(built);
  expect(needsBuild({ file: "service/kernel/env.ts", test: path })).toBe(false);
});

describe("every fault of tests/faults.md", () => {
  const root = new URL("../", import.meta.url);
  const faults = readPlantedFaults(readFileSync(new URL("tests/faults.md", root), "utf8"));

  test("there are at least fifty", () => {
    expect(faults.length).toBeGreaterThanOrEqual(50);
  });

  test.each(faults)("$number, $title: can be planted and its test exists", (fault) => {
    applyFault(readFileSync(new URL(fault.file, root), "utf8"), fault);
    expect(existsSync(new URL(fault.test, root)), fault.test).toBe(true);
    if (fault.name !== undefined) {
      expect(readFileSync(new URL(fault.test, root), "utf8")).toContain(fault.name);
    }
  });
});
