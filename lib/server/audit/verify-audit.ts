// Verifies the audit: every row against its signature and the row before it, the beginning against the anchor, and the
// end against the checkpoints outside of the database.
import type { Database } from "../db/database.ts";
import { type Anchor, readAnchor } from "./audit-anchor.ts";
import { type AuditRow, isOwnRow } from "./audit-chain.ts";
import { type AuditCheckpoint, isOwnCheckpoint } from "./audit-checkpoints.ts";

export interface AuditFault {
  /** The first row that is not as it was written; of missing rows the one after them, or after the last row. */
  seq: number;
  /** What is wrong, as a sentence. */
  what: string;
}

export interface AuditVerdict {
  /** Number of rows that were read, up to the fault. */
  rows: number;
  fault: AuditFault | undefined;
}

interface Link {
  seq: number;
  hash: string;
}

const count = (from: number, to: number) => (from === to ? `Row ${from} is` : `Rows ${from} to ${to} are`);

/** What is wrong with a row, seen from the one before it. */
function faultOf(row: AuditRow, previous: Link): string | undefined {
  if (row.seq !== previous.seq + 1) return `${count(previous.seq + 1, row.seq - 1)} missing before it.`;
  if (!isOwnRow(row))
    return "It was changed or inserted, or AUDIT_KEY is not the key that it was written with.";
  if (row.previous_hash !== previous.hash) return "It does not continue the row before it.";
  return undefined;
}

/** The checkpoints that speak of stored rows, by row; a fault for one that was not written by this dashboard. */
function byRow(checkpoints: readonly AuditCheckpoint[], firstSeq: number) {
  const known = new Map<number, AuditCheckpoint>();
  for (const checkpoint of checkpoints) {
    if (!isOwnCheckpoint(checkpoint)) {
      const what = `The checkpoint of ${checkpoint.at} about it was changed, or AUDIT_KEY is another one.`;
      return { known, fault: { seq: checkpoint.seq, what } };
    }
    if (checkpoint.seq >= firstSeq) known.set(checkpoint.seq, checkpoint);
  }
  return { known, fault: undefined };
}

/** Verifies the whole chain, also while rows are written and deleted; `checkpoints` are those of the file, in its order. */
export async function verifyAudit(
  db: Database,
  checkpoints: readonly AuditCheckpoint[],
): Promise<AuditVerdict> {
  for (;;) {
    const anchor = await readAnchor(db);
    const verdict = await verifyFrom(db, anchor, checkpoints);
    if (verdict.fault === undefined || (await readAnchor(db)).seq === anchor.seq) return verdict;
  }
}

async function verifyFrom(
  db: Database,
  anchor: Anchor,
  checkpoints: readonly AuditCheckpoint[],
): Promise<AuditVerdict> {
  if (!anchor.valid)
    return {
      rows: 0,
      fault: { seq: anchor.seq + 1, what: "The anchor that the chain begins with was changed." },
    };
  const { known, fault } = byRow(checkpoints, anchor.seq + 1);
  let previous: Link = anchor;
  for (;;) {
    const page = await db
      .selectFrom("audit")
      .selectAll()
      .where("seq", ">", previous.seq)
      .orderBy("seq")
      .limit(1000)
      .execute();
    for (const row of page) {
      const checkpoint = known.get(row.seq);
      known.delete(row.seq);
      const what =
        faultOf(row, previous) ??
        (checkpoint === undefined || checkpoint.hash === row.hash
          ? undefined
          : `It is not the row that the checkpoint of ${checkpoint.at} names: the chain was rewritten.`);
      if (what !== undefined) return { rows: previous.seq - anchor.seq, fault: { seq: row.seq, what } };
      previous = { seq: row.seq, hash: row.hash };
    }
    if (page.length === 0) break;
  }
  const rows = previous.seq - anchor.seq;
  const newest = [...known.values()].at(-1);
  if (newest !== undefined) {
    const what = `${count(previous.seq + 1, newest.seq)} missing at the end: the checkpoint of ${newest.at} names the last one.`;
    return { rows, fault: { seq: previous.seq + 1, what } };
  }
  return { rows, fault };
}

/** Whether the newest row was signed with the key of this process; true when there is none. */
export async function isNewestRowOwn(db: Database): Promise<boolean> {
  const newest = await db.selectFrom("audit").selectAll().orderBy("seq", "desc").limit(1).executeTakeFirst();
  return newest === undefined || isOwnRow(newest);
}
