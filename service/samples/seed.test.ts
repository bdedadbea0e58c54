import { expect, test } from "vitest";
import type { PoolCreate } from "../../lib/contract/pools.ts";
import { seedPools } from "./seed.ts";

test.each([
  [0, []],
  [1, [1]],
  [2, [1, 1]],
  [3, [1, 2]],
  [10, [2, 3]],
])("of %i browsers the sample pools take %j", (capacity, sizes) => {
  const made: number[] = [];
  const create = ({ size }: PoolCreate) => {
    made.push(size);
  };
  seedPools({ capacity, create });
  expect(made).toEqual(sizes);
});
