import type { AlertRule } from "@/lib/bff/alert-rules";

/** Numbers of a rule's subjects; of those that are listed where the server does not count them all. */
export function subjectCounts({
  subjects,
  subject_counts: counts,
}: Pick<AlertRule, "subjects" | "subject_counts">): NonNullable<AlertRule["subject_counts"]> {
  return (
    counts ?? {
      total: subjects.length,
      firing: subjects.filter(({ state }) => state === "firing").length,
      pending: subjects.filter(({ state }) => state === "pending").length,
      unknown: subjects.filter(({ known }) => !known).length,
    }
  );
}
