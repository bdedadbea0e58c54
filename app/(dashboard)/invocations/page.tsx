import type { Metadata } from "next";
import { InvocationsView } from "@/components/invocations/list/invocations-view";
import { pageTitles } from "../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.invocations };

export default function InvocationsPage() {
  return <InvocationsView />;
}
