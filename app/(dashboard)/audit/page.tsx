import type { Metadata } from "next";
import { AuditView } from "@/components/audit/audit-view";
import { pageTitles } from "../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.audit };

export default function AuditPage() {
  return <AuditView />;
}
