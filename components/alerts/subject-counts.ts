import type { AlertRule } from "@/lib/bff/alert-rules";
import { countSubjects } from "@/lib/bff/subject-counts";

/** Numbers of a rule's subjects; of those that are listed where the server does not count them all. */
export function subjectCounts({
  subjects,
  subject_counts: counts,
}: Pick<AlertRule, "subjects" | "subject_counts">): NonNullable<AlertRule["subject_counts"]> {
  return counts ?? countSubjects(subjects);
}
