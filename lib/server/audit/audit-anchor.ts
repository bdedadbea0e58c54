// Where the chain begins once old rows are deleted: a signed statement of the last deleted row.
import type { Selectable } from "kysely";
import type { Database } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";
import { upsert } from "../db/upsert.ts";
import { isSigned, sign } from "./audit-key.ts";

/** The row before the first one of a chain from which nothing was deleted. */
const genesis = { seq: 0, hash: "0".repeat(64) } as const;

/** The row before the first stored one; `valid`: whether the dashboard has stated it. */
export interface Anchor {
  seq: number;
  hash: string;
  valid: boolean;
}

type Row = Selectable<Tables["audit_anchor"]>;

const valuesOf = ({ seq, hash, at_ms: atMs }: Pick<Row, "seq" | "hash" | "at_ms">) => [seq, hash, atMs];

/** Reads the anchor; that of a chain from which nothing was deleted is always valid. */
export async function readAnchor(db: Database): Promise<Anchor> {
  const anchor = await db.selectFrom("audit_anchor").selectAll().executeTakeFirst();
  if (anchor === undefined) return { ...genesis, valid: true };
  return {
    seq: anchor.seq,
    hash: anchor.hash,
    valid: isSigned(anchor.signature, "anchor", valuesOf(anchor)),
  };
}

/** States that the rows up to this one are deleted. The database lets only those be deleted. */
export async function writeAnchor(
  trx: Database,
  last: { seq: number; hash: string },
  nowMs: number,
): Promise<void> {
  const anchor = { seq: last.seq, hash: last.hash, at_ms: nowMs };
  await upsert(trx, "audit_anchor", [{ id: 1, ...anchor, signature: sign("anchor", valuesOf(anchor)) }]);
}
