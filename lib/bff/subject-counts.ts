import type { AlertRule } from "./alert-rules.ts";

/** Numbers of a rule's subjects by state; `unknown` of those without current data, `firing_unknown` of the firing ones. */
export const countSubjects = (
  subjects: readonly Pick<AlertRule["subjects"][number], "state" | "known">[],
): NonNullable<AlertRule["subject_counts"]> => ({
  total: subjects.length,
  firing: subjects.filter(({ state }) => state === "firing").length,
  firing_unknown: subjects.filter(({ state, known }) => state === "firing" && !known).length,
  pending: subjects.filter(({ state }) => state === "pending").length,
  unknown: subjects.filter(({ known }) => !known).length,
});
