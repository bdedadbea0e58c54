import type { AuditEntry } from "@/lib/bff/audit";

/** Status and error code of the response, and how often it was given; a dash while there is none. */
export function AuditOutcome({ entry }: { entry: AuditEntry }) {
  if (entry.status === null && entry.code === null) return <span className="text-ink-3">–</span>;
  const failed = entry.code !== null || (entry.status !== null && entry.status >= 400);
  return (
    <span className={failed ? "text-bad" : undefined}>
      {[entry.status, entry.code, entry.count === undefined ? null : `× ${entry.count}`]
        .filter((part) => part !== null)
        .join(" ")}
    </span>
  );
}
