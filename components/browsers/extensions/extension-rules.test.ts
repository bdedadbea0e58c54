import { expect, it } from "vitest";
import { batchFault, nameFaults } from "./extension-rules.ts";

const zip = (key: number, name: string, zipBytes = 1) => ({ key, name, zipBytes });

it("reports each invalid folder name", () => {
  const faults = nameFaults(
    [zip(1, "good"), zip(2, "a b"), zip(3, ".."), zip(4, "x"), zip(5, "x"), zip(6, "old")],
    ["old"],
  );
  expect(faults.has(1)).toBe(false);
  expect(faults.get(2)).toMatch(/folder name/);
  expect(faults.get(3)).toMatch(/must not be/);
  expect([faults.get(4), faults.get(5)]).toEqual([faults.get(5), expect.stringMatching(/Another/)]);
  expect(faults.get(6)).toMatch(/already/);
});

it("limits number and size of one upload (T32)", () => {
  const ten = Array.from({ length: 10 }, (_, at) => zip(at, `e${at}`, 10 * 1024 * 1024));
  expect(batchFault(ten)).toBeUndefined();
  expect(batchFault([...ten, zip(10, "e10", 0)])).toMatch(/up to 10 /);
  expect(batchFault([...ten.slice(1), zip(0, "e0", 10 * 1024 * 1024 + 1)])).toMatch(/100 MiB/);
});
