import { expect, it } from "vitest";
import { keepUnchanged } from "./unchanged-rows.ts";

interface Row {
  id: string;
  state: string;
  uses: { pool: string | null };
}
const row = (id: string, state: string, pool: string | null = null): Row => ({ id, state, uses: { pool } });
const keyOf = ({ id }: Row) => id;

it("keeps the rows that say the same, wherever they are, and what is the same of the others", () => {
  const [a, b, c] = [row("a", "active"), row("b", "active", "p1"), row("c", "active")] as const;
  const before = new Map([a, b, c].map((each) => [each.id, each]));
  const now = keepUnchanged(
    before,
    [row("new", "active"), row("a", "active"), row("b", "ended", "p1"), row("c", "active", "p2")],
    keyOf,
  );
  expect(now).toEqual([
    row("new", "active"),
    row("a", "active"),
    row("b", "ended", "p1"),
    row("c", "active", "p2"),
  ]);
  expect([now[1] === a, now[2] === b, now[2]?.uses === b.uses, now[3] === c]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
