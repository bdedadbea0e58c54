import type { Metadata } from "next";
import { Suspense } from "react";
import { InsightView } from "@/components/invocations/insight/insight-view";

export const metadata: Metadata = { title: "Invocation insight" };

export default function InsightPage() {
  return (
    <Suspense>
      <InsightView />
    </Suspense>
  );
}
