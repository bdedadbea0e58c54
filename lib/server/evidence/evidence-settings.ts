// The settings of what evidence is stored: what an operator changed, one row, and the environment variables for the rest.
import * as z from "zod/mini";
import {
  type EvidenceSettings,
  type EvidenceState,
  evidenceKinds,
  evidenceSettings,
} from "../../bff/evidence.ts";
import { parseStored } from "../../format/parse-stored.ts";
import type { Database } from "../db/database.ts";
import { lockReplicas } from "../db/lock-replicas.ts";
import { upsert } from "../db/upsert.ts";
import { changeTime } from "../kernel/change-time.ts";

const rowId = 1;
const names = z.keyof(evidenceSettings).options;

/** Without the rule `failed` of video, which earlier versions had. */
const withoutFailedVideo = (stored: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(stored).filter(([name, value]) => name !== "video" || value !== "failed"),
  );

const changes = z.pipe(
  z.looseObject({ exceptions: z.optional(z.array(z.looseObject({}))) }),
  z.transform(({ exceptions, ...values }) => ({
    ...withoutFailedVideo(values),
    ...(exceptions && {
      exceptions: exceptions
        .map(withoutFailedVideo)
        .filter((exception) => evidenceKinds.some((kind) => exception[kind] !== undefined)),
    }),
  })),
);

/** The settings that apply, those that differ from the variables, and who changed them last and when (epoch ms). */
export type AppliedEvidence = Pick<EvidenceState, "settings" | "changed" | "set_by" | "set_at_ms">;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The settings that apply on every replica. `defaults`: the environment variables. */
export async function readEvidenceSettings(
  db: Database,
  defaults: EvidenceSettings,
): Promise<AppliedEvidence> {
  const row = await db.selectFrom("evidence_settings").selectAll().where("id", "=", rowId).executeTakeFirst();
  const read = evidenceSettings.safeParse({ ...defaults, ...parseStored(changes, row?.value) });
  const settings = read.data ?? defaults;
  return {
    settings,
    changed: names.filter((name) => !isSame(settings[name], defaults[name])),
    set_by: row?.set_by ?? null,
    set_at_ms: row?.set_at_ms ?? null,
  };
}

/**
 * Stores those of the settings that differ from the variables; the others follow the variables. Throws a Problem (409) where
 * others were set than at `expectedSetAtMs`.
 */
export async function writeEvidenceSettings(
  db: Database,
  {
    settings,
    defaults,
    expectedSetAtMs,
  }: {
    settings: EvidenceSettings;
    defaults: EvidenceSettings;
    expectedSetAtMs?: number | null | undefined;
  },
  by: string,
  nowMs: number,
): Promise<void> {
  const changed = names.filter((name) => !isSame(settings[name], defaults[name]));
  const value = JSON.stringify(Object.fromEntries(changed.map((name) => [name, settings[name]])));
  await db.transaction().execute(async (trx) => {
    await lockReplicas(db, trx, "settings");
    const before = await trx
      .selectFrom("evidence_settings")
      .select("set_at_ms")
      .where("id", "=", rowId)
      .executeTakeFirst();
    const setAtMs = changeTime(
      before?.set_at_ms ?? null,
      { nowMs, expectedMs: expectedSetAtMs },
      { code: "settings_changed", message: "The settings were changed after you opened them." },
    );
    await upsert(trx, "evidence_settings", [{ id: rowId, value, set_by: by, set_at_ms: setAtMs }]);
  });
}
