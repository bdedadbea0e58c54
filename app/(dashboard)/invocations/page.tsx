import type { Metadata } from "next";
import { InvocationsView } from "@/components/invocations/list/invocations-view";

export const metadata: Metadata = { title: "Invocations" };

export default function InvocationsPage() {
  return <InvocationsView />;
}
