import type { Metadata } from "next";
import { InsightView } from "@/components/invocations/insight/insight-view";

export const metadata: Metadata = { title: "Invocation insight" };

export default function InsightPage() {
  return <InsightView />;
}
