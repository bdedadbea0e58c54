import type { Metadata } from "next";
import { InsightView } from "@/components/invocations/insight/insight-view";
import { pageTitles } from "../../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.invocationInsight };

export default function InsightPage() {
  return <InsightView />;
}
